import type { Child } from 'hono/jsx'
import type { PageRequest, Topic } from './page.ts'

interface LiveProps {
  readonly page: PageRequest
  readonly id: string
  /** What renews it. */
  readonly topics: readonly Topic[]
  readonly children?: Child
}

/** A part of a page that is renewed when something changes: the page is asked for again, and this part taken out of it. */
export function Live({ page, id, topics, children }: LiveProps) {
  const query = new URLSearchParams(page.query)
  query.delete('notice')
  return (
    <div
      id={id}
      class="live"
      data-live
      hx-get={query.size === 0 ? page.path : `${page.path}?${query}`}
      hx-trigger={[...topics.map((topic) => `sse:${topic}`), 'renew'].join(', ')}
      hx-select={`#${id}`}
      hx-swap="morph:outerHTML"
      hx-sync="this:queue last"
    >
      {children}
    </div>
  )
}
