// The table as it is drawn: everything that must be the same after a reload, so no clocks.
() => {
  const all = (where, root = document) => [...root.querySelectorAll(where)]
  const one = (id) => document.querySelector(`[data-testid="${id}"]`)
  const text = (id) => one(id)?.innerText.trim() ?? null
  const codes = (root) => (root ? all('[data-tile]', root).map((tile) => tile.dataset.tile) : [])
  const sides = [0, 1, 2, 3]
  return {
    hand: all('[data-testid=hand-tile]').map((tile) => tile.dataset.tile),
    drawn: all('[data-testid=hand-tile][data-drawn]').length,
    dimmed: all('[data-testid=hand-tile][aria-disabled=true]').map((tile) => tile.dataset.tile),
    turn: one('hand')?.dataset.turn !== undefined,
    melds: codes(one('own-melds')),
    strips: sides.map((side) => codes(one(`strip-${side}`))),
    rivers: sides.map((side) => codes(one(`river-${side}`))),
    bonus: sides.map((side) => codes(one(`bonus-${side}`))),
    seats: sides.map((side) => one(`seat-${side}`)?.getAttribute('aria-label')),
    wall: text('wall'),
    round: text('round'),
    factor: text('factor'),
    prompt: one('actions')?.dataset.prompt ?? null,
    keys: all('[data-testid^="act-"]').map((key) => key.dataset.testid.slice(4)),
    refused: all('[data-testid^="act-"].refused').map((key) => key.dataset.testid.slice(4)),
    bluff: one('act-hu')?.classList.contains('faint') ?? false,
    cards: all('[data-card]').map((card) => card.dataset.card),
    why: text('why'),
    waits: all('[data-testid=waiting] [data-testid=wait]').map((wait) => wait.dataset.tile),
    waiting: text('waiting'),
    winner: text('winner'),
  }
}
