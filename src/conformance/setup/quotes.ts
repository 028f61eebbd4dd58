import type { Answer } from '../wire/answer.ts'
import type { Cause } from '../wire/cause.ts'
import { expectList, expectThat } from '../wire/expect.ts'
import { NotJudged, SetupFailed } from '../wire/failures.ts'
import { fieldsOf } from '../wire/fields.ts'
import type { SetupHost } from './host.ts'
import type { Key, QuotedRate, Shipment } from './prerequisites.ts'
import { readNeeded, setupStep } from './step.ts'

/** A quote without a single rate. */
export const noRates: Cause = { kind: 'missing-field', endpoint: 'POST /v1/rates', field: 'rates[]' }

/** Rates hold for 15 minutes; nobody should be handed one shortly before. */
const handedOutForMs = 10 * 60_000

/** The body of a request for rates; what a shipment leaves out is the profile's. */
export function ratesBodyOf({ t: { profile } }: SetupHost, shipment: Shipment = {}) {
  return {
    from_address: shipment.from ?? profile.addresses.from,
    to_address: shipment.to ?? profile.addresses.to,
    parcel: shipment.parcel ?? profile.parcels.standard,
  }
}

/** The key of a request, named only where one was asked for. */
export const keyOf = ({ key }: { readonly key?: Key['key'] | undefined }): Key =>
  key === undefined ? {} : { key }

/** All rates of a new quote. */
export function quoteRates(
  host: SetupHost,
  { key, ...shipment }: Shipment & Key = {},
): Promise<readonly QuotedRate[]> {
  return setupStep('A quote of rates', async () => {
    const answer = await host.t.call('createRates', { body: ratesBodyOf(host, shipment), ...keyOf({ key }) })
    const quoted = expectList(answer, 'rates').map((value, index) => readRate(value, index, answer))
    expectThat(quoted.length > 0, {
      expected: 'at least one rate',
      actual: 'no rate',
      answer,
      cause: noRates,
    })
    return quoted
  })
}

/** What is left of a quote is handed out up to so many times its cheapest: it may be at stake. */
const dearest = 1.5

/** A rate that nobody else is handed, the cheapest there is: left from an earlier quote, else from a new one. */
export async function takeRate(
  host: SetupHost,
  {
    carrier,
    leastCents = 0,
    ...options
  }: Shipment & Key & { readonly carrier?: string; readonly leastCents?: number } = {},
): Promise<QuotedRate> {
  const name = JSON.stringify([options])
  // What is left of an earlier quote costs more, which matters where it is paid for.
  const pooledRates = options.key === 'live' ? undefined : host.pool?.rates
  const pooled = pooledRates?.get(name)
  const isFresh = pooled !== undefined && Date.now() - pooled.quotedAtMs < handedOutForMs
  const earlier = isFresh
    ? takeFirst(pooled.left, { carrier, leastCents, mostCents: mostOf(pooled) })
    : undefined
  if (earlier !== undefined) return earlier
  const left = byPrice(await quoteRates(host, options))
  pooledRates?.set(name, { left, cheapestCents: cheapestOf(left), quotedAtMs: Date.now() })
  const taken = takeFirst(left, { carrier, leastCents })
  if (taken === undefined && carrier === undefined && left.length > 0) {
    throw new NotJudged(`no rate came that costs ${leastCents} cents or more`)
  }
  if (taken === undefined) throw new SetupFailed(`A quote of rates: no rate of ${carrier} came`)
  return taken
}

/** Takes the first rate of a carrier, or of any, that costs so much, out of the list. */
function takeFirst(
  rates: QuotedRate[],
  {
    carrier,
    leastCents,
    mostCents = Number.POSITIVE_INFINITY,
  }: {
    readonly carrier: string | undefined
    readonly leastCents: number
    readonly mostCents?: number
  },
): QuotedRate | undefined {
  const index = rates.findIndex(
    (each) =>
      (carrier === undefined ? priceOf(each) <= mostCents : each.carrier === carrier) &&
      (leastCents === 0 || each.rateCents >= leastCents),
  )
  return index === -1 ? undefined : rates.splice(index, 1)[0]
}

/** Of rates that cost something: what is free comes with others at any price. */
const cheapestOf = (rates: readonly QuotedRate[]): number =>
  Math.min(...rates.map(priceOf).filter((cents) => cents > 0))
const mostOf = ({ cheapestCents }: { readonly cheapestCents: number }): number => cheapestCents * dearest

/** As far as it can be told. */
const priceOf = ({ value }: QuotedRate): number => Number(value['rate_cents']) || 0

/** The cheapest first. */
function byPrice(rates: readonly QuotedRate[]): QuotedRate[] {
  return [...rates].sort((a, b) => priceOf(a) - priceOf(b))
}

/** Most rules need an id to buy a rate by and nothing else: a bad price fails those that are about prices. */
function readRate(value: unknown, index: number, answer: Answer): QuotedRate {
  const fields = fieldsOf(value, `rates[${index}]`, answer)
  const needed = <Value>(read: () => Value): Value => readNeeded('A quote of rates', read)
  return {
    id: fields.text('id'),
    get carrier() {
      return needed(() => fields.text('carrier'))
    },
    get service() {
      return needed(() => fields.text('service'))
    },
    get rateCents() {
      return needed(() => fields.integer('rate_cents'))
    },
    value: fields.value,
  }
}
