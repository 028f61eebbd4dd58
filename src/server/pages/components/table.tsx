import type { Child } from 'hono/jsx'

export interface Column {
  readonly name: string
  /** Whether the column is aligned to the right, as numbers are. */
  readonly isNumber?: boolean
  /** Whether narrow screens hide the column. */
  readonly isMinor?: boolean
  /** Whether the column stays visible while other columns scroll, as the actions of a row do. */
  readonly stays?: boolean
}

interface TableProps {
  /** A description of the rows, for screen readers. */
  readonly caption: string
  readonly columns: readonly Column[]
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
            {columns.map(({ name, ...kind }) => (
              <th scope="col" class={buildClass(kind)}>
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

interface CellProps {
  readonly isNumber?: boolean
  readonly isMinor?: boolean
  readonly stays?: boolean
  readonly children?: Child
}

export function Cell({ children, ...kind }: CellProps) {
  return <td class={buildClass(kind)}>{children}</td>
}

function buildClass({
  isNumber = false,
  isMinor = false,
  stays = false,
}: {
  readonly isNumber?: boolean | undefined
  readonly isMinor?: boolean | undefined
  readonly stays?: boolean | undefined
}): string | undefined {
  const classes = [isNumber && 'number', isMinor && 'minor', stays && 'stays'].filter(
    (name) => name !== false,
  )
  return classes.length === 0 ? undefined : classes.join(' ')
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
