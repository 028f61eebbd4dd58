import type { Child } from 'hono/jsx'
import { Cell, type Column } from './table.tsx'

interface RowProps {
  readonly columns: readonly Column[]
  /** The content of each column, in the same order. */
  readonly cells: readonly Child[]
  readonly id?: string
  /** The CSS class of the row. */
  readonly kind?: string
}

/** Renders a row of a table, each cell in the style of its column. */
export function Row({ columns, cells, id, kind }: RowProps) {
  return (
    <tr id={id} class={kind}>
      {cells.map((cell, at) => (
        <Cell {...columns[at]}>{cell}</Cell>
      ))}
    </tr>
  )
}
