import type { TrackerRecord } from '../../../simulator/accounts/records/tracking.ts'
import { showTracker } from '../../../simulator/resources/trackers.ts'
import { carrierNames, type TrackingStatus } from '../../../simulator/specification/model.ts'
import { Badge } from '../../pages/components/badge.tsx'
import { Card } from '../../pages/components/card.tsx'
import { Choice, TextField } from '../../pages/components/field.tsx'
import { Cell, Empty } from '../../pages/components/table.tsx'
import { ActionForm, fieldOf } from '../action-form.tsx'
import { Live } from '../changes/live.tsx'
import { NewestTable } from '../newest-table.tsx'
import type { DashboardPage, PageProps } from '../page.ts'
import { KeyChoice } from '../service/key-choice.tsx'
import { firstKeyId } from '../service/keys-to-send.ts'
import { Instant } from '../time/instants.tsx'
import { wordsOf } from './journey.tsx'
import { track } from './tracking-actions.ts'

/** Lists the trackers of both environments, newest first. */
export const tracking: DashboardPage = {
  path: 'tracking',
  title: 'Tracking',
  shortcut: 'p',
  actions: { track },
  body: (page) => (
    <>
      <TrackForm page={page} />
      <Live page={page} id="trackers" topics={['trackers', 'clock']}>
        <Listed page={page} />
      </Live>
    </>
  ),
}

function TrackForm({ page }: PageProps) {
  return (
    <Card title="Track a parcel" id="track">
      <ActionForm
        page={page}
        action="track"
        submit="Track it"
        kind="main"
        sample={{
          tracking_number: '99994001',
          carrier: carrierNames[0],
          key: firstKeyId(page.context, 'test'),
        }}
      >
        <TextField
          {...fieldOf(page, 'track', 'tracking_number')}
          label="Tracking number"
          hint={
            <>
              of a label, or 9999 and a digit:{' '}
              <a href="/docs/magic-values#what-can-a-tracking-number-cause">outcomes</a>
            </>
          }
          placeholder="99994001"
          isRequired
        />
        <Choice {...fieldOf(page, 'track', 'carrier')} label="Carrier" options={carrierNames} />
        <KeyChoice page={page} action="track" />
      </ActionForm>
    </Card>
  )
}

const columns = [
  { name: 'Parcel' },
  { name: 'Status' },
  { name: 'Polled', isMinor: true },
  { name: 'Next poll', isMinor: true },
]

function Listed({ page }: PageProps) {
  return (
    <NewestTable
      page={page}
      anchor="trackers"
      records={page.context.state.trackers}
      caption="Trackers"
      nouns={['tracker', 'trackers']}
      note=" Each polls its carrier every 4 hours."
      columns={columns}
      row={(tracker) => <Row page={page} tracker={tracker} />}
      empty={
        <Empty title="No trackers yet">
          <p>
            Register a number above. The page of a <a href={page.href('shipments')}>shipment</a> moves its
            parcel without a tracker, too.
          </p>
        </Empty>
      }
    />
  )
}

function Row({ page, tracker }: PageProps & { readonly tracker: TrackerRecord }) {
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
