import type { MomentBody, TimelineBody } from '../../../simulator/bodies/control/timeline.ts'
import { Badge } from '../../pages/components/badge.tsx'
import { Empty } from '../../pages/components/empty.tsx'
import { Cell, Table } from '../../pages/components/table.tsx'
import type { PageRequest } from '../page.ts'
import { Instant } from './instants.tsx'

/** The kinds of moments with their labels, in drawing order. */
export const momentNames: Readonly<Record<MomentBody['kind'], string>> = {
  webhook: 'Webhook',
  poll: 'Poll',
  batch: 'Batch',
  rate_expiry: 'Rates',
  fault_begins: 'Fault',
  fault_ends: 'Fault',
  scenario: 'Scenario',
  key_expiry: 'Key',
}

const places: Readonly<Record<MomentBody['kind'], (id: string) => string>> = {
  webhook: (id) => `webhooks/${id}`,
  poll: (id) => `tracking/${id}`,
  batch: (id) => `batches/${id}`,
  rate_expiry: () => 'requests',
  fault_begins: () => 'carriers',
  fault_ends: () => 'carriers',
  scenario: () => 'carriers',
  key_expiry: () => 'keys',
}

/** Returns the page of a moment's resource; undefined if there is none. */
export function momentHref(page: PageRequest, { kind, id }: MomentBody): string | undefined {
  return page.href(places[kind](id))
}

const rowsOnPage = 100

/** Renders the moments of the drawing as a table, due ones first. */
export function MomentTable({
  page,
  timeline,
  nowMs,
  caption = 'Past and due events',
}: {
  readonly page: PageRequest
  readonly timeline: TimelineBody
  readonly nowMs: number
  readonly caption?: string
}) {
  const moments = [...timeline.due, ...timeline.past.toReversed()]
  if (moments.length === 0)
    return (
      <Empty title="Nothing in this span">
        <p>
          Quote rates, buy a label or register a tracker: past and due events then appear here. Or choose a
          longer span above.
        </p>
      </Empty>
    )
  const columns = [{ name: 'When' }, { name: 'Kind' }, { name: 'What' }, { name: 'State', isMinor: true }]
  return (
    <Table caption={caption} columns={columns}>
      {moments.slice(0, rowsOnPage).map((moment) => {
        const atMs = Date.parse(moment.at)
        const href = momentHref(page, moment)
        return (
          <tr>
            <Cell>
              <Instant atMs={atMs} nowMs={nowMs} />
            </Cell>
            <Cell>{momentNames[moment.kind]}</Cell>
            <Cell>{href === undefined ? moment.what : <a href={href}>{moment.what}</a>}</Cell>
            <Cell isMinor>{atMs > nowMs ? <Badge tone="note">due</Badge> : <Badge>fired</Badge>}</Cell>
          </tr>
        )
      })}
    </Table>
  )
}
