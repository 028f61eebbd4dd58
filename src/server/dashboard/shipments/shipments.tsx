import type { LabelRecord, ShipmentRecord } from '../../../simulator/accounts/records/labels.ts'
import { findScanTime } from '../../../simulator/resources/journeys.ts'
import { Badge, Empty, Row } from '../../pages/components.ts'
import { quoteOrValidate } from '../buy/buy-actions.ts'
import { BuyForm } from '../buy/buy-form.tsx'
import { formatCents, formatPlace, Instant } from '../format.tsx'
import type { DashboardPage, PageProps } from '../page.ts'
import { Live, NewestTable } from '../parts.tsx'

/** Lists the shipping history of both environments, newest first. */
export const shipments: DashboardPage = {
  path: 'shipments',
  title: 'Shipments',
  shortcut: 's',
  actions: { ask: quoteOrValidate },
  body: (page) => (
    <>
      <details class="more" open={page.context.state.shipments.size === 0 || page.refused !== undefined}>
        <summary>Buy a label</summary>
        <BuyForm page={page} />
      </details>
      <Live page={page} id="shipments" topics={['labels', 'clock']}>
        <NewestTable
          page={page}
          anchor="shipments"
          records={page.context.state.shipments}
          caption="Shipments"
          nouns={['label', 'labels']}
          columns={columns}
          renderRow={(shipment) => <ShipmentRow page={page} shipment={shipment} />}
          empty={
            <Empty title="No labels yet">
              <p>
                Get the rates of a parcel above, and buy one of them. A client needs two requests for the
                same.
              </p>
            </Empty>
          }
        />
      </Live>
    </>
  ),
}

const columns = { When: 'minor', Label: '', To: 'minor', State: '', Price: 'number' }

function ShipmentRow({ page, shipment }: PageProps & { readonly shipment: ShipmentRecord }) {
  const label = page.context.state.labels.get(shipment.labelId)
  if (label === undefined) return null
  const cells = [
    <Instant atMs={shipment.createdAtMs} nowMs={page.context.clock.now()} />,
    <>
      <a href={page.href(`shipments/${label.id}`)} data-row>
        {label.carrier} {label.service} <code>{label.trackingNumber}</code>
      </a>{' '}
      {label.environment === 'test' ? <Badge>test</Badge> : null}
    </>,
    formatPlace(page, shipment.to),
    <LabelState page={page} label={label} />,
    formatCents(label.rateCents),
  ]
  return <Row columns={columns} cells={cells} id={shipment.id} />
}

/** Shows whether the carrier has the package and whether the label was voided. */
export function LabelState({ page, label }: PageProps & { readonly label: LabelRecord }) {
  if (label.voidRequestedAtMs !== null) return <Badge tone="warn">void requested</Badge>
  if (findScanTime(page.context, label) !== null) return <Badge tone="good">scanned</Badge>
  return <Badge tone="note">not scanned</Badge>
}
