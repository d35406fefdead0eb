import type { Text } from '../language.svelte'

/** Keys with their wording. `{name}` is a parameter; `{n|tile|tiles}` picks by whether n is one, `{who|draws|draw}` by whether it is “You”. */
export type Messages = Readonly<Record<string, Text>>

type Name<Hole extends string> = Hole extends `${infer N}|${string}` ? N : Hole

/** The names of the parameters in a wording. */
export type ParamNames<S extends string> = S extends `${string}{${infer Hole}}${infer Rest}`
  ? Name<Hole> | ParamNames<Rest>
  : never
