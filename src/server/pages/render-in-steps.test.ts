import { type Child, createElement, Fragment } from 'hono/jsx'
import { describe, expect, it } from 'vitest'
import { renderInSteps } from './render-in-steps.ts'

const Row = ({ name, children }: { readonly name: string; readonly children?: Child }) =>
  createElement('tr', { 'data-name': name }, createElement('td', null, name), children)

const rows = Array.from({ length: 300 }, (_, number) =>
  createElement(
    Row,
    { name: `<${number}> & "more"` },
    createElement(Fragment, null, createElement('td', null, number), number % 2 === 0),
  ),
)

const page = createElement(
  'section',
  { class: 'scroll', tabindex: 0, 'aria-label': 'a "quoted" table' },
  createElement('table', null, createElement('tbody', null, rows)),
  createElement(
    'form',
    { action: '/docs/search' },
    createElement('input', { value: 'a<b', autofocus: true }),
  ),
  createElement('svg', { viewBox: '0 0 1 1' }, createElement('path', { strokeWidth: '2' })),
  createElement('br', null),
  null,
  '<not markup>',
)

describe('renderInSteps', () => {
  it('renderInSteps returns the same HTML as hono', () => {
    expect(String(createElement('main', null, renderAndCountSteps(page).content))).toBe(
      String(createElement('main', null, page)),
    )
  })

  it('renderInSteps yields at least once for each row of a table', () => {
    expect(renderAndCountSteps(page).steps).toBeGreaterThan(rows.length)
  })
})

function renderAndCountSteps(content: Child): { readonly content: Child; readonly steps: number } {
  const rendering = renderInSteps(content)
  for (let steps = 0; ; steps += 1) {
    const { done, value } = rendering.next()
    if (done === true) return { content: value, steps }
  }
}
