// Where everything at the table lies: named boxes [left, top, right, bottom] in CSS pixels.
() => {
  const boxes = []
  const add = (name, nodes) => {
    for (const node of nodes) {
      const box = node.getBoundingClientRect()
      if (box.width > 0 && box.height > 0) boxes.push([name, box.left, box.top, box.right, box.bottom])
    }
  }
  const all = (where) => document.querySelectorAll(where)
  add('hand', all('[data-testid=hand-tile], [data-testid=hand-card]'))
  add('key', all('[data-testid^="act-"]'))
  for (const side of [0, 1, 2, 3]) {
    add(`river ${side}`, all(`[data-testid=river-${side}] .tile`))
    add(`face ${side}`, all(`[data-testid=seat-${side}] .face`))
    add(`mark ${side}`, all(`[data-testid=seat-${side}] [data-testid=dealer]`))
    add(`name ${side}`, all(`[data-testid=seat-${side}] :is(.name, .points, .mark)`))
    add(`bonus ${side}`, all(`[data-testid=bonus-${side}] .tile`))
    add(`strip ${side}`, all(`[data-testid=strip-${side}] .tile`))
    add(`played ${side}`, all(`[data-testid=played-${side}], [data-testid=passed-${side}], [data-testid=called-${side}]`))
    add(`ask ${side}`, all(`[data-testid=ask-${side}]`))
  }
  add('melds', all('[data-testid=own-melds] .tile'))
  add('centre', all('.centre'))
  add('waits', all('[data-testid=waiting]'))
  add('sort', all('[data-testid=sort]'))
  add('why', all('[data-testid=why]'))
  add('menu', all('[data-testid=menu]'))
  add('banner', all('[data-testid=watching]'))
  add('choice', all('[data-testid=choice]'))
  const page = document.scrollingElement
  return {
    boxes,
    width: innerWidth,
    height: innerHeight,
    scrolls: page.scrollWidth > innerWidth || page.scrollHeight > innerHeight,
  }
}
