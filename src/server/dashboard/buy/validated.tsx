import type { ShipmentRecord } from '../../../simulator/accounts/records/labels.ts'
import { Badge } from '../../pages/components/badge.tsx'
import { Card, Facts } from '../../pages/components/card.tsx'
import type { PageProps, PageRequest } from '../page.ts'

/** Renders the result of a validation, read from the request log; nothing if the log does not have it. */
export function Validated({ page, requestId }: PageProps & { readonly requestId: string }) {
  const entry = page.context.requestLog.find(requestId)
  if (entry === undefined || entry.status !== 200 || entry.path !== '/v1/addresses/validate') return null
  const { address, residential } = Object(JSON.parse(entry.responseBody ?? 'null'))
  return (
    <Card
      title="The validated address"
      id="validated"
      aside={<a href={page.href(`requests/${entry.id}`)}>The request and its response</a>}
    >
      <Facts
        facts={[
          ['Deliverable', <Badge tone="good">yes</Badge>],
          ['Kind', residential === true ? 'a home' : 'a business'],
          ['As printed', addressText(page, Object(address))],
        ]}
      />
    </Card>
  )
}

/** Writes who receives a parcel, and in which city. */
export function placeText(page: PageRequest, { name, city, state, country }: ShipmentRecord['to']): string {
  return addressText(page, { name, city, state, country })
}

/** Writes an address on one line. */
export function addressText({ server }: PageRequest, address: object): string {
  const { name, company, street1, street2, city, state, zip, country } = Object(address)
  const region = [city, [state, zip].filter((part) => Boolean(part)).join(' ')]
  const parts = [name, company, street1, street2, ...region, country]
  return server.conceal(parts.filter((part) => Boolean(part)).join(', '))
}
