/** The bird of 1条: a peacock, its train fanned out behind it. */
import { BLUE, GREEN, INK, IVORY, RED, circle, ellipse, shape, stroke } from '../brush'

const GOLD = 'var(--pigment-gold)'

/** One feather of the train: the quill from the rump, and an eye at its tip. */
function feather(x: number, y: number, bendX: number, bendY: number): string {
  const turn = (Math.atan2(y - bendY, x - bendX) * 180) / Math.PI + 90
  return (
    stroke(`M33 47Q${bendX} ${bendY} ${x} ${y}`, GREEN, 3) +
    ellipse(x, y, 5, 6.4, turn, GREEN) +
    ellipse(x, y, 3.4, 4.7, turn, GOLD) +
    ellipse(x, y, 2.2, 3.3, turn, RED)
  )
}

export function bird(): string {
  return (
    feather(41, 70.5, 40, 58) +
    feather(50.5, 15, 38, 30) +
    feather(51.5, 61.5, 46, 53) +
    feather(52.4, 31, 44, 38) +
    feather(52.8, 47, 46, 46) +
    // legs
    stroke('M21.5 57L20.5 70.5M28 58L28.5 71.5M14.5 71.5L20.5 70.3L23 73M23.5 73.5L28.5 71.3L32 74', RED, 2) +
    // body
    shape('M19 27C14.5 31 10.5 37 10.5 44.5C10.5 53.5 17 60 26 60C35 60 42 54.5 43 45.5C38 42 32.5 33 28.5 27Z', GREEN) +
    stroke('M14.5 46Q17.5 49.5 20.5 46M17 53Q20.5 56.5 24 53M16.5 39Q19 42 21.5 39', IVORY, 1.5) +
    // neck
    shape('M12.5 15.5C12 9.5 16.5 6 21 6.5C26 7 28.5 11.5 27.6 16.5C26.8 21 27 25 30.5 30.5C25 34 19.5 34.5 14.8 32.5C18.5 28 18.8 24.5 17.6 22C16 20.5 13 20 12.5 15.5Z', BLUE) +
    stroke('M16.5 33Q19.5 36 23 33.6Q26.5 35 29.8 30.5', IVORY, 1.4) +
    // wing
    shape('M23.5 39C30 35.5 39 38.5 47.5 48.5C42 48.5 42.5 51 38.5 53.5C33 57 25.5 54.5 23 49C21.5 45.5 21.6 41.5 23.5 39Z', RED) +
    stroke('M26.5 43Q34 41.5 41 47M26.3 47.8Q32 46.8 37.6 50.2', IVORY, 1.5) +
    // head
    shape('M13 14L4.5 18.4L13.6 19Z', RED) +
    circle(18.6, 13.6, 2.7, IVORY) +
    circle(18, 13.6, 1.5, INK) +
    stroke('M18.6 7L15.6 3.4M21.4 6.6V2.6M24 7.6L27 4.2', BLUE, 1.4) +
    circle(15.3, 2.9, 1.8, RED) +
    circle(21.4, 2.3, 1.8, RED) +
    circle(27.4, 3.7, 1.8, RED)
  )
}
