import { Badge } from '../../pages/components/badge.tsx'
import { LinkButton } from '../../pages/components/button.tsx'
import { Card, Facts } from '../../pages/components/card.tsx'
import type { PageProps, PageRequest } from '../page.ts'
import { createSuggestionQuery } from './parcel-form.ts'

/** Renders the address validation that the page's query names; nothing if the request log does not have it. */
export function ValidatedAddressCard({ page }: PageProps) {
  const entry = page.context.requestLog.find(page.query.get('validated') ?? '')
  if (entry === undefined || entry.status !== 200 || entry.path !== '/v1/addresses/validate') return null
  const { address, residential } = Object(JSON.parse(entry.responseBody ?? 'null'))
  return (
    <Card title="The validated address" id="validated" aside={<ExchangeLink page={page} id={entry.id} />}>
      <Facts
        facts={[
          ['Deliverable', <Badge tone="good">yes</Badge>],
          ['Kind', residential === true ? 'a home' : 'a business'],
          ['As printed', formatAddress(page, Object(address))],
        ]}
      />
    </Card>
  )
}

export function ExchangeLink({ page, id }: PageProps & { readonly id: string }) {
  return <a href={page.href(`requests/${id}`)}>The request and its response</a>
}

/** Lists the addresses that the service suggests for an ambiguous one, each with a button that fills the form with it. */
export function SuggestedAddresses({ page }: PageProps) {
  const { suggestions = [], values = {} } = page.refused ?? {}
  if (suggestions.length === 0) return null
  return (
    <ul>
      {suggestions.map((address) => (
        <li>
          Perhaps {formatAddress(page, address)}{' '}
          <LinkButton href={page.href(`buy?${createSuggestionQuery(values, address)}#parcel`)}>
            Use this address
          </LinkButton>
        </li>
      ))}
    </ul>
  )
}

/** Writes the name, city, state and country of an address on one line. */
export function formatPlace(page: PageRequest, address: object): string {
  const { name, city, state, country } = Object(address)
  return formatAddress(page, { name, city, state, country })
}

/** Writes an address on one line. */
export function formatAddress({ server }: PageRequest, address: object): string {
  const { name, company, street1, street2, city, state, zip, country } = Object(address)
  const region = [state, zip].filter(Boolean).join(' ')
  return server.conceal([name, company, street1, street2, city, region, country].filter(Boolean).join(', '))
}
