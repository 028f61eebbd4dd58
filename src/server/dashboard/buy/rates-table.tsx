import { assessAddress } from '../../../simulator/addresses/assess.ts'
import type { RateBody } from '../../../simulator/bodies/rates.ts'
import { magicCodes } from '../../../simulator/requests/magic.ts'
import { parseAddress } from '../../../simulator/requests/parse.ts'
import { findRateRefusal } from '../../../simulator/resources/labels/quoted-rate.ts'
import { Badge } from '../../pages/components/badge.tsx'
import { Card } from '../../pages/components/card.tsx'
import { Choice, TextField } from '../../pages/components/field.tsx'
import { Cell, Table } from '../../pages/components/table.tsx'
import { ActionForm, readFieldOrQuery, readRefusedField } from '../action-form.tsx'
import { Live } from '../changes/live.tsx'
import { ErrorCode } from '../error-code.tsx'
import { centsText, countText } from '../money/money.ts'
import type { PageProps } from '../page.ts'
import { magicValuesHref } from '../requests/reasons.ts'
import { Instant } from '../time/instants.tsx'
import { findPurchaseErrorCode } from './outcomes.ts'
import type { Quote } from './quotes.ts'
import { formatPlace } from './validated.tsx'

interface QuoteProps extends PageProps {
  readonly quote: Quote
}

const rateColumns = [
  { name: 'Carrier' },
  { name: 'Service' },
  { name: 'Price', isNumber: true },
  { name: 'Arrives', isMinor: true },
  { name: 'Carbon', isNumber: true, isMinor: true },
  { name: 'Action', stays: true },
]

/** Renders the rates of a quote, each with a button that buys it, and the carriers that failed. */
export function RatesCard({ page, quote }: QuoteProps) {
  const { rates, failed, to, entry } = quote
  return (
    <Card
      title="Rates"
      id="rates"
      aside={<a href={page.href(`requests/${entry.id}`)}>The request and its response</a>}
    >
      <p>
        {formatPlace(page, quote.from)} → {formatPlace(page, to)},{' '}
        {countText(Number(Object(quote.parcel).weight_oz))} oz.
      </p>
      <StagedFailure page={page} recipient={String(Object(to).name)} />
      <AddressCheck of="sender" address={quote.from} />
      <AddressCheck of="recipient" address={to} />
      <Live page={page} id="rates-now" topics={['clock']}>
        <QuoteExpiry page={page} quote={quote} />
        <Table caption="Rates" columns={rateColumns}>
          {rates.map((rate) => (
            <RateRow page={page} quote={quote} rate={rate} />
          ))}
          {failed.map(({ carrier, code, message }) => (
            <tr>
              <Cell>{carrier}</Cell>
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

/** Announces the outcome that a magic value in the recipient's name causes; nothing without a magic value. */
function StagedFailure({ page, recipient }: PageProps & { readonly recipient: string }) {
  const [word] = page.context.settings.magic ? (/\bsim:\S+/.exec(recipient) ?? []) : []
  if (word === undefined) return null
  const code = findPurchaseErrorCode(recipient)
  return (
    <p>
      <Badge tone="warn">staged</Badge> The recipient's name has the <a href={magicValuesHref}>magic value</a>{' '}
      <code>{page.server.conceal(word)}</code>
      {code === undefined ? null : (
        <>
          , so a purchase ends with <ErrorCode code={code} />
        </>
      )}
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
  const isRefused = found.kind === 'undeliverable'
  return (
    <p>
      <Badge tone={isRefused ? 'bad' : 'warn'}>{found.kind}</Badge> The address check refuses the {of} with{' '}
      <ErrorCode code={isRefused ? 'ADDRESS.VALIDATION.FAILED' : 'ADDRESS.VALIDATION.AMBIGUOUS'} />
      {isRefused ? `: ${found.reason}` : '.'}{' '}
      {isRefused ? (
        <>
          A purchase ends with <ErrorCode code="LABEL.ADDRESS.UNDELIVERABLE" />.
        </>
      ) : (
        'A purchase works, because it does not need the check.'
      )}
    </p>
  )
}

/** Returns the form values that name the quote and its key. */
function createQuoteFields({ entry }: Quote) {
  return { key: entry.keyId ?? '', quote: entry.id }
}

function isQuoteExpired({ page, quote }: QuoteProps): boolean {
  return page.context.clock.now() > quote.expiresAtMs
}

/** Says until when the rates are valid; if they have expired, with a button that quotes the parcel again. */
function QuoteExpiry({ page, quote }: QuoteProps) {
  const instant = <Instant atMs={quote.expiresAtMs} nowMs={page.context.clock.now()} />
  if (!isQuoteExpired({ page, quote })) return <p>Valid until {instant}.</p>
  return (
    <div class="row">
      <span>
        <Badge tone="warn">expired</Badge> {instant}
      </span>
      <ActionForm
        page={page}
        action="again"
        submit="Quote again"
        kind="main"
        // The page's query keeps the input of the form for another parcel.
        values={{ ...Object.fromEntries(page.query), ...createQuoteFields(quote) }}
      />
    </div>
  )
}

function RateRow({ page, quote, rate }: QuoteProps & { readonly rate: RateBody }) {
  const { id, carrier, service, rate_cents, carrier_eta, carbon_grams } = rate
  const refused = findRateRefusal(page.context, id)
  return (
    <tr id={id}>
      <Cell>{carrier}</Cell>
      <Cell>
        {service}
        {refused === undefined ? null : (
          <div class="muted">
            A purchase is <a href={`/docs/errors/${refused.code}`}>refused</a>: {refused.message}
          </div>
        )}
      </Cell>
      <Cell isNumber>{centsText(rate_cents)}</Cell>
      <Cell isMinor>
        <span class="nowrap">{carrier_eta}</span>
      </Cell>
      <Cell isNumber isMinor>
        {countText(carbon_grams)} g
      </Cell>
      <Cell stays>
        {isQuoteExpired({ page, quote }) ? (
          <span class="muted">expired</span>
        ) : (
          <ActionForm
            page={page}
            action="buy"
            submit="Buy"
            kind="main"
            about={`${carrier} ${service}`}
            values={{ rate: id, ...createQuoteFields(quote) }}
          />
        )}
      </Cell>
    </tr>
  )
}

function CopiesForm({ page, quote }: QuoteProps) {
  const [first] = quote.rates
  if (first === undefined) return null
  return (
    <details class="more" open={page.refused?.action === 'copies' || page.query.has('copies')}>
      <summary>Many copies, as a batch</summary>
      <ActionForm
        page={page}
        action="copies"
        submit="Buy the batch"
        values={createQuoteFields(quote)}
        sample={{ copies: '10', rate: first.id }}
      >
        <TextField
          {...readFieldOrQuery(page, 'copies', 'copies', '10')}
          label="Copies"
          type="number"
          isRequired
        />
        <Choice
          {...readRefusedField(page, 'copies', 'rate')}
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
