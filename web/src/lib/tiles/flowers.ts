/** 春夏秋冬梅兰竹菊: eight small drawings, each with its number and its character. */
import { brush, narrow } from '../../generated/glyphs'
import { BLUE, GREEN, INK, IVORY, RED, around, circle, ellipse, glyph, shape, stroke } from '../brush'

const GOLD = 'var(--pigment-gold)'
const PINK = 'var(--pigment-pink)'
const BARK = 'var(--pigment-bark)'

const leaf = (x: number, y: number, length: number, turn: number, colour: string): string =>
  `<path transform="translate(${x} ${y}) rotate(${turn})" fill="${colour}" d="M0 0Q${length * 0.45} ${-length * 0.3} ${length} 0Q${length * 0.45} ${length * 0.16} 0 0Z"/>`

const blossom = (x: number, y: number, r: number, colour: string): string =>
  around(5, x, y, circle(0, -r * 0.62, r * 0.5, colour)) + circle(x, y, r * 0.36, GOLD)

/** 春: a swallow between hanging willow twigs. */
const spring =
  stroke('M40 27C49 29 53 38 52 52M40 27C44 33 46 42 45 62M40 27Q36 31 37 48', BARK, 1.4) +
  [30, 34, 38, 42, 46, 50].map((y, i) => leaf(50 + (i % 3), y + 4, 8, 110 - (i % 2) * 55, GREEN)).join('') +
  [36, 42, 48, 54, 60].map((y, i) => leaf(45, y, 8.5, 125 - (i % 2) * 70, GREEN)).join('') +
  [34, 40, 46].map((y, i) => leaf(37, y, 7.5, 125 - (i % 2) * 70, GREEN)).join('') +
  // swallow
  shape('M23 48Q14 38.5 3 41Q12.5 45 16 54Z', INK) +
  shape('M24 48Q33 55 30 68.5Q27 58.5 17 55.5Z', INK) +
  shape('M16 53Q10 59 3 65Q10 64.5 13.5 61.5Q10 67 9 73Q16 66 20.5 56.5Z', INK) +
  ellipse(22, 50, 3.9, 7, 48, INK) +
  circle(27.2, 45.4, 3.4, INK) +
  shape('M29 42.4L34.4 39.6L31 45.4Z', INK) +
  ellipse(26.6, 48, 1.4, 2.4, 48, RED)

/** 夏: a lotus over its leaf. */
const summer =
  stroke('M30 56C30 62 31 66 30 72', GREEN, 2) +
  shape('M8 64C14 58 26 60 31 65C37 59 48 58 53 64C48 71 38 72 31 69C24 73 13 71 8 64Z', GREEN) +
  stroke('M13 65Q22 63 31 67Q40 62 48 65', IVORY, 0.9) +
  shape('M30 55C14 57 9 48 8 41C17 41 25 46 30 55Z', PINK) +
  shape('M30 55C46 57 51 48 52 41C43 41 35 46 30 55Z', PINK) +
  shape('M30 55C17 50 15 39 18 32C26 36 30 45 30 55Z', RED) +
  shape('M30 55C43 50 45 39 42 32C34 36 30 45 30 55Z', RED) +
  shape('M30 56C22 48 23 36 30 27C37 36 38 48 30 56Z', PINK) +
  stroke('M30 32V51', RED, 1)

/** 秋: wild geese before the harvest moon, above a maple leaf. */
const autumn =
  circle(37, 41, 14, GOLD) +
  stroke('M5 37Q8.5 33 11.5 37Q14.5 33 18 37M12 46.5Q15 43 17.5 46.5Q20 43 23 46.5', INK, 1.8) +
  `<g transform="translate(29 63) rotate(-14) scale(0.95)">` +
  shape(
    'M0 -20L4.5 -12L8.5 -14.5L8 -6.5L13.5 -11.5L15 -8L21 -9.5L19 -4.5L22.5 -2.5L14 4L15 7.5L1.2 5.6L1 12H-1L-1.2 5.6' +
      'L-15 7.5L-14 4L-22.5 -2.5L-19 -4.5L-21 -9.5L-15 -8L-13.5 -11.5L-8 -6.5L-8.5 -14.5L-4.5 -12Z',
    RED,
  ) +
  stroke('M0 5V-13M0 4L9 -6M0 4L-9 -6M0 4L15 -2.5M0 4L-15 -2.5', IVORY, 0.9) +
  '</g>'

