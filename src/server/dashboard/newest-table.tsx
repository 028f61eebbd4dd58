import type { Child } from 'hono/jsx'
import { listNewest, type Readable } from '../../simulator/resources/newest.ts'
import { type Column, Table } from '../pages/components/table.tsx'
import { countOf } from './money/money.ts'
import type { PageProps } from './page.ts'
import { PageLinks, readPaging, rowsOnPage } from './paging.tsx'

interface NewestTableProps<T> extends PageProps {
  readonly records: Readable<T> & { readonly size: number }
  readonly caption: string
  /** The HTML id of the list. */
  readonly anchor: string
  /** The noun for one record, and for several. */
  readonly nouns: readonly [one: string, many: string]
  readonly note?: string
  readonly columns: readonly Column[]
  readonly row: (record: T) => Child
  /** The content if there are no records. */
  readonly empty: Child
}

/** Renders the number of the records and a table of them, newest first, with links to the older pages. */
export function NewestTable<T>(props: NewestTableProps<T>) {
  const { page, records, caption, anchor, nouns, note = '', columns, row, empty } = props
  const { size } = records
  if (size === 0) return empty
  const [one, many] = nouns
  const paging = readPaging(page, size)
  return (
    <>
      <p class="muted">
        {countOf(size, one, many)}.{note}
      </p>
      <Table caption={caption} columns={columns}>
        {listNewest(records, rowsOnPage, paging.from).map(row)}
      </Table>
      <PageLinks page={page} paging={paging} of={many} anchor={anchor} />
    </>
  )
}
