import type { Child } from 'hono/jsx'

/**
 * The columns of a table: the heading of each, and the classes of its cells. `number` aligns them to the right, narrow
 * screens hide `minor` ones, and `stays` keeps the actions of a row in view while other columns scroll.
 */
export type Columns = Readonly<Record<string, string>>

interface TableProps {
  /** A description of the rows, for screen readers. */
  readonly caption: string
  readonly columns: Columns
  /** The rows, as `<tr>` elements. */
  readonly children?: Child
  readonly id?: string
}

/** Renders a table that scrolls on its own if it is wider than the screen, also by keyboard. */
export function Table({ caption, columns, children, id }: TableProps) {
  return (
    <section class="scroll" aria-label={caption} tabindex={0}>
      <table>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {Object.entries(columns).map(([name, kind]) => (
              <th scope="col" class={kind || undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody id={id}>{children}</tbody>
      </table>
    </section>
  )
}

interface RowProps {
  readonly columns: Columns
  /** The content of each column, in the same order. */
  readonly cells: readonly Child[]
  readonly id?: string
  /** The CSS class of the row. */
  readonly kind?: string
}

/** Renders a row of a table, each cell in the style of its column. */
export function Row({ columns, cells, id, kind }: RowProps) {
  const kinds = Object.values(columns)
  return (
    <tr id={id} class={kind}>
      {cells.map((cell, at) => (
        <td class={kinds[at] || undefined}>{cell}</td>
      ))}
    </tr>
  )
}

/** Renders the text in place of an empty table: why there is nothing, and what to do. */
export function Empty({ title, children }: { readonly title: string; readonly children?: Child }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  )
}
