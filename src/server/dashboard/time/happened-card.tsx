import { showTimeline } from '../../../simulator/time/moments.ts'
import { parseTimestamp } from '../../../simulator/time/timestamp.ts'
import { Card } from '../../pages/components/card.tsx'
import type { PageRequest } from '../page.ts'
import { instantText } from './instants.tsx'
import { MomentTable } from './moments.tsx'

const rowsOnPage = 100

/** Lists the events since the time in the page's query, each with a link: the result of an advance. */
export function HappenedCard({ page }: { readonly page: PageRequest }) {
  const sinceMs = parseTimestamp(page.query.get('since') ?? '')
  if (sinceMs === undefined) return null
  const nowMs = page.context.clock.now()
  const span = { fromMs: sinceMs + 1, toMs: nowMs, limit: rowsOnPage }
  const timeline = { ...showTimeline(page.context, span), due: [] }
  return (
    <Card title={`Events since ${instantText(sinceMs)}`} id="happened">
      {timeline.has_more ? <p class="muted">Only the latest {rowsOnPage} are listed.</p> : null}
      {timeline.past.length === 0 ? (
        <p>Nothing happened on the way.</p>
      ) : (
        <MomentTable page={page} timeline={timeline} nowMs={nowMs} caption="Events on the way" />
      )}
    </Card>
  )
}
