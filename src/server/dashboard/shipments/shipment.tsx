import type { Child } from 'hono/jsx'
import type { LabelRecord, ShipmentRecord } from '../../../simulator/accounts/records/labels.ts'
import type { JourneyEvent } from '../../../simulator/accounts/records/tracking.ts'
import { findDeliveryOfLabel } from '../../../simulator/resources/deliveries.ts'
import { findScanTime, listPastAndPlannedEvents } from '../../../simulator/resources/journeys.ts'
import { computePromisedDate, findShipmentOfLabel } from '../../../simulator/resources/labels/shipments.ts'
import { showParcel } from '../../../simulator/resources/parcel-body.ts'
import { listTrackerIds } from '../../../simulator/resources/trackers.ts'
import { fail } from '../../../simulator/specification/errors.ts'
import { toTimestamp } from '../../../simulator/time/timestamp.ts'
import { failNotFound } from '../../http/not-found.ts'
import { Card, Facts } from '../../pages/components.ts'
import { ActionForm } from '../action-form.tsx'
import { quoteAgain } from '../buy/buy-actions.ts'
import { formatAddress, formatCents, formatCount, Instant } from '../format.tsx'
import type { Actions, DashboardPage, PageProps } from '../page.ts'
import { renderJourney } from '../parcels/journey.tsx'
import { ParcelStatusBadge } from '../parcels/tracking.tsx'
import { buildPollCall, describePollResult, journeyActions, track } from '../parcels/tracking-actions.ts'
import { Live } from '../parts.tsx'
import { findFirstKeyId } from '../service/keys-to-send.ts'
import { PastEventsCard } from '../time/moments.tsx'
import { LabelState } from './shipments.tsx'

const actions: Actions = {
  ...journeyActions,
  track,
  void: {
    call: ({ label = '', key = '' }) => ({
      call: `DELETE /v1/labels/${encodeURIComponent(label)}`,
      keyId: key,
    }),
    message: () => 'A void is requested.',
  },
  scan: {
    call: ({ label = '' }, { state }) => [
      {
        call: 'POST /accounts/{account}/labels/{label}/scan',
        params: { label },
        command: `tracking scan ${label}`,
      },
      buildPollCall(state.labels.get(label)?.trackingNumber ?? label),
    ],
    message: (_, polled) => `The carrier has scanned the package. ${describePollResult(polled)}`,
  },
  quote: {
    ...quoteAgain,
    call: ({ shipment = '', key = '' }, { state }) => {
      const sent = state.shipments.get(shipment) ?? fail('LABEL.NOT_FOUND')
      const body = { from_address: sent.from, to_address: sent.to, parcel: showParcel(sent.parcel) }
      return { call: 'POST /v1/rates', keyId: key, body }
    },
  },
}

/** Renders one label: its picture, parcel and addresses, and its actions. */
export const shipment: DashboardPage = {
  path: 'shipments/:id',
  title: 'Shipment',
  actions,
  show: async (page) => {
    const id = page.param('id')
    const label =
      page.context.state.labels.get(id) ?? failNotFound('label', id, 'The page Shipments lists all labels.')
    const sent = findShipmentOfLabel(page.context, label)
    const { trackingNumber } = label
    const journey = await renderJourney({ page, trackingNumber })
    const file = `${page.path}/label`
    const alt = `Label ${id}, as it is printed`
    return {
      subject: ['Label', id],
      body: (
        <>
          <PastEventsCard page={page} trackingNumber={trackingNumber} />
          <div class="cards">
            <Live page={page} id="label" topics={['labels', 'trackers', 'clock']}>
              <LabelFacts page={page} label={label} />
              <LabelActions page={page} label={label} sent={sent} />
              <ParcelCard page={page} sent={sent} />
            </Live>
            <Card title="Picture" id="picture" aside={<a href={`${file}.pdf`}>Open the PDF</a>}>
              <img class="label" src={`${file}.svg`} width="288" height="432" alt={alt} />
            </Card>
          </div>
          {journey}
        </>
      ),
    }
  },
}