/** 冬: a pine under snow against the evening sky. */
const winter =
  circle(30, 50, 22, 'var(--pigment-sky)') +
  shape('M8.6 55.5Q19 61 30 58.6Q42 56 51.4 55.5A22 22 0 0 1 8.6 55.5Z', IVORY) +
  shape('M28 58H32V66H28Z', BARK) +
  shape('M30 27L38.5 39H35L43 49H38L46 60H14L22 49H17L25 39H21.5Z', GREEN) +
  shape('M30 27L36.5 36.2Q33.5 35.4 31.4 38Q28.6 35.2 23.5 36.2Z', IVORY) +
  shape('M35 39L40.6 46Q36.5 45 33.4 47.6Q29 44 25.6 47.4Q22.5 45 19.4 46L25 39Q30 42 35 39Z', IVORY) +
  shape('M38 49L43.8 57Q39.5 55.6 36.4 58.4Q30.5 54.4 25.4 58.4Q21 55.4 16.2 57L22 49Q30 53 38 49Z', IVORY) +
  [[14, 44], [46, 42], [41, 33], [17, 34], [11.5, 53], [48.5, 52]].map(([x, y]) => circle(x ?? 0, y ?? 0, 1.3, IVORY)).join('') +
  stroke('M30 28A22 22 0 0 1 30 72A22 22 0 0 1 30 28', BLUE, 1.3)

/** 梅: red blossom on a bare, angular bough. */
const plum =
  stroke('M8 72C14 66 18 62 20 55C22 48 30 46 34 40C37 36 38 31 44 28', BARK, 3.6) +
  stroke('M20 55C15 50 14 44 15 38M29 46C36 47 43 49 48 56M25 50C31 55 33 60 33 67', BARK, 1.9) +
  blossom(15.5, 36, 7, RED) +
  blossom(46, 56, 8, RED) +
  blossom(33, 64.5, 6.5, RED) +
  blossom(37.5, 36, 7.6, RED) +
  circle(45.5, 27.5, 2.4, RED) +
  circle(9.5, 47.5, 2, RED)

/** 兰: an orchid among long bending leaves. */
const orchid =
  shape('M28 73C22 60 13 52 5 52C17 46 27 58 31 73Z', GREEN) +
  shape('M30 73C28 56 38 41 54 44C41 46 34 58 34 73Z', GREEN) +
  shape('M31 73C34 63 43 57 55 63C45 61 38 66 35 73Z', GREEN) +
  shape('M28 73C23 67 17 63 9 67C17 60 26 64 31 73Z', GREEN) +
  stroke('M31 73C29 62 26 54 25 46', GREEN, 1.7) +
  leaf(25, 42, 16, 195, BLUE) +
  leaf(25, 42, 16, 238, BLUE) +
  leaf(25, 42, 16, 275, BLUE) +
  leaf(25, 42, 15, 318, BLUE) +
  leaf(25, 42, 14, 0, BLUE) +
  shape('M25 41C21 44 21.5 49 25 51C28.5 49 29 44 25 41Z', RED) +
  circle(25, 42, 1.6, GOLD)

/** 竹: two canes and their leaves. */
const cane = (x: number, top: number, lean: number): string =>
  stroke(`M${x} 73L${x + lean} ${top}`, GREEN, 4.6) +
  [62, 50, 38].map((y) => stroke(`M${x + (lean * (73 - y)) / (73 - top) - 2.6} ${y}h5.2`, IVORY, 1.3)).join('')

const bambooPlant =
  cane(23, 29, 1) +
  cane(37, 34, 3) +
  leaf(24, 34, 17, 155, GREEN) +
  leaf(24, 34, 16, 125, GREEN) +
  leaf(39, 40, 16, 25, GREEN) +
  leaf(39, 40, 15, 60, GREEN) +
  leaf(23, 52, 16, 140, BLUE) +
  leaf(23, 52, 15, 172, BLUE) +
  leaf(39, 56, 15, 12, BLUE) +
  leaf(39, 56, 15, 48, BLUE)

/** 菊: a full chrysanthemum. */
const chrysanthemum =
  stroke('M30 56Q30 66 28 74', GREEN, 2.4) +
  shape('M29 70C20 73 13 69 10 61C14 63 16 61 18 60C23 62 27 65 29 70Z', GREEN) +
  shape('M29.4 67C38 70 46 66 50 58C46 60 43 58 41 58C36 59 32 62 29.4 67Z', GREEN) +
  around(14, 30, 43, ellipse(0, -12.6, 2.7, 6.6, 0, GOLD), 0) +
  around(14, 30, 43, stroke('M0 -8V-17', RED, 0.7), 360 / 28) +
  around(10, 30, 43, ellipse(0, -6.6, 2.2, 5, 0, IVORY), 18) +
  around(10, 30, 43, ellipse(0, -6.2, 1.6, 4.4, 0, GOLD), 18) +
  circle(30, 43, 3.6, RED)

const DRAWN: Record<number, readonly [character: string, drawing: string]> = {
  1: ['春', spring],
  2: ['夏', summer],
  3: ['秋', autumn],
  4: ['冬', winter],
  5: ['梅', plum],
  6: ['蘭', orchid],
  7: ['竹', bambooPlant],
  8: ['菊', chrysanthemum],
}

/** The number counts within the four seasons and within the four plants, as on real tiles. */
export function flower(n: number): string {
  const drawn = DRAWN[n]
  if (!drawn) return ''
  const [character, drawing] = drawn
  const colour = n <= 4 ? RED : BLUE
  const number = ((n - 1) % 4) + 1
  return drawing + glyph(narrow[String(number)], 11.5, 14, 25, colour) + glyph(brush[character], 44, 14.5, 22, INK)
}
