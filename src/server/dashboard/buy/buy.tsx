import { assessAddress } from '../../../simulator/addresses/assess.ts'
import type { RateBody } from '../../../simulator/bodies/rates.ts'
import { magicCodes } from '../../../simulator/requests/magic.ts'
import { parseAddress } from '../../../simulator/requests/parse.ts'
import { findRateRefusal } from '../../../simulator/resources/labels/quoted-rate.ts'
import { Badge, Card, Choice, Empty, Facts, Row, Table, TextField } from '../../pages/components.ts'
import { ActionForm, readFieldOrQuery, readRefusedField } from '../action-form.tsx'
import { ErrorCode, formatAddress, formatCents, formatCount, formatPlace, Instant } from '../format.tsx'
import type { DashboardPage, PageProps } from '../page.ts'
import { Live } from '../parts.tsx'
import { magicValuesHref } from '../requests/reason.tsx'
import { buyCopies, buyLabel, type Quote, quoteAgain, quoteOrValidate, readQuote } from './buy-actions.ts'
import { BuyForm } from './buy-form.tsx'
import { findPurchaseErrorCode } from './parcel-form.ts'

/** The page that gets rates, validates an address and buys labels. It sends the requests that a client would send. */
export const buy: DashboardPage = {
  path: 'buy',
  title: 'Buy a label',
  shortcut: 'n',
  actions: { ask: quoteOrValidate, again: quoteAgain, buy: buyLabel, copies: buyCopies },
  body: (page) => {
    const quoteId = page.query.get('quote') ?? page.refused?.values['quote']
    const quote = readQuote(page.context, quoteId)
    return (
      <>
        {quoteId !== undefined && quote === undefined ? (
          <Empty title="These rates are no longer in the request log">
            <p>Get them again with the form.</p>
          </Empty>
        ) : null}
        {quote === undefined ? null : <RatesCard page={page} quote={quote} />}
        <ValidatedAddressCard page={page} />
        <Card title={quote === undefined ? 'Parcel' : 'Another parcel'} id="parcel">
          {quote === undefined && page.query.has('copies') ? (
            <p>
              To buy many copies of one parcel, get its rates. Then choose the number of copies and the
              service below the rates.
            </p>
          ) : null}
          <BuyForm page={page} />
        </Card>
      </>
    )
  },
}

