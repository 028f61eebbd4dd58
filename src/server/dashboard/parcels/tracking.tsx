import type { TrackerRecord } from '../../../simulator/accounts/records/tracking.ts'
import { newest } from '../../../simulator/resources/newest.ts'
import { showTracker } from '../../../simulator/resources/trackers.ts'
import type { TrackingStatus } from '../../../simulator/specification/model.ts'
import { Badge } from '../../pages/components/badge.tsx'
import { CodeBlock } from '../../pages/components/code-block.tsx'
import { Empty } from '../../pages/components/empty.tsx'
import { Cell, Table } from '../../pages/components/table.tsx'
import { Live } from '../changes/live.tsx'
import type { DashboardPage, PageRequest } from '../page.ts'
import { Instant } from '../time/instants.tsx'
import { wordsOf } from './journey.tsx'

const rowsOnPage = 100

/** Lists the trackers of both environments, newest first. */
export const tracking: DashboardPage = {
  path: 'tracking',
  title: 'Tracking',
  shortcut: 'p',
  show: (page) => ({
    body: (
      <Live page={page} id="trackers" topics={['trackers', 'clock']}>
        <Listed page={page} />
      </Live>
    ),
  }),
}

const columns = [
  { name: 'Parcel' },
  { name: 'Status' },
  { name: 'Polled', isMinor: true },
  { name: 'Next poll', isMinor: true },
]

function Listed({ page }: { readonly page: PageRequest }) {
  const { trackers } = page.context.state
  if (trackers.size === 0)
    return (
      <Empty title="No trackers yet">
        <p>
          Register the number of a label, or a magic one: 9999 and a digit, for each script. The page of a{' '}
          <a href={page.href('shipments')}>shipment</a> moves its parcel without a tracker, too.
        </p>
        <CodeBlock
          label="a tracker"
          code={`curl ${page.url}/v1/trackers -H "Authorization: Bearer $DRYDOCK_KEY" -H 'Content-Type: application/json' -d '{"tracking_number":"99991234567890","carrier":"UPS"}'`}
          isWrapped
        />
      </Empty>
    )
  const shown = newest(trackers, rowsOnPage)
  return (
    <>
      <p class="muted">
        {trackers.size === 1 ? '1 tracker' : `${trackers.size.toLocaleString('en-US')} trackers`}
        {trackers.size > rowsOnPage ? `, the newest ${rowsOnPage} shown` : ''}. Each polls its carrier every 4
        hours.
      </p>
      <Table caption="Trackers" columns={columns}>
        {shown.map((tracker) => (
          <Row page={page} tracker={tracker} />
        ))}
      </Table>
    </>
  )
}

function Row({ page, tracker }: { readonly page: PageRequest; readonly tracker: TrackerRecord }) {
  const { context } = page
  const nowMs = context.clock.now()
  const { id, carrier, trackingNumber, environment, polledAtMs, nextPollAtMs } = tracker
  return (
    <tr id={id}>
      <Cell>
        <a href={page.href(`tracking/${id}`)} data-row>
          {carrier} <code>{page.server.conceal(trackingNumber)}</code>
        </a>{' '}
        {environment === 'test' ? <Badge>test</Badge> : null}
      </Cell>
      <Cell>
        <StatusOf status={showTracker(context, tracker).status} />
      </Cell>
      <Cell isMinor>
        {polledAtMs === null ? <span class="muted">never</span> : <Instant atMs={polledAtMs} nowMs={nowMs} />}
      </Cell>
      <Cell isMinor>
        <Instant atMs={nextPollAtMs} nowMs={nowMs} />
      </Cell>
    </tr>
  )
}

/** Renders a parcel's status as a badge. */
export function StatusOf({ status }: { readonly status: TrackingStatus }) {
  const tone = status === 'delivered' ? 'good' : status === 'exception' ? 'warn' : 'note'
  return <Badge tone={tone}>{wordsOf(status)}</Badge>
}
