// What can be pressed on the page, or in the dialog over it: [name, left, top, right, bottom].
() => {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  const root = dialog ?? document.querySelector('[role=dialog]') ?? document.body
  root.scrollTop = 0
  const keys = []
  // Of a part that scrolls by itself: what its edge cuts is not there until it is scrolled to.
  const isCut = (node, box) => {
    for (let at = node.parentElement; at && at !== root; at = at.parentElement) {
      if (!/auto|scroll/.test(getComputedStyle(at).overflowY)) continue
      const edge = at.getBoundingClientRect()
      if (box.top < edge.top - 1 || box.bottom > edge.bottom + 1) return true
    }
    return false
  }
  for (const node of root.querySelectorAll('button, a.button, input, summary')) {
    const box = node.getBoundingClientRect()
    // What is held in reach lies over whatever is scrolled below it.
    const hidden = node.closest('.visually-hidden, .in-reach')
    if (hidden || box.width === 0 || box.height === 0 || isCut(node, box)) continue
    keys.push([node.dataset.testid ?? node.innerText, box.left, box.top, box.right, box.bottom])
  }
  const frame = dialog?.getBoundingClientRect()
  return {
    keys,
    width: innerWidth,
    height: innerHeight,
    wide: Math.max(document.scrollingElement.scrollWidth, root.scrollWidth > root.clientWidth ? innerWidth + 1 : 0),
    frame: frame ? [frame.left, frame.top, frame.right, frame.bottom] : null,
  }
}
