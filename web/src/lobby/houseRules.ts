/** House rules as a room's form shows them. */
import type { GameInfo, OptionInfo } from '../lib/protocol'
import type { OptionValue } from '../net/session.svelte'

export type Rules = Readonly<Record<string, OptionValue>>

/** Every option's value: the written rule where `changed` says nothing else. */
export function filled(game: GameInfo, changed: Rules): Rules {
  return Object.fromEntries(game.options.map((spec) => [spec.name, changed[spec.name] ?? spec.default]))
}

/** Only what differs from the written rules: what the server is told. */
export function changes(game: GameInfo, values: Rules): Rules {
  return Object.fromEntries(
    game.options.flatMap((spec) => {
      const value = values[spec.name]
      return value === undefined || value === spec.default ? [] : [[spec.name, value]]
    }),
  )
}

/** The same for the same house rules, however they were arrived at. */
function print(game: GameInfo, values: Rules): string {
  return JSON.stringify(changes(game, filled(game, values)))
}

/** The presets to choose from; two names for the same rules are one choice. */
export function presetNames(game: GameInfo): string[] {
  const prints = Object.values(game.presets).map((preset) => print(game, preset))
  return Object.keys(game.presets).filter((_, i) => prints.indexOf(prints[i] ?? '') === i)
}

/** The name of the preset that these values are, if they are one. */
export function presetOf(game: GameInfo, values: Rules): string | null {
  const wanted = print(game, values)
  return presetNames(game).find((name) => print(game, game.presets[name] ?? {}) === wanted) ?? null
}

export function isSwitch(spec: OptionInfo): boolean {
  return spec.values.length === 2 && spec.values.every((value) => typeof value === 'boolean')
}

/** A whole number one step on, kept within what the option allows. */
export function stepped(spec: OptionInfo, value: number, by: 1 | -1): number {
  return Math.min(spec.high, Math.max(spec.low, value + by * spec.step))
}
