import type { MomentBody } from '../../../simulator/bodies/control/timeline.ts'
import { Badge } from '../../pages/components/badge.tsx'
import { allowLineBreaks } from '../../pages/components/breakable.tsx'
import { Cell, Empty, Table } from '../../pages/components/table.tsx'
import { countText } from '../money/money.ts'
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
  rate_expiry: (id) => `buy?quote=${id}`,
  fault_begins: () => 'carriers',
  fault_ends: () => 'carriers',
  scenario: () => 'carriers',
  key_expiry: () => 'keys',
}

/** An event in a table, with the page of its resource. */
export interface EventRow {
  readonly at: string
  readonly kind: string
  readonly what: string
  readonly href: string
}

/** Describes a moment; weights and numbers of items are in groups of digits, as on all pages. */
export function momentText({ what }: Pick<MomentBody, 'what'>): string {
  return what.replaceAll(/(?<![.\w])\d+(?= of \d| items|(?:\.\d+)? oz)/g, countText)
}

/** Returns a moment as the row of a table. */
export function momentRow(page: PageRequest, { at, kind, id, what }: MomentBody): EventRow {
  return {
    at,
    kind: momentNames[kind],
    what: page.server.conceal(momentText({ what })),
    href: momentHref(page, { kind, id }),
  }
}

/** Returns the URL of the page of a moment's resource. */
export function momentHref(page: PageRequest, { kind, id }: Pick<MomentBody, 'kind' | 'id'>): string {
  return page.href(places[kind](id))
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
      <Empty title="Nothing in this span">
        <p>
          Quote rates, buy a label or register a tracker: past and due events then appear here. Or choose a
          longer span above.
        </p>
      </Empty>
    )
  return (
    <Table caption={caption} columns={columns}>
      {rows.slice(0, rowsOnPage).map(({ at, kind, what, href }) => (
        <tr>
          <Cell>
            <Instant atMs={Date.parse(at)} nowMs={nowMs} />
          </Cell>
          <Cell isMinor>{kind}</Cell>
          <Cell>
            <a href={href}>{allowLineBreaks(what)}</a>
          </Cell>
          <Cell isMinor>{Date.parse(at) > nowMs ? <Badge tone="note">due</Badge> : <Badge>past</Badge>}</Cell>
        </tr>
      ))}
    </Table>
  )
}
