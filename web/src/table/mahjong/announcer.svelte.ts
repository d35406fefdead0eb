/** What is called out and heard as events happen. */
import { sound } from '../../lib/sound'
import type { Call } from '../Calls.svelte'
import { sideOf } from '../seats'
import type { SeenEvent, Table } from '../table.svelte'
import { called } from './calls'
import type { MahjongEvent } from './view'

/** Milliseconds that a call stays in sight. */
const CALL = 1000
const WIN = 1800

export class Announcer {
  calls = $state.raw<readonly Call[]>([])

  constructor(private readonly table: Table) {}

  heard({ v, event: seen, live }: SeenEvent): void {
    const event = seen as unknown as MahjongEvent
    if (live) this.#announce(v, event)
  }

  #announce(v: number, event: MahjongEvent): void {
    noise(event)
    const call = called(event)
    if (!call) return
    sound.say(call.text)
    const side = call.seat === null ? null : sideOf(call.seat, this.table.eye)
    this.calls = [...this.calls, { id: v, side, text: call.text, weight: call.weight }]
    setTimeout(() => (this.calls = this.calls.filter((one) => one.id !== v)), call.weight === 'win' ? WIN : CALL)
  }
}

function noise(event: MahjongEvent): void {
  if (event.type === 'discarded' || event.type === 'bonus_laid') sound.discard()
  else if (event.type === 'melded' || event.type === 'kong_declared') sound.claim()
  else if (event.type === 'won') sound.win()
}
