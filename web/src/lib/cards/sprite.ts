/**
 * The cards' drawings. Marks take `currentColor`, so that a card has its suit's colour by choice.
 *
 * The index is a column 20 wide of 60 at the left: of a card overlapped in a fan nothing else shows.
 */
import { brush, narrow, type Glyph } from '../../generated/glyphs'
import { IVORY, around, circle, ellipse, glyph, round, shape, stroke } from '../brush'
import { drawing, layOut } from '../sheet'
import { JOKERS, RANKS, SUITS, rankText, type Suit } from './codes'

export const CARD_WIDTH = 60
export const CARD_HEIGHT = 84

const HERE = 'currentColor'
const GOLD = 'var(--pigment-gold)'
const INDEX_X = 10.5

export const cardId = (code: string): string => `card-${code}`
export const bodyId = (up: boolean): string => `card-${up ? 'front' : 'reverse'}`
const pipId = (suit: Suit): string => `card-pip-${suit}`
const rankId = (rank: string): string => `card-rank-${rank}`

const use = (id: string, transform = ''): string =>
  `<use href="#${id}"${transform && ` transform="${transform}"`}/>`

/** Suits in a field of 20 by 20 around the origin. */
const PIPS: Record<Suit, string> = {
  s: 'M0 -10C3 -5.5 9.4 -2.6 9.4 3C9.4 6.2 7 8 4.6 8C3 8 1.7 7.3 1 6.2C1.2 8.4 2 9.4 3.4 10H-3.4C-2 9.4 -1.2 8.4 -1 6.2C-1.7 7.3 -3 8 -4.6 8C-7 8 -9.4 6.2 -9.4 3C-9.4 -2.6 -3 -5.5 0 -10Z',
  h: 'M0 9.8C-2.5 5.5 -9.8 1.6 -9.8 -4C-9.8 -7.2 -7.6 -9.4 -4.9 -9.4C-2.6 -9.4 -0.9 -8 0 -5.8C0.9 -8 2.6 -9.4 4.9 -9.4C7.6 -9.4 9.8 -7.2 9.8 -4C9.8 1.6 2.5 5.5 0 9.8Z',
  c: 'M0 -10A4.8 4.8 0 0 1 3.7 -2.2A4.8 4.8 0 1 1 1 5.4C1.1 7.8 2 9.4 3.4 10H-3.4C-2 9.4 -1.1 7.8 -1 5.4A4.8 4.8 0 1 1 -3.7 -2.2A4.8 4.8 0 0 1 0 -10Z',
  d: 'M0 -10.4C2.2 -6.4 4.8 -3 7.8 0C4.8 3 2.2 6.4 0 10.4C-2.2 6.4 -4.8 3 -7.8 0C-4.8 -3 -2.2 -6.4 0 -10.4Z',
}

/** The rank over 22 units of height; 10 is set close so that it stays inside the column. */
function rankMark(rank: string): string {
  const text = rankText(rank)
  const figures = [...text].map((figure) => narrow[figure])
  if (text.length === 1) return glyph(figures[0], INDEX_X, 16, 34, HERE)
  const [one, nought] = figures as [Glyph, Glyph]
  const squeeze = (outline: Glyph, x: number): string =>
    `<path fill="${HERE}" transform="translate(${x} ${round(16 - 0.34 * (outline.y + outline.h / 2))}) scale(0.235 0.34)" d="${outline.d}"/>`
  return squeeze(one, round(2 - 0.235 * one.x)) + squeeze(nought, round(3 + 0.235 * (one.w - nought.x)))
}

const CROWN =
  shape('M-13 8L-16 -8L-8 -1L0 -13L8 -1L16 -8L13 8Z', HERE) +
  shape('M-13 10H13V14H-13Z', HERE) +
  circle(-16, -10, 2, GOLD) + circle(0, -15, 2.4, GOLD) + circle(16, -10, 2, GOLD) +
  circle(-7, 12, 1.2, IVORY) + circle(0, 12, 1.2, IVORY) + circle(7, 12, 1.2, IVORY)

const FLOWER =
  around(6, 0, -1, ellipse(0, -9, 4.6, 7, 0, HERE)) + circle(0, -1, 5, IVORY) + circle(0, -1, 3.2, GOLD)

const SWORD =
  '<g transform="rotate(38)">' +
  shape('M-3 4V-15L0 -20L3 -15V4Z', HERE) +
  stroke('M0 -14V2', IVORY, 1) +
  shape('M-10 3.4H10V7.4H-10Z', GOLD) +
  shape('M-2 7.4H2V15H-2Z', HERE) +
  circle(0, 17, 3.2, GOLD) +
  '</g>'

const COURT: Record<string, string> = { K: CROWN, Q: FLOWER, J: SWORD }

