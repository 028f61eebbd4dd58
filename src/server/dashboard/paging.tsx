import { countText } from './money/money.ts'
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

/** Returns the part of a list that a page's query names. Without a number it is the first, beyond the end the last. */
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

/** Renders links to the parts before and after. They keep the rest of the query. A list of one part has none. */
export function PageLinks({ page, paging, of, anchor, links = ['Newer', 'Older'] }: PageLinksProps) {
  const { at, pages } = paging
  if (pages === 1) return null
  const href = (to: number): string => {
    const query = new URLSearchParams(page.query)
    query.delete('notice')
    query.set('page', String(to))
    return `${page.path}?${query}#${anchor}`
  }
  return (
    <nav class="row pages" aria-label={`Pages of ${of}`}>
      {at === 1 ? null : <a href={href(at - 1)}>{links[0]}</a>}
      <span>
        Page {countText(at)} of {countText(pages)}
      </span>
      {at === pages ? null : <a href={href(at + 1)}>{links[1]}</a>}
    </nav>
  )
}
