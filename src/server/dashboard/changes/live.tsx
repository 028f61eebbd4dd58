import type { Child } from 'hono/jsx'
import type { PageProps } from '../page.ts'
import type { Topic } from './change-stream.ts'

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
