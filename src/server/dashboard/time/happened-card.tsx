import { listPastAndPlannedEvents } from '../../../simulator/resources/journeys.ts'
import { showTimeline } from '../../../simulator/time/moments.ts'
import { parseTimestamp, toTimestamp } from '../../../simulator/time/timestamp.ts'
import { Card } from '../../pages/components/card.tsx'
import { countOf } from '../money/money.ts'
import type { PageProps, PageRequest } from '../page.ts'
import { instantText } from './instants.tsx'
import { buildMomentRow, type EventRow, EventTable } from './moments.tsx'

const rowsOnPage = 100

/** Returns the path of a page that lists the events since a time. */
export function buildEventsPath(path: string, sinceMs: number): string {
  return `${path}?${new URLSearchParams({ since: toTimestamp(sinceMs) })}#happened`
}

interface PastEventsProps extends PageProps {
  /** The number of a parcel whose scans are listed, too. */
  readonly trackingNumber?: string
}

/** Lists the events since the time in the page's query, each with a link. An advance leads to this list. */
export function PastEventsCard({ page, trackingNumber }: PastEventsProps) {
  const sinceMs = parseTimestamp(page.query.get('since') ?? '')
  if (sinceMs === undefined) return null
  const nowMs = page.context.clock.now()
  const { past, has_more } = showTimeline(page.context, {
    fromMs: sinceMs + 1,
    toMs: nowMs,
    limit: rowsOnPage,
  })
  const scans = trackingNumber === undefined ? [] : listScansSince(page, trackingNumber, sinceMs)
  const rows = [...past.map((moment) => buildMomentRow(page, moment)), ...scans].sort(
    (one, other) => Date.parse(other.at) - Date.parse(one.at),
  )
  return (
    <Card title={`${formatEventCount(rows.length, has_more)} since ${instantText(sinceMs)}`} id="happened">
      {has_more ? <p class="muted">Only the latest {rowsOnPage} are listed.</p> : null}
      {rows.length === 0 ? null : <EventTable caption="Events on the way" rows={rows} nowMs={nowMs} />}
    </Card>
  )
}

function formatEventCount(count: number, hasMore: boolean): string {
  if (hasMore) return 'Events'
  return count === 0 ? 'No events' : countOf(count, 'event')
}

/** Returns the carrier's scans of a parcel since a time. */
function listScansSince(
  { context }: PageRequest,
  trackingNumber: string,
  sinceMs: number,
): readonly EventRow[] {
  return listPastAndPlannedEvents(context, trackingNumber)
    .past.filter(({ atMs }) => atMs > sinceMs)
    .map(({ atMs, message }) => ({
      at: toTimestamp(atMs),
      kind: 'Scan',
      what: message,
      href: '#journey',
    }))
}
