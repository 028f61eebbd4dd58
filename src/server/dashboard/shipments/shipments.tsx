import type { ShipmentRecord } from '../../../simulator/accounts/records/labels.ts'
import { Badge } from '../../pages/components/badge.tsx'
import { Cell, Empty } from '../../pages/components/table.tsx'
import { quoteOrValidate } from '../buy/buy-actions.ts'
import { BuyForm } from '../buy/buy-form.tsx'
import { formatPlace } from '../buy/validated.tsx'
import { Live } from '../changes/live.tsx'
import { centsText } from '../money/money.ts'
import { NewestTable } from '../newest-table.tsx'
import type { DashboardPage, PageProps } from '../page.ts'
import { Instant } from '../time/instants.tsx'
import { LabelState } from './shipment-parts.tsx'

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
        <ShipmentList page={page} />
      </Live>
    </>
  ),
}

const columns = [
  { name: 'When', isMinor: true },
  { name: 'Label' },
  { name: 'To', isMinor: true },
  { name: 'State' },
  { name: 'Price', isNumber: true },
]

function ShipmentList({ page }: PageProps) {
  return (
    <NewestTable
      page={page}
      anchor="shipments"
      records={page.context.state.shipments}
      caption="Shipments"
      nouns={['label', 'labels']}
      columns={columns}
      row={(shipment) => <ShipmentRow page={page} shipment={shipment} />}
      empty={
        <Empty title="No labels yet">
          <p>
            Get the rates of a parcel above, and buy one of them. A client needs two requests for the same.
          </p>
        </Empty>
      }
    />
  )
}

function ShipmentRow({ page, shipment }: PageProps & { readonly shipment: ShipmentRecord }) {
  const { context } = page
  const label = context.state.labels.get(shipment.labelId)
  if (label === undefined) return null
  return (
    <tr id={shipment.id}>
      <Cell isMinor>
        <Instant atMs={shipment.createdAtMs} nowMs={context.clock.now()} />
      </Cell>
      <Cell>
        <a href={page.href(`shipments/${label.id}`)} data-row>
          {label.carrier} {label.service} <code>{label.trackingNumber}</code>
        </a>{' '}
        {label.environment === 'test' ? <Badge>test</Badge> : null}
      </Cell>
      <Cell isMinor>{formatPlace(page, shipment.to)}</Cell>
      <Cell>
        <LabelState context={context} label={label} />
      </Cell>
      <Cell isNumber>{centsText(label.rateCents)}</Cell>
    </tr>
  )
}
