/** 春夏秋冬梅兰竹菊: eight small drawings, each with its number and its character. */
import { brush, narrow } from '../../generated/glyphs'
import { BLUE, GREEN, INK, IVORY, RED, around, circle, ellipse, glyph, shape, stroke } from './brush'

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
  shape('M7 41Q18 40 23 48Q30 44 38 46Q30 50 27 54Q25 60 15 64Q20 58 19 54Q11 50 7 41Z', INK) +
  shape('M19 54Q22 58 15 71Q13 62 8 60Q15 58 19 54Z', INK) +
  ellipse(28.6, 49.8, 3.2, 2.2, -30, RED)

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

/** 秋: the harvest moon, wild geese and a maple leaf. */
const autumn =
  circle(39, 40, 13, GOLD) +
  stroke('M7 37Q10.5 33.5 13 37Q15.5 33.5 19 37M18 46Q20.5 43.5 22.5 46Q24.5 43.5 27 46', INK, 1.7) +
  shape(
    'M25 75L26 66L15 67.5L18 63L9 57L13.5 55.5L12 49.5L19.5 52L21 48.5L25.5 55L27 43.5L31.5 48L35.5 43.5L35.5 55.5' +
      'L41 49.5L42 53L49.5 51.5L47 57.5L51.5 60L42 65L44 69.5L33 66.5L28.5 75Z',
    RED,
  ) +
  stroke('M27 72L31 50M29.6 60L18 54M29.6 60L45 55', IVORY, 0.9)

/** 冬: a pine under snow before a hill. */
const winter =
  shape('M4 73Q16 58 28 64Q42 52 56 73Z', BLUE) +
  shape('M8 68Q17 59 28 64Q41 53 52 68Q40 62 31 68Q18 62 8 68Z', IVORY) +
  shape('M29 58H33V71H29Z', BARK) +
  shape('M31 26L42 41H37L46 52H39.5L48 63H14L22.5 52H16L25 41H20Z', GREEN) +
  shape('M31 26L38.5 36.2Q34.5 35.5 32.5 38.5Q29.5 35 24.5 35.8Z', IVORY) +
  shape('M37.3 41.4L44 49.6Q38.5 47.6 35 51Q30 46.5 25.5 50.4Q22 47.8 18.4 49.2L24.8 41.4Q31 45 37.3 41.4Z', IVORY) +
  stroke('M31 26L20 41M31 26L42 41', BLUE, 0.9) +
  around(6, 9.5, 46, stroke('M0 0V-4', BLUE, 1.1)) +
  around(6, 51, 37, stroke('M0 0V-4', BLUE, 1.1))

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
