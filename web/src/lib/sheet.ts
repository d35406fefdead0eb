/**
 * A hidden sheet of drawings that the page refers to by id.
 *
 * Each tile and card is drawn once, whatever lies on the table: 136 tiles cost 136 small elements
 * with two references each, not 136 drawings.
 */
export function layOut(id: string, drawings: () => string): void {
  if (document.getElementById(id)) return
  document.body.insertAdjacentHTML(
    'beforeend',
    `<svg id="${id}" width="0" height="0" style="position:absolute" aria-hidden="true"><defs>${drawings()}</defs></svg>`,
  )
}

export const drawing = (id: string, content: string): string => `<g id="${id}">${content}</g>`
