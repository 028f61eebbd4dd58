import type { Child } from 'hono/jsx'
import { listNewest, type Readable } from '../../simulator/resources/newest.ts'
import { type Columns, Table } from '../pages/components.ts'
import type { Topic } from './changes/change-stream.ts'
import { formatCount, formatCountWithNoun } from './format.tsx'
import type { PageProps, PageRequest } from './page.ts'

/** The maximum number of rows of a table on one page. */
export const rowsOnPage = 100

/** The part of a long list that a page shows. */
export interface Paging {
  /** The number of the part, from 1. */
  readonly at: number
  /** The number of all parts. */
  readonly pages: number
  /** The index of the part's first row in the list. */
  readonly from: number
}

/** Returns the part of a list that a page's query names: the first by default, the last for a number that is too large. */
export function readPaging({ query }: PageRequest, count: number, rows = rowsOnPage): Paging {
  const pages = Math.max(1, Math.ceil(count / rows))
  const number = Number(query.get('page') ?? '1')
  const at = Number.isInteger(number) ? Math.min(Math.max(number, 1), pages) : 1
  return { at, pages, from: (at - 1) * rows }
}

interface PageLinksProps extends PageProps {
  readonly paging: Paging
  /** The names of the rows, such as `labels`. */
  readonly of: string
  /** The HTML id of the list, which the links lead to. */
  readonly anchor: string
  readonly links?: readonly [before: string, after: string]
}

/**
 * Renders links to the previous and the next part of a list. The links keep the other query parameters. Renders nothing for
 * a list with one part.
 */
export function PageLinks({ page, paging, of, anchor, links = ['Newer', 'Older'] }: PageLinksProps) {
  const { at, pages } = paging
  if (pages === 1) return null
  const buildHref = (to: number): string => {
    const query = new URLSearchParams(page.query)
    query.delete('notice')
    query.set('page', String(to))
    return `${page.path}?${query}#${anchor}`
  }
  return (
    <nav class="row pages" aria-label={`Pages of ${of}`}>
      {at === 1 ? null : <a href={buildHref(at - 1)}>{links[0]}</a>}
      <span>
        Page {formatCount(at)} of {formatCount(pages)}
      </span>
      {at === pages ? null : <a href={buildHref(at + 1)}>{links[1]}</a>}
    </nav>
  )
}

interface NewestTableProps<T> extends PageProps {
  readonly records: Readable<T> & { readonly size: number }
  readonly caption: string
  /** The HTML id of the list. */
  readonly anchor: string
  /** The noun for one record, and for several. */
  readonly nouns: readonly [one: string, many: string]
  readonly note?: string
  readonly columns: Columns
  readonly renderRow: (record: T) => Child
  /** The content if there are no records. */
  readonly empty: Child
}

/** Renders the number of the records and a table of them, newest first, with links to the older pages. */
export function NewestTable<T>(props: NewestTableProps<T>) {
  const { page, records, caption, anchor, nouns, note = '', columns, renderRow, empty } = props
  const { size } = records
  if (size === 0) return empty
  const [one, many] = nouns
  const paging = readPaging(page, size)
  return (
    <>
      <p class="muted">
        {formatCountWithNoun(size, one, many)}.{note}
      </p>
      <Table caption={caption} columns={columns}>
        {listNewest(records, rowsOnPage, paging.from).map(renderRow)}
      </Table>
      <PageLinks page={page} paging={paging} of={many} anchor={anchor} />
    </>
  )
}

interface LiveProps extends PageProps {
  readonly id: string
  /** The topics of changes after which the browser renews this part. */
  readonly topics: readonly Topic[]
  readonly children?: Child
}

/** Marks a part of a page as live: after a change, the browser requests the page again and replaces this part. */
export function Live({ page, id, topics, children }: LiveProps) {
  return (
    <div
      id={id}
      class="live"
      data-live
      hx-get={page.address}
      hx-trigger={[...topics.map((topic) => `sse:${topic}`), 'renew'].join(', ')}
      hx-select={`#${id}`}
      hx-swap="morph:outerHTML"
      hx-sync="this:queue last"
    >
      {children}
    </div>
  )
}
