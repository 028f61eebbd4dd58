import type { MomentBody } from '../../../simulator/bodies/control/timeline.ts'
import { Badge } from '../../pages/components/badge.tsx'
import { allowLineBreaks } from '../../pages/components/breakable.tsx'
import { Cell, Empty, Table } from '../../pages/components/table.tsx'
import { countOf, countText } from '../money/money.ts'
import type { PageRequest } from '../page.ts'
import { Instant, instantText } from './instants.tsx'

/** The label of each kind of event, in the order of the drawing. */
export const momentLabels: Readonly<Record<MomentBody['kind'], string>> = {
  webhook: 'Webhook',
  poll: 'Poll',
  batch: 'Batch',
  rate_expiry: 'Rates',
  fault_begins: 'Fault',
  fault_ends: 'Fault',
  scenario: 'Scenario',
  key_expiry: 'Key',
}

/** Returns the path of the page that shows the resource of an event, by the event's kind. */
const momentPaths: Readonly<Record<MomentBody['kind'], (id: string) => string>> = {
  webhook: (id) => `webhooks/${id}`,
  poll: (id) => `tracking/${id}`,
  batch: (id) => `batches/${id}`,
  rate_expiry: (id) => `buy?quote=${id}`,
  fault_begins: () => 'carriers',
  fault_ends: () => 'carriers',
  scenario: () => 'carriers',
  key_expiry: () => 'keys',
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
  return what.replaceAll(/(?<![.\w])\d+(?= of \d| items|(?:\.\d+)? oz)/g, countText)
}

/** Returns the row of an event in a table. */
export function buildMomentRow(page: PageRequest, { at, kind, id, what }: MomentBody): EventRow {
  return {
    at,
    kind: momentLabels[kind],
    what: page.server.conceal(describeMoment({ what })),
    href: buildMomentHref(page, { kind, id }),
  }
}

/** Returns the URL of the page that shows the resource of an event. */
export function buildMomentHref(page: PageRequest, { kind, id }: Pick<MomentBody, 'kind' | 'id'>): string {
  return page.href(momentPaths[kind](id))
}

const rowsOnPage = 100
const columns = [
  { name: 'When' },
  { name: 'Kind', isMinor: true },
  { name: 'What' },
  { name: 'State', isMinor: true },
]

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
      {rows.slice(0, rowsOnPage).map(({ at, kind, what, href, repeated }) => (
        <tr>
          <Cell>
            <Instant atMs={Date.parse(at)} nowMs={nowMs} />
          </Cell>
          <Cell isMinor>{kind}</Cell>
          <Cell>
            <a href={href}>{allowLineBreaks(what)}</a>
            {repeated === undefined ? null : (
              <span class="muted">
                , {countOf(repeated.count, 'time')}, last at {instantText(Date.parse(repeated.lastAt))}
              </span>
            )}
          </Cell>
          <Cell isMinor>{Date.parse(at) > nowMs ? <Badge tone="note">due</Badge> : <Badge>past</Badge>}</Cell>
        </tr>
      ))}
    </Table>
  )
}
