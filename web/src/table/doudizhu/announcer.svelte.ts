/** What is called out and heard as events happen. */
import { sound } from '../../lib/sound'
import type { Call } from '../Calls.svelte'
import { sideOf } from '../seats'
import type { SeenEvent, Table } from '../table.svelte'
import { called, spoken } from './calls'
import { isBomb, type DoudizhuEvent } from './view'

/** Milliseconds that a call stays in sight. */
const CALL = 1000
const WIN = 1500

export class Announcer {
  calls = $state.raw<readonly Call[]>([])

  constructor(private readonly table: Table) {}

  heard({ v, event: seen, live }: SeenEvent): void {
    const event = seen as unknown as DoudizhuEvent
    if (live) this.#announce(v, event)
  }

  #announce(v: number, event: DoudizhuEvent): void {
    this.#noise(event)
    const words = spoken(event)
    if (words) sound.say(words)
    const call = called(event)
    if (!call) return
    const side = sideOf(call.seat, this.table.eye)
    this.calls = [...this.calls, { id: v, side, text: call.text, weight: call.weight }]
    setTimeout(() => (this.calls = this.calls.filter((one) => one.id !== v)), call.weight === 'win' ? WIN : CALL)
  }

  #noise(event: DoudizhuEvent): void {
    const { you } = this.table
    if (event.type === 'played') (isBomb(event.combo) ? sound.bomb : sound.discard)()
    else if (event.type === 'called' || event.type === 'kitty_taken') sound.claim()
    else if (event.type === 'round_ended' && you !== null && event.winners.includes(you)) sound.win()
  }
}
