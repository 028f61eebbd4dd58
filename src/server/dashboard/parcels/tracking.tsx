import type { TrackerRecord } from '../../../simulator/accounts/records/tracking.ts'
import { showTracker } from '../../../simulator/resources/trackers.ts'
import { carrierNames, type TrackingStatus } from '../../../simulator/specification/model.ts'
import { Badge, Card, Choice, Empty, Row, TextField } from '../../pages/components.ts'
import { ActionForm, KeyChoice, readRefusedField } from '../action-form.tsx'
import { Instant } from '../format.tsx'
import type { DashboardPage, PageProps } from '../page.ts'
import { Live, NewestTable } from '../parts.tsx'
import { findFirstKeyId } from '../service/keys-to-send.ts'
import { formatStatus } from './journey.tsx'
import { track } from './tracking-actions.ts'

/** Lists the trackers of both environments, newest first. */
export const tracking: DashboardPage = {
  path: 'tracking',
  title: 'Tracking',
  shortcut: 'p',
  actions: { track },
  body: (page) => {
    const number = readRefusedField(page, 'track', 'tracking_number')
    const key = findFirstKeyId(page.context, 'test')
    const sample = { tracking_number: '99994001', carrier: carrierNames[0], key }
    const hint = (
      <>
        The number of a label, or 9999 and a digit for a{' '}
        <a href="/docs/magic-values#what-can-a-tracking-number-cause">fixed outcome</a>.
      </>
    )
    return (
      <>
        <Card title="Track a parcel" id="track">
          <ActionForm page={page} action="track" submit="Track parcel" kind="main" sample={sample}>
            <TextField {...number} label="Tracking number" hint={hint} placeholder="99994001" isRequired />
            <Choice {...readRefusedField(page, 'track', 'carrier')} label="Carrier" options={carrierNames} />
            <KeyChoice page={page} action="track" />
          </ActionForm>
        </Card>
        <Live page={page} id="trackers" topics={['trackers', 'clock']}>
          <NewestTable
            page={page}
            anchor="trackers"
            records={page.context.state.trackers}
            caption="Trackers"
            nouns={['tracker', 'trackers']}
            note=" Each tracker polls its carrier every 4 hours."
            columns={columns}
            renderRow={(tracker) => <TrackerRow page={page} tracker={tracker} />}
            empty={
              <Empty title="No trackers yet">
                <p>
                  Register a tracking number above. The page of a{' '}
                  <a href={page.href('shipments')}>shipment</a> can move its parcel without a tracker.
                </p>
              </Empty>
            }
          />
        </Live>
      </>
    )
  },
}

const columns = { Parcel: '', Status: '', Polled: 'minor', 'Next poll': 'minor' }

function TrackerRow({ page, tracker }: PageProps & { readonly tracker: TrackerRecord }) {
  const nowMs = page.context.clock.now()
  const { id, carrier, trackingNumber, environment, polledAtMs, nextPollAtMs } = tracker
  const cells = [
    <>
      <a href={page.href(`tracking/${id}`)} data-row>
        {carrier} <code>{page.server.conceal(trackingNumber)}</code>
      </a>{' '}
      {environment === 'test' ? <Badge>test</Badge> : null}
    </>,
    <ParcelStatusBadge status={showTracker(page.context, tracker).status} />,
    polledAtMs === null ? <span class="muted">never</span> : <Instant atMs={polledAtMs} nowMs={nowMs} />,
    <Instant atMs={nextPollAtMs} nowMs={nowMs} />,
  ]
  return <Row columns={columns} cells={cells} id={id} />
}

export function ParcelStatusBadge({ status }: { readonly status: TrackingStatus }) {
  const tone = status === 'delivered' ? 'good' : status === 'exception' ? 'warn' : 'note'
  return <Badge tone={tone}>{formatStatus(status)}</Badge>
}
