import type { Child } from 'hono/jsx'
import { newest, type Readable } from '../../simulator/resources/newest.ts'
import { type Column, Table } from '../pages/components/table.tsx'

const maxRows = 100

interface NewestTableProps<T> {
  readonly records: Readable<T> & { readonly size: number }
  readonly caption: string
  /** One record and several, in words. */
  readonly nouns: readonly [one: string, many: string]
  readonly note?: string
  readonly columns: readonly Column[]
  readonly row: (record: T) => Child
  /** Shown instead if there are no records. */
  readonly empty: Child
}

/** Lists the newest records of a kind, below their number. */
export function NewestTable<T>(props: NewestTableProps<T>) {
  const { records, caption, nouns, note = '', columns, row, empty } = props
  const { size } = records
  if (size === 0) return empty
  const [one, many] = nouns
  return (
    <>
      <p class="muted">
        {size === 1 ? `1 ${one}` : `${size.toLocaleString('en-US')} ${many}`}
        {size > maxRows ? `, the newest ${maxRows} shown` : ''}.{note}
      </p>
      <Table caption={caption} columns={columns}>
        {newest(records, maxRows).map(row)}
      </Table>
    </>
  )
}