/** The index, and one large mark where it covers nothing: few strokes, many cards on the table. */
function cardFace(rank: string, suit: Suit): string {
  const court = COURT[rank]
  return (
    use(rankId(rank)) +
    use(pipId(suit), `translate(${INDEX_X} 37.8) scale(0.74)`) +
    (court
      ? `<g transform="translate(37 58) scale(1.02)">${court}</g>`
      : use(pipId(suit), `translate(39 60) scale(${rank === 'A' ? 1.95 : 1.6})`))
  )
}

/** A jester's cap with bells: in colours for the big joker, in grey for the small one. */
function joker(big: boolean): string {
  const [left, middle, right] = big
    ? ['var(--pigment-red)', GOLD, 'var(--pigment-green)']
    : ['#3c4650', '#8b949c', '#5d6871']
  const index = (y: number, character: string) => glyph(brush[character], INDEX_X, y, 21, HERE)
  return (
    index(13, big ? '大' : '小') +
    index(33, '王') +
    shape('M11 44L12.6 48.4L17.2 48.6L13.6 51.4L14.8 55.8L11 53.2L7.2 55.8L8.4 51.4L4.8 48.6L9.4 48.4Z', HERE) +
    `<rect x="21.5" y="6" width="33" height="72" rx="4" fill="none" stroke="${HERE}" stroke-width="1.4"/>` +
    '<g transform="translate(38 39)">' +
    shape('M-10 10C-18 6 -17 -8 -11 -11C-12 -4 -8 -4 -5 0Z', left) +
    shape('M10 10C18 6 17 -8 11 -11C12 -4 8 -4 5 0Z', right) +
    shape('M-10 10C-9 -2 -5 -12 0 -19C5 -12 9 -2 10 10Z', middle) +
    shape('M-11 9H11V14H-11Z', HERE) +
    circle(-11, -12.5, 2.4, GOLD) + circle(11, -12.5, 2.4, GOLD) + circle(0, -20.5, 2.6, GOLD) +
    shape('M-8 14H8C8 22 4 27 0 27C-4 27 -8 22 -8 14Z', 'var(--card-skin)') +
    circle(-3.2, 18, 1.1, 'var(--pigment-ink)') + circle(3.2, 18, 1.1, 'var(--pigment-ink)') +
    stroke('M-3.4 22Q0 25 3.4 22', 'var(--pigment-ink)', 1.2) +
    '</g>'
  )
}

const sheetOfPaper = (y: number, fill: string): string =>
  `<rect y="${y}" width="${CARD_WIDTH}" height="${CARD_HEIGHT}" rx="5" fill="${fill}"/>`

const front =
  sheetOfPaper(1.6, 'var(--tile-shadow)') +
  sheetOfPaper(0, 'var(--card)') +
  `<rect x="0.5" y="0.5" width="${CARD_WIDTH - 1}" height="${CARD_HEIGHT - 1}" rx="4.6" fill="none" stroke="var(--card-line)"/>`

/** Walnut with a window lattice in brass. */
const reverse = (() => {
  let lattice = ''
  for (let x = 12; x <= 48; x += 9) lattice += `M${x} 9V75`
  for (let y = 15; y <= 69; y += 9) lattice += `M9 ${y}H51`
  return (
    sheetOfPaper(1.6, 'var(--tile-shadow)') +
    sheetOfPaper(0, 'var(--card)') +
    '<rect x="3.5" y="3.5" width="53" height="77" rx="3" fill="var(--walnut)"/>' +
    `<path d="${lattice}" stroke="var(--brass-deep)" stroke-width="1.4"/>` +
    '<rect x="7.5" y="7.5" width="45" height="69" rx="1.5" fill="none" stroke="var(--brass)" stroke-width="1.6"/>' +
    '<rect x="19" y="31" width="22" height="22" rx="2" transform="rotate(45 30 42)" fill="var(--walnut)" stroke="var(--brass)" stroke-width="1.6"/>' +
    glyph(brush['牌'], 30, 42, 20, 'var(--brass)')
  )
})()

export function sheet(): string {
  return (
    drawing(bodyId(true), front) +
    drawing(bodyId(false), reverse) +
    SUITS.map((suit) => drawing(pipId(suit), shape(PIPS[suit], HERE))).join('') +
    RANKS.map((rank) => drawing(rankId(rank), rankMark(rank)) + drawing(cardId(rank), use(rankId(rank)))).join('') +
    RANKS.flatMap((rank) => SUITS.map((suit) => drawing(cardId(rank + suit), cardFace(rank, suit)))).join('') +
    JOKERS.map((code) => drawing(cardId(code), joker(code === 'W'))).join('')
  )
}

export const layOutCards = (): void => layOut('paiju-cards', sheet)
