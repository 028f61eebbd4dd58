import type { Child } from 'hono/jsx'

interface Column {
  readonly name: string
  /** Numbers stand under each other at the right. */
  readonly isNumber?: boolean
  /** Left out on narrow screens. */
  readonly isMinor?: boolean
  /** In sight where the rest is scrolled: for what can be done with a row. */
  readonly stays?: boolean
}

interface TableProps {
  /** What the rows are, for people who do not see it. */
  readonly caption: string
  readonly columns: readonly Column[]
  /** The rows, each a `<Row>`. */
  readonly children?: Child
  readonly id?: string
}

/** A table that scrolls by itself where it is wider than the screen, with the keyboard, too. */
export function Table({ caption, columns, children, id }: TableProps) {
  return (
    <section class="scroll" aria-label={caption} tabindex={0}>
      <table>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, ...kind }) => (
              <th scope="col" class={classOf(kind)}>
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
  return <td class={classOf(kind)}>{children}</td>
}

function classOf({
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
