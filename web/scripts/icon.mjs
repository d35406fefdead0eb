/**
 * Draws the page's icon, 红中 on its felt, from the brush glyph that the tiles use.
 *
 *     node scripts/icon.mjs     → public/icon.svg, kept in the repository
 *
 * An icon file can take no colours from the page, so they are written out here.
 */
import { readFile, writeFile } from 'node:fs/promises'

const generated = await readFile(new URL('../src/generated/glyphs.ts', import.meta.url), 'utf8')
const brush = JSON.parse(/export const brush: [^=]*= (\{.*\})/.exec(generated)[1])
const { d, x, y, w, h } = brush['中']
const scale = 2.35
const tall = scale * 1.08

const slab = (top, fill) => `<rect x="136" y="${top}" width="240" height="312" rx="34" fill="${fill}"/>`
await writeFile(
  new URL('../public/icon.svg', import.meta.url),
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">
<rect width="512" height="512" fill="#12483b"/>
${slab(124, '#08251f')}
${slab(112, '#1f5a3e')}
${slab(105, '#2f7d57')}
${slab(92, '#c9b98f')}
${slab(78, '#e2d6b8')}
${slab(72, '#fbf6e8')}
<path fill="#c2281e" transform="translate(${256 - scale * (x + w / 2)} ${228 - tall * (y + h / 2)}) scale(${scale} ${tall})" d="${d}"/>
</svg>
`,
)
