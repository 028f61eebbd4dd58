import { Badge } from '../../pages/components/badge.tsx'
import { LinkButton } from '../../pages/components/button.tsx'
import { Card, Facts } from '../../pages/components/card.tsx'
import type { PageProps, PageRequest } from '../page.ts'
import { createSuggestionQuery } from './parcel-form.ts'

/** Renders the result of an address validation from the request log; nothing if the log does not have it. */
export function ValidatedAddressCard({ page, requestId }: PageProps & { readonly requestId: string }) {
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
          ['As printed', formatAddress(page, Object(address))],
        ]}
      />
    </Card>
  )
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
  const region = [city, [state, zip].filter((part) => Boolean(part)).join(' ')]
  const parts = [name, company, street1, street2, ...region, country]
  return server.conceal(parts.filter((part) => Boolean(part)).join(', '))
}
