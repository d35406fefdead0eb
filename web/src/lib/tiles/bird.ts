/** The bird of 1条: a peacock on a rock, its train sweeping down. */
import { BLUE, GREEN, INK, IVORY, RED, circle, ellipse, shape, stroke } from './brush'

/** One feather of the train from the rump to its eye, and the eye itself. */
function feather(x: number, y: number, bendX: number, bendY: number, turn: number): string {
  return (
    stroke(`M36 43Q${bendX} ${bendY} ${x} ${y}`, GREEN, 2.6) +
    ellipse(x, y, 4.2, 5.6, turn, GREEN) +
    ellipse(x, y, 2.7, 3.8, turn, IVORY) +
    ellipse(x, y, 1.7, 2.6, turn, RED)
  )
}

export function bird(): string {
  return (
    // train
    feather(53, 34, 48, 36, 70) +
    feather(53, 48.5, 48, 44, 120) +
    feather(48.5, 61, 46, 50, 145) +
    feather(39, 69, 43, 54, 165) +
    // legs
    stroke('M24 55L22 69M29 56L29.5 69M18.5 69.5H25.5M26.5 70.5H33', RED, 1.9) +
    // body: neck into breast
    shape(
      'M14 15C14 9 19 6.5 23.5 8C28 9.5 29.5 14 28.5 18.5C27.8 22 29.5 25.5 34 29C41 34 43.5 40 41 46' +
        'C38 53.5 31 58.5 24.5 57.5C16.5 56 12.5 48 14.5 39.5C15.8 34 17.8 30 17.6 24.5C17.5 21 14 20 14 15Z',
      GREEN,
    ) +
    // breast scales
    stroke('M18 40Q20.5 43 23 40M17.5 46.5Q20.5 49.5 23.5 46.5M21 33.5Q23.2 36 25.5 33.5', IVORY, 1.3) +
    // wing
    shape('M26 37C33 33.5 41 36.5 46 43C41 44 41 46 37 49.5C32 53.5 26 51 24.5 46C23.5 42.5 24 39 26 37Z', BLUE) +
    stroke('M28 41.5Q35 40 41 43M27.8 45.5Q33 44.5 37.6 46.6', IVORY, 1.4) +
    // head
    circle(20.6, 14.2, 2.1, IVORY) +
    circle(20.2, 14.2, 1.2, INK) +
    shape('M14.6 13.2L6.8 17.2L14.8 18.6Z', RED) +
    stroke('M21 8.2L18.5 3.4M24 8.4L24.6 2.6M26.4 10.2L30.4 5.4', BLUE, 1.5) +
    circle(18.3, 3.2, 1.7, RED) +
    circle(24.7, 2.6, 1.7, RED) +
    circle(30.6, 5.1, 1.7, RED)
  )
}
