import type { PageProps, PageRequest } from './page.ts'

export const rowsOnPage = 100

/** A part of a long list. */
export interface Paging {
  /** The number of the part, from 1. */
  readonly at: number
  readonly pages: number
  /** The index of its first row. */
  readonly from: number
}

/** Returns the part of a list that the query of a page names: the first without a number, the last beyond it. */
export function readPaging({ query }: PageRequest, count: number, rows = rowsOnPage): Paging {
  const pages = Math.max(1, Math.ceil(count / rows))
  const asked = Number(query.get('page') ?? '1')
  const at = Number.isInteger(asked) ? Math.min(Math.max(asked, 1), pages) : 1
  return { at, pages, from: (at - 1) * rows }
}

interface PagesProps extends PageProps {
  readonly paging: Paging
  /** The names of the rows, such as `labels`. */
  readonly of: string
  /** The HTML id of the list, which the links lead to. */
  readonly anchor: string
  readonly links?: readonly [before: string, after: string]
}

/** Renders links to the other parts of a list, which keep the rest of the query; nothing if there is one part. */
export function Pages({
  page,
  paging: { at, pages },
  of,
  anchor,
  links: [before, after] = ['Newer', 'Older'],
}: PagesProps) {
  if (pages === 1) return null
  const href = (to: number): string => {
    const query = new URLSearchParams(page.query)
    query.delete('notice')
    query.set('page', String(to))
    return `${page.path}?${query}#${anchor}`
  }
  return (
    <nav class="row pages" aria-label={`Pages of ${of}`}>
      {at === 1 ? null : <a href={href(at - 1)}>{before}</a>}
      <span>
        Page {at} of {pages}
      </span>
      {at === pages ? null : <a href={href(at + 1)}>{after}</a>}
    </nav>
  )
}
