import { listPastAndPlannedEvents } from '../../../simulator/resources/journeys.ts'
import { showTimeline } from '../../../simulator/time/moments.ts'
import { parseTimestamp, toTimestamp } from '../../../simulator/time/timestamp.ts'
import { Card } from '../../pages/components/card.tsx'
import { countOf } from '../money/money.ts'
import type { PageProps } from '../page.ts'
import { instantText } from './instants.tsx'
import { buildMomentRow, EventTable } from './moments.tsx'

const rowsOnPage = 100

/** Returns the path of a page that lists the events since a time. */
export function buildEventsPath(path: string, sinceMs: number): string {
  return `${path}?${new URLSearchParams({ since: toTimestamp(sinceMs) })}#happened`
}

/**
 * Lists the events since the time in the page's query, each with a link, and the scans of the parcel with a tracking
 * number. An advance leads to this list.
 */
export function PastEventsCard({ page, trackingNumber }: PageProps & { readonly trackingNumber?: string }) {
  const { context, query } = page
  const sinceMs = parseTimestamp(query.get('since') ?? '')
  if (sinceMs === undefined) return null
  const nowMs = context.clock.now()
  const span = { fromMs: sinceMs + 1, toMs: nowMs, limit: rowsOnPage }
  const { past, has_more } = showTimeline(context, span)
  const scans = trackingNumber === undefined ? [] : listPastAndPlannedEvents(context, trackingNumber).past
  const rows = [
    ...past.map((moment) => buildMomentRow(page, moment)),
    ...scans
      .filter(({ atMs }) => atMs > sinceMs)
      .map(({ atMs, message: what }) => ({ at: toTimestamp(atMs), kind: 'Scan', what, href: '#journey' })),
  ].sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
  const count = rows.length === 0 ? 'No events' : countOf(rows.length, 'event')
  return (
    <Card title={`${has_more ? 'Events' : count} since ${instantText(sinceMs)}`} id="happened">
      {has_more ? <p class="muted">Only the latest {rowsOnPage} are listed.</p> : null}
      {rows.length === 0 ? null : <EventTable caption="Events on the way" rows={rows} nowMs={nowMs} />}
    </Card>
  )
}
