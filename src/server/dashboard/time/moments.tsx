import type { Context } from '../../../simulator/accounts/context.ts'
import type { MomentBody } from '../../../simulator/bodies/control/timeline.ts'
import { listPastAndPlannedEvents } from '../../../simulator/resources/journeys.ts'
import { showTimeline } from '../../../simulator/time/moments.ts'
import { parseTimestamp, toTimestamp } from '../../../simulator/time/timestamp.ts'
import { allowLineBreaks, Badge, Card, Empty, Row, Table } from '../../pages/components.ts'
import { formatCount, formatCountWithNoun, formatInstant, Instant } from '../format.tsx'
import type { PageProps, PageRequest } from '../page.ts'

/** The label of each kind of event, in the order of the drawing, and the path of the page that shows its resource. */
const momentKinds: Readonly<Record<MomentBody['kind'], readonly [string, (id: string) => string]>> = {
  webhook: ['Webhook', (id) => `webhooks/${id}`],
  poll: ['Poll', (id) => `tracking/${id}`],
  batch: ['Batch', (id) => `batches/${id}`],
  rate_expiry: ['Rates', (id) => `buy?quote=${id}`],
  fault_begins: ['Fault', () => 'carriers'],
  fault_ends: ['Fault', () => 'carriers'],
  scenario: ['Scenario', () => 'carriers'],
  key_expiry: ['Key', () => 'keys'],
}

/** The labels of events, each once, in the order of the drawing. */
export const momentLabels = [...new Set(Object.values(momentKinds).map(([label]) => label))]

export function getMomentLabel({ kind }: Pick<MomentBody, 'kind'>): string {
  return momentKinds[kind][0]
}

/** A row of a table of events, with the URL of the resource's page. */
export interface EventRow {
  readonly at: string
  readonly kind: string
  readonly what: string
  readonly href: string
  /** The number of equal events in the row, and the time of the last; absent for a single event. */
  readonly repeated?: { readonly count: number; readonly lastAt: string }
}

/** Describes an event, with commas in weights and numbers of items. */
export function describeMoment({ what }: Pick<MomentBody, 'what'>): string {
  return what.replaceAll(/(?<![.\w])\d+(?= of \d| items|(?:\.\d+)? oz)/g, formatCount)
}

/** Returns the next event that is due; undefined if nothing is due. */
export function findNextMoment(context: Context): MomentBody | undefined {
  const fromMs = context.clock.now()
  return showTimeline(context, { fromMs, toMs: Number.POSITIVE_INFINITY, limit: 1 }).due[0]
}

export function buildMomentRow(page: PageRequest, moment: MomentBody): EventRow {
  const what = page.server.conceal(describeMoment(moment))
  return { at: moment.at, kind: getMomentLabel(moment), what, href: buildMomentHref(page, moment) }
}

/** Returns the URL of the page that shows the resource of an event. */
export function buildMomentHref(page: PageRequest, { kind, id }: Pick<MomentBody, 'kind' | 'id'>): string {
  return page.href(momentKinds[kind][1](id))
}

const rowsOnPage = 100

const columns = { When: '', Kind: 'minor', What: '', State: 'minor' }

interface EventTableProps {
  readonly caption: string
  readonly rows: readonly EventRow[]
  readonly nowMs: number
}

/** Renders events as a table, each with a link to its resource. */
export function EventTable({ caption, rows, nowMs }: EventTableProps) {
  if (rows.length === 0)
    return (
      <Empty title="No events in this time span">
        <p>
          Quote rates, buy a label or register a tracker: past and due events then appear here. Or choose a
          longer span above.
        </p>
      </Empty>
    )
  return (
    <Table caption={caption} columns={columns}>
      {rows.slice(0, rowsOnPage).map(({ at, kind, what, href, repeated }) => {
        const cells = [
          <Instant atMs={Date.parse(at)} nowMs={nowMs} />,
          kind,
          <>
            <a href={href}>{allowLineBreaks(what)}</a>
            {repeated === undefined ? null : (
              <span class="muted">
                , {formatCountWithNoun(repeated.count, 'time')}, last at{' '}
                {formatInstant(Date.parse(repeated.lastAt))}
              </span>
            )}
          </>,
          Date.parse(at) > nowMs ? <Badge tone="note">due</Badge> : <Badge>past</Badge>,
        ]
        return <Row columns={columns} cells={cells} />
      })}
    </Table>
  )
}

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
  const count = rows.length === 0 ? 'No events' : formatCountWithNoun(rows.length, 'event')
  return (
    <Card title={`${has_more ? 'Events' : count} since ${formatInstant(sinceMs)}`} id="happened">
      {has_more ? <p class="muted">Only the latest {rowsOnPage} are listed.</p> : null}
      {rows.length === 0 ? null : <EventTable caption="Events on the way" rows={rows} nowMs={nowMs} />}
    </Card>
  )
}
