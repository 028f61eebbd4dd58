import type { LabelRecord, ShipmentRecord } from '../../../simulator/accounts/records/labels.ts'
import type { JourneyEvent } from '../../../simulator/accounts/records/tracking.ts'
import { findDeliveryOfLabel } from '../../../simulator/resources/deliveries.ts'
import {
  findScanTime,
  hasBeenScanned,
  listPastAndPlannedEvents,
} from '../../../simulator/resources/journeys.ts'
import { computePromisedDate, findShipmentOfLabel } from '../../../simulator/resources/labels/shipments.ts'
import { showParcel } from '../../../simulator/resources/parcel-body.ts'
import { listTrackerIds } from '../../../simulator/resources/trackers.ts'
import { fail } from '../../../simulator/specification/errors.ts'
import { toTimestamp } from '../../../simulator/time/timestamp.ts'
import { failNotFound } from '../../http/not-found.ts'
import { Card, Facts } from '../../pages/components/card.tsx'
import { ActionForm } from '../action-form.tsx'
import { quoteAgain } from '../buy/buy-actions.ts'
import { formatAddress } from '../buy/validated.tsx'
import { Live } from '../changes/live.tsx'
import { centsText, countText } from '../money/money.ts'
import type { Actions, DashboardPage, PageProps, PageRequest } from '../page.ts'
import { JourneyCards, readNextEventEffects } from '../parcels/journey.tsx'
import { ParcelStatusBadge } from '../parcels/tracking.tsx'
import { buildPollCall, describePoll, journeyActions, track } from '../parcels/tracking-actions.ts'
import { firstKeyId } from '../service/keys-to-send.ts'
import { PastEventsCard } from '../time/happened-card.tsx'
import { Instant } from '../time/instants.tsx'
import { LabelState } from './shipment-parts.tsx'

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
    message: (_, polled) => `The carrier has scanned the package. ${describePoll(polled)}`,
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
    const effects = await readNextEventEffects(page, label.trackingNumber)
    return {
      subject: ['Label', id],
      body: (
        <>
          <PastEventsCard page={page} trackingNumber={label.trackingNumber} />
          <div class="cards">
            <Live page={page} id="label" topics={['labels', 'trackers', 'clock']}>
              <LabelFacts page={page} label={label} />
              <LabelActions page={page} label={label} sent={sent} />
              <ParcelCard page={page} sent={sent} />
            </Live>
            <LabelPicture page={page} label={label} />
          </div>
          <JourneyCards page={page} trackingNumber={label.trackingNumber} effects={effects} />
        </>
      ),
    }
  },
}

interface LabelProps extends PageProps {
  readonly label: LabelRecord
}

function LabelFacts({ page, label }: LabelProps) {
  const { context } = page
  const nowMs = context.clock.now()
  const scannedMs = findScanTime(context, label)
  const { past, coming } = listPastAndPlannedEvents(context, label.trackingNumber)
  const last = past.at(-1)
  const promised = computePromisedDate(context, label)
  return (
    <Card title="Label" id="about" aside={<LabelState context={context} label={label} />}>
      <Facts
        facts={[
          ['Service', `${label.carrier} ${label.service}`],
          ['Number', <code>{label.trackingNumber}</code>],
          ['Price', `${centsText(label.rateCents)}${label.environment === 'test' ? ', not charged' : ''}`],
          ['Bought', <Instant atMs={label.createdAtMs} nowMs={nowMs} />],
          promised === undefined
            ? null
            : ['Promised', <PromisedDate date={promised} events={[...past, ...coming]} nowMs={nowMs} />],
          last === undefined ? null : ['Parcel', <ParcelStatusBadge status={last.status} />],
          scannedMs === null ? null : ['Scanned', <Instant atMs={scannedMs} nowMs={nowMs} />],
          label.voidRequestedAtMs === null
            ? null
            : ['Void', <Instant atMs={label.voidRequestedAtMs} nowMs={nowMs} />],
          ...listTrackerIds(context, label.trackingNumber).map(
            (id) => ['Tracker', <a href={page.href(`tracking/${id}`)}>{id}</a>] as const,
          ),
          buildDeliveryFact(page, label),
        ]}
      />
    </Card>
  )
}

interface PromisedDateProps {
  readonly date: string
  readonly events: readonly JourneyEvent[]
  readonly nowMs: number
}

/** Renders the promised date of delivery, and the date in the parcel's journey if it differs. */
function PromisedDate({ date, events, nowMs }: PromisedDateProps) {
  const delivery = events.findLast(({ status }) => status === 'delivered')
  if (delivery === undefined) return <>{date}, but no delivery is planned</>
  const day = toTimestamp(delivery.atMs).slice(0, 10)
  if (day === date) return <>{date}</>
  return (
    <>
      {date}, but the parcel {delivery.atMs > nowMs ? 'will be' : 'was'} delivered on{' '}
      <span class="nowrap">{day}</span>
    </>
  )
}

function buildDeliveryFact({ context, href }: PageRequest, label: LabelRecord) {
  const delivery = findDeliveryOfLabel(context, label)
  if (delivery === undefined) return null
  return ['Webhook', <a href={href(`webhooks/${delivery.id}`)}>{delivery.status}</a>] as const
}

function LabelActions({ page, label, sent }: LabelProps & { readonly sent: ShipmentRecord }) {
  const key = firstKeyId(page.context, label.environment)
  const values = { label: label.id, key }
  const isScanned = hasBeenScanned(page.context, label)
  return (
    <Card title="Actions" id="next">
      <div class="row">
        {isScanned ? null : (
          <ActionForm page={page} action="scan" submit="Scan at carrier" values={{ label: label.id }} />
        )}
        {listTrackerIds(page.context, label.trackingNumber).length > 0 ? null : (
          <ActionForm
            page={page}
            action="track"
            submit="Track parcel"
            values={{ tracking_number: label.trackingNumber, carrier: label.carrier, key }}
          />
        )}
        <ActionForm page={page} action="quote" submit="Quote again" values={{ shipment: sent.id, key }} />
        {label.voidRequestedAtMs === null && !isScanned ? (
          <ActionForm
            page={page}
            action="void"
            submit="Void"
            kind="danger"
            values={values}
            confirm={`Request a void of label ${label.id} (${label.carrier} ${label.service}, ${centsText(label.rateCents)})? The simulator refunds nothing, and a void cannot be undone.`}
          />
        ) : null}
      </div>
    </Card>
  )
}

function LabelPicture({ page, label }: LabelProps) {
  const file = `${page.path}/label`
  return (
    <Card title="Picture" id="picture" aside={<a href={`${file}.pdf`}>Open the PDF</a>}>
      <img
        class="label"
        src={`${file}.svg`}
        width="288"
        height="432"
        alt={`Label ${label.id}, as it is printed`}
      />
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
          ['Weight', `${countText(weightOz)} oz`],
          ['Size', `${[lengthIn, widthIn, heightIn].map(countText).join(' × ')} in`],
          ['Shipment', <code>{sent.id}</code>],
        ]}
      />
    </Card>
  )
}
