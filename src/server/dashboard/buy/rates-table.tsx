import type { RateBody } from '../../../simulator/bodies/rates.ts'
import { Badge } from '../../pages/components/badge.tsx'
import { Card } from '../../pages/components/card.tsx'
import { Choice, TextField } from '../../pages/components/field.tsx'
import { Cell, Table } from '../../pages/components/table.tsx'
import { ActionForm, fieldOf } from '../action-form.tsx'
import { Live } from '../changes/live.tsx'
import { centsText } from '../money/money.ts'
import type { PageRequest } from '../page.ts'
import { Instant } from '../time/instants.tsx'
import { wishedCode } from './outcomes.ts'
import type { Quote } from './quotes.ts'

interface Shown {
  readonly page: PageRequest
  readonly quote: Quote
}

const columns = [
  { name: 'Carrier' },
  { name: 'Service' },
  { name: 'Price', isNumber: true },
  { name: 'Arrives', isMinor: true },
  { name: 'Carbon', isNumber: true, isMinor: true },
  { name: 'Action', stays: true },
]

/** Renders the rates of a quote, each with its purchase, and the carriers that failed. */
export function Rates({ page, quote }: Shown) {
  const { rates, failed, to, entry } = quote
  const wished = wishedCode(Object(to).name)
  return (
    <Card
      title="Rates"
      id="rates"
      aside={<a href={page.href(`requests/${entry.id}`)}>The request and its response</a>}
    >
      <p>
        {placeText(page, quote.from)} → {placeText(page, to)}, {String(Object(quote.parcel).weight_oz)} oz.{' '}
        <Live page={page} id="rates-age" topics={['clock']}>
          <Age page={page} quote={quote} />
        </Live>
      </p>
      {wished === undefined ? null : (
        <p>
          <Badge tone="warn">as you chose</Badge> A purchase ends with{' '}
          <a href={`/docs/errors/${wished}`}>
            <code>{wished}</code>
          </a>
          .
        </p>
      )}
      <Table caption="Rates" columns={columns}>
        {rates.map((rate) => (
          <RateRow page={page} quote={quote} rate={rate} />
        ))}
        {failed.map(({ carrier, code, message }) => (
          <tr>
            <Cell>{carrier}</Cell>
            <td colspan={5}>
              <Badge tone="bad">failed</Badge> <a href={`/docs/errors/${code}`}>{code}</a>{' '}
              <span class="muted">{page.server.conceal(message)}</span>
            </td>
          </tr>
        ))}
      </Table>
      <Copies page={page} quote={quote} />
    </Card>
  )
}

function placeText({ server }: PageRequest, address: object): string {
  const { name, city, state, country } = Object(address)
  return server.conceal([name, city, state, country].filter((part) => Boolean(part)).join(', '))
}

function Age({ page, quote }: Shown) {
  const nowMs = page.context.clock.now()
  return (
    <span>
      {nowMs < quote.expiresAtMs ? 'Valid until ' : <Badge tone="warn">expired</Badge>}{' '}
      <Instant atMs={quote.expiresAtMs} nowMs={nowMs} />
    </span>
  )
}

function RateRow({ page, quote, rate }: Shown & { readonly rate: RateBody }) {
  const { id, carrier, service, rate_cents, carrier_eta, carbon_grams } = rate
  return (
    <tr id={id}>
      <Cell>{carrier}</Cell>
      <Cell>{service}</Cell>
      <Cell isNumber>{centsText(rate_cents)}</Cell>
      <Cell isMinor>{carrier_eta}</Cell>
      <Cell isNumber isMinor>
        {carbon_grams} g
      </Cell>
      <Cell stays>
        <ActionForm
          page={page}
          action="buy"
          submit="Buy"
          kind="main"
          about={`${carrier} ${service}`}
          values={{ rate: id, key: quote.entry.keyId ?? '', quote: quote.entry.id }}
        />
      </Cell>
    </tr>
  )
}

function Copies({ page, quote }: Shown) {
  const [first] = quote.rates
  if (first === undefined) return null
  return (
    <details class="more" open={page.refused?.action === 'copies'}>
      <summary>Many copies, as a batch</summary>
      <ActionForm
        page={page}
        action="copies"
        submit="Buy the batch"
        values={{ key: quote.entry.keyId ?? '', quote: quote.entry.id }}
        sample={{ copies: '1', rate: first.id }}
      >
        <TextField
          {...{ value: '10', ...fieldOf(page, 'copies', 'copies') }}
          label="Copies"
          type="number"
          isRequired
        />
        <Choice
          {...fieldOf(page, 'copies', 'rate')}
          label="Service"
          options={quote.rates.map(({ id, carrier, service, rate_cents }) => [
            id,
            `${carrier} ${service}, ${centsText(rate_cents)} each`,
          ])}
        />
      </ActionForm>
    </details>
  )
}
