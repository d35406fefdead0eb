/** What each tile shows: SVG markup in a field of 60 by 78, by mpsz code and style. */
import type { Faces } from '../settings.svelte'
import { bamboo } from './bamboo'
import { characters, honour } from './characters'
import { dots } from './dots'
import { flower } from './flowers'
import { plain } from './plain'

export function face(code: string, style: Faces): string {
  if (style === 'plain') return plain(code)
  const n = Number(code[0])
  switch (code[1]) {
    case 'm':
      return characters(n)
    case 'p':
      return dots(n)
    case 's':
      return bamboo(n)
    case 'z':
      return honour(n)
    default:
      return flower(n)
  }
}