/** Renders the address validation that the page's query names; nothing if the request log does not have it. */
function ValidatedAddressCard({ page }: PageProps) {
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

function ExchangeLink({ page, id }: PageProps & { readonly id: string }) {
  return <a href={page.href(`requests/${id}`)}>The request and its response</a>
}

interface QuoteProps extends PageProps {
  readonly quote: Quote
}

const rateColumns = {
  Carrier: '',
  Service: '',
  Price: 'number',
  Arrives: 'minor',
  Carbon: 'number minor',
  Action: 'stays',
}

/** Renders the rates of a quote, each with a button that buys it, and the carriers that failed. */
function RatesCard({ page, quote }: QuoteProps) {
  const { rates, failed, entry } = quote
  const { from_address: from, to_address: to, parcel } = quote.sent
  return (
    <Card title="Rates" id="rates" aside={<ExchangeLink page={page} id={entry.id} />}>
      <p>
        {formatPlace(page, from)} → {formatPlace(page, to)}, {formatCount(Number(Object(parcel).weight_oz))}{' '}
        oz.
      </p>
      <MagicValueNote page={page} recipient={String(Object(to).name)} />
      <AddressCheck of="sender" address={from} />
      <AddressCheck of="recipient" address={to} />
      <Live page={page} id="rates-now" topics={['clock']}>
        <QuoteExpiry page={page} quote={quote} />
        <Table caption="Rates" columns={rateColumns}>
          {rates.map((rate) => (
            <Row columns={rateColumns} id={rate.id} cells={renderRateCells({ page, quote }, rate)} />
          ))}
          {failed.map(({ carrier, code, message }) => (
            <tr>
              <td>{carrier}</td>
              <td colspan={5}>
                <Badge tone="bad">failed</Badge> <ErrorCode code={code} />{' '}
                <span class="muted">{page.server.conceal(message)}</span>
              </td>
            </tr>
          ))}
        </Table>
      </Live>
      <CopiesForm page={page} quote={quote} />
    </Card>
  )
}

/** Says which outcome a magic value in the recipient's name causes. Renders nothing if there is no magic value. */
function MagicValueNote({ page, recipient }: PageProps & { readonly recipient: string }) {
  const [word] = page.context.settings.magic ? (/\bsim:\S+/.exec(recipient) ?? []) : []
  if (word === undefined) return null
  const code = findPurchaseErrorCode(recipient)
  return (
    <p>
      <Badge tone="warn">simulated</Badge> The recipient's name has the{' '}
      <a href={magicValuesHref}>magic value</a> <code>{page.server.conceal(word)}</code>
      {code === undefined ? null : [', so a purchase ends with ', <ErrorCode code={code} />]}
      {magicCodes.validation.some((each) => word === `sim:${each}`)
        ? '. The rates are as without it: it acts on the button "Validate the address only"'
        : null}
      .
    </p>
  )
}

/** Says why the address check refuses an address, and whether a purchase succeeds; nothing for a deliverable address. */
function AddressCheck({ of, address }: { readonly of: string; readonly address: object }) {
  const found = assessAddress(parseAddress(address))
  if (found.kind === 'deliverable') return null
  if (found.kind === 'undeliverable')
    return (
      <p>
        <Badge tone="bad">{found.kind}</Badge> The address check refuses the {of} with{' '}
        <ErrorCode code="ADDRESS.VALIDATION.FAILED" />: {found.reason} A purchase ends with{' '}
        <ErrorCode code="LABEL.ADDRESS.UNDELIVERABLE" />.
      </p>
    )
  return (
    <p>
      <Badge tone="warn">{found.kind}</Badge> The address check refuses the {of} with{' '}
      <ErrorCode code="ADDRESS.VALIDATION.AMBIGUOUS" />. A purchase works, because it does not need the check.
    </p>
  )
}

/** Says until when the rates are valid; if they have expired, with a button that quotes the parcel again. */
function QuoteExpiry({ page, quote: { expiresAtMs, isExpired, values } }: QuoteProps) {
  const instant = <Instant atMs={expiresAtMs} nowMs={page.context.clock.now()} />
  if (!isExpired) return <p>Valid until {instant}.</p>
  // The page's query keeps the input of the form for another parcel.
  const kept = { ...Object.fromEntries(page.query), ...values }
  return (
    <div class="row">
      <span>
        <Badge tone="warn">expired</Badge> {instant}
      </span>
      <ActionForm page={page} action="again" submit="Quote again" kind="main" values={kept} />
    </div>
  )
}

function renderRateCells({ page, quote }: QuoteProps, rate: RateBody) {
  const { id, carrier, service, rate_cents, carrier_eta, carbon_grams } = rate
  const refused = findRateRefusal(page.context, id)
  const about = `${carrier} ${service}`
  const values = { rate: id, ...quote.values }
  return [
    carrier,
    <>
      {service}
      {refused === undefined ? null : (
        <div class="muted">
          A purchase is <a href={`/docs/errors/${refused.code}`}>refused</a>: {refused.message}
        </div>
      )}
    </>,
    formatCents(rate_cents),
    <span class="nowrap">{carrier_eta}</span>,
    `${formatCount(carbon_grams)} g`,
    quote.isExpired ? (
      <span class="muted">expired</span>
    ) : (
      <ActionForm page={page} action="buy" submit="Buy" kind="main" about={about} values={values} />
    ),
  ]
}

function CopiesForm({ page, quote }: QuoteProps) {
  const [first] = quote.rates
  if (first === undefined) return null
  const sample = { copies: '10', rate: first.id }
  const copies = readFieldOrQuery(page, 'copies', 'copies', '10')
  const services = quote.rates.map(
    ({ id, carrier, service, rate_cents }) =>
      [id, `${carrier} ${service}, ${formatCents(rate_cents)} each`] as const,
  )
  return (
    <details class="more" open={page.refused?.action === 'copies' || page.query.has('copies')}>
      <summary>Many copies, as a batch</summary>
      <ActionForm page={page} action="copies" submit="Buy the batch" values={quote.values} sample={sample}>
        <TextField {...copies} label="Copies" type="number" isRequired />
        <Choice {...readRefusedField(page, 'copies', 'rate')} label="Service" options={services} />
      </ActionForm>
    </details>
  )
}