function LabelFacts({ page, label }: PageProps & { readonly label: LabelRecord }) {
  const { context } = page
  const { voidRequestedAtMs: voidedMs } = label
  const nowMs = context.clock.now()
  const scannedMs = findScanTime(context, label)
  const { past, coming } = listPastAndPlannedEvents(context, label.trackingNumber)
  const last = past.at(-1)
  const promised = computePromisedDate(context, label)
  const delivery = findDeliveryOfLabel(context, label)
  return (
    <Card title="Label" id="about" aside={<LabelState page={page} label={label} />}>
      <Facts
        facts={[
          ['Service', `${label.carrier} ${label.service}`],
          ['Number', <code>{label.trackingNumber}</code>],
          ['Price', `${formatCents(label.rateCents)}${label.environment === 'test' ? ', not charged' : ''}`],
          ['Bought', <Instant atMs={label.createdAtMs} nowMs={nowMs} />],
          promised === undefined
            ? null
            : ['Promised', describePromise(promised, [...past, ...coming], nowMs)],
          last === undefined ? null : ['Parcel', <ParcelStatusBadge status={last.status} />],
          scannedMs === null ? null : ['Scanned', <Instant atMs={scannedMs} nowMs={nowMs} />],
          voidedMs === null ? null : ['Void', <Instant atMs={voidedMs} nowMs={nowMs} />],
          ...listTrackerIds(context, label.trackingNumber).map(
            (id) => ['Tracker', <a href={page.href(`tracking/${id}`)}>{id}</a>] as const,
          ),
          delivery === undefined
            ? null
            : ['Webhook', <a href={page.href(`webhooks/${delivery.id}`)}>{delivery.status}</a>],
        ]}
      />
    </Card>
  )
}

/** Describes the promised date of delivery, and the date in the parcel's journey if it differs. */
function describePromise(date: string, events: readonly JourneyEvent[], nowMs: number): Child {
  const delivery = events.findLast(({ status }) => status === 'delivered')
  if (delivery === undefined) return `${date}, but no delivery is planned`
  const day = toTimestamp(delivery.atMs).slice(0, 10)
  if (day === date) return date
  return (
    <>
      {date}, but the parcel {delivery.atMs > nowMs ? 'will be' : 'was'} delivered on{' '}
      <span class="nowrap">{day}</span>
    </>
  )
}

interface LabelActionsProps extends PageProps {
  readonly label: LabelRecord
  readonly sent: ShipmentRecord
}

function LabelActions({ page, label, sent }: LabelActionsProps) {
  const { id, environment, carrier, service, trackingNumber, rateCents, voidRequestedAtMs } = label
  const key = findFirstKeyId(page.context, environment)
  const isScanned = findScanTime(page.context, label) !== null
  const parcel = { tracking_number: trackingNumber, carrier, key }
  const form = { page, values: { label: id, key } }
  const confirm = `Request a void of label ${id} (${carrier} ${service}, ${formatCents(rateCents)})? The simulator refunds nothing, and a void cannot be undone.`
  return (
    <Card title="Actions" id="next">
      <div class="row">
        {isScanned ? null : (
          <ActionForm page={page} action="scan" submit="Scan at carrier" values={{ label: id }} />
        )}
        {listTrackerIds(page.context, trackingNumber).length > 0 ? null : (
          <ActionForm page={page} action="track" submit="Track parcel" values={parcel} />
        )}
        <ActionForm page={page} action="quote" submit="Quote again" values={{ shipment: sent.id, key }} />
        {voidRequestedAtMs === null && !isScanned ? (
          <ActionForm {...form} action="void" submit="Void" kind="danger" confirm={confirm} />
        ) : null}
      </div>
    </Card>
  )
}

function ParcelCard({ page, sent }: PageProps & { readonly sent: ShipmentRecord }) {
  const { from, to, parcel } = sent
  const { lengthIn, widthIn, heightIn, weightOz } = parcel
  return (
    <Card title="Parcel" id="parcel">
      <Facts
        facts={[
          ['From', formatAddress(page, from)],
          ['To', formatAddress(page, to)],
          ['Weight', `${formatCount(weightOz)} oz`],
          ['Size', `${[lengthIn, widthIn, heightIn].map(formatCount).join(' × ')} in`],
          ['Shipment', <code>{sent.id}</code>],
        ]}
      />
    </Card>
  )
}
