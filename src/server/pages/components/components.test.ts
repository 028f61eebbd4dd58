import { jsx } from 'hono/jsx'
import { describe, expect, it } from 'vitest'
import { Badge, StatusBadge } from './badge.tsx'
import { Button, LinkButton } from './button.tsx'
import { Facts } from './card.tsx'
import { CodeBlock } from './code-block.tsx'
import { Choice, TextField } from './field.tsx'
import { Notice } from './notice.tsx'
import { Empty, Row, Table } from './table.tsx'

const hostile = `<img src=x onerror=alert(1)> "quoted" & 'so'`
const written = '&lt;img src=x onerror=alert(1)&gt; &quot;quoted&quot; &amp; &#39;so&#39;'

describe("a client's text is shown unchanged", () => {
  it.each([
    ['a badge', jsx(Badge, {}, hostile)],
    ['a button', jsx(Button, {}, hostile)],
    ['code', jsx(CodeBlock, { label: 'Body', code: hostile })],
    ['an empty state', jsx(Empty, { title: hostile })],
    ['a fact', jsx(Facts, { facts: [['Name', hostile], null] })],
    ['a notice', jsx(Notice, { tone: 'bad' }, hostile)],
    ['a cell', jsx(Row, { columns: { Name: '' }, cells: [hostile] })],
    ['a field', jsx(TextField, { form: 'f', name: 'n', label: 'N', value: hostile })],
    ['the error of a field', jsx(TextField, { form: 'f', name: 'n', label: 'N', error: hostile })],
  ])("a page component shows a client's text unchanged: %s", (_, element) => {
    const html = String(element)
    expect(html).toContain(written)
    expect(html).not.toContain('<img')
  })
})

describe('a field', () => {
  it('a form field refers to its label, its help and its error by id', () => {
    const html = String(
      jsx(TextField, {
        form: 'add',
        name: 'span',
        label: 'Span',
        hint: '15m',
        error: ['must be 15m', 'Choose 15m'],
      }),
    )
    expect(html).toContain('<label for="add-span">Span</label>')
    expect(html).toContain(
      'id="add-span" name="span" aria-invalid="true" aria-describedby="add-span-hint add-span-error"',
    )
    expect(html).toContain('id="add-span-error"><p>Span must be 15m.</p><p>Choose 15m.</p>')
  })

  it('a form field without a help text and an error refers to no other element', () => {
    const options = [
      ['a', 'A'],
      ['b', 'B'],
    ] as const
    const html = String(jsx(Choice, { form: 'f', name: 'n', label: 'N', value: 'b', options }))
    expect(html).not.toMatch(/aria-|undefined|null/)
    expect(html.match(/selected=""/g)).toHaveLength(1)
  })
})

it('a table on a page has a caption and can be scrolled with the keyboard', () => {
  const columns = { Path: '', Time: 'number minor' }
  const html = String(jsx(Table, { caption: 'Requests', columns, id: 'rows' }))
  expect(html).toContain('<section class="scroll" aria-label="Requests" tabindex="0">')
  expect(html).toContain('<th scope="col" class="number minor">Time</th>')
})

it('the badge of a response status is green below 400, a warning from 400 on and red from 500 on', () => {
  const readBadgeClass = (status: number) => /badge (\w+)/.exec(String(jsx(StatusBadge, { status })))?.[1]
  expect([200, 302, 404, 429, 500].map(readBadgeClass)).toEqual(['good', 'good', 'warn', 'warn', 'bad'])
  expect(String(jsx(LinkButton, { href: '/x', kind: 'main' }, 'Go'))).toBe(
    '<a class="button main" href="/x">Go</a>',
  )
})
