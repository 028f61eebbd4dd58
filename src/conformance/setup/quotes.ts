import type { Answer } from '../http/answer.ts'
import type { Cause } from '../http/cause.ts'
import { expectThat } from '../http/expect.ts'
import { NotJudged, SetupFailed } from '../http/failures.ts'
import { fieldsOf } from '../http/fields.ts'
import { expectList } from '../http/lists.ts'
import type { Key, QuotedRate, Shipment } from './prerequisites.ts'
import { readRequired, runSetupStep, type SetupHost } from './step.ts'

/** The cause of the failure if a rates response has no rates. */
export const noRates: Cause = { kind: 'missing-field', endpoint: 'POST /v1/rates', field: 'rates[]' }

/** How old a quoted rate may be, in milliseconds, when it is given to another rule. Rates expire after 15 minutes (specification, Rate). */
const maxRateAgeMs = 10 * 60_000

/** Returns the request body for rates. Missing fields of the shipment are taken from the profile. */
export function buildRatesBody({ t: { profile } }: SetupHost, shipment: Shipment = {}) {
  return {
    from_address: shipment.from ?? profile.addresses.from,
    to_address: shipment.to ?? profile.addresses.to,
    parcel: shipment.parcel ?? profile.parcels.standard,
  }
}

/** Returns only the field `key` of some options. Without the field, the result is empty, which means the test key. */
export const pickKey = ({ key }: { readonly key?: Key['key'] | undefined }): Key =>
  key === undefined ? {} : { key }

/** Requests rates for a shipment. Throws SetupFailed if the response has none. */
export function quoteRates(
  host: SetupHost,
  { key, ...shipment }: Shipment & Key = {},
): Promise<readonly QuotedRate[]> {
  return runSetupStep('A quote of rates', async () => {
    const answer = await host.t.call('createRates', {
      body: buildRatesBody(host, shipment),
      ...pickKey({ key }),
    })
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

/** A rate left from an earlier quote may cost at most this many times the quote's cheapest price, as purchases may cost money. */
const maxPriceFactor = 1.5

/**
 * Resolves with the cheapest rate that no other rule uses: one that is left from an earlier quote, or one of a new
 * quote. Throws SetupFailed or NotJudged.
 */
export async function takeRate(
  host: SetupHost,
  {
    carrier,
    minCents = 0,
    ...options
  }: Shipment & Key & { readonly carrier?: string; readonly minCents?: number } = {},
): Promise<QuotedRate> {
  const name = JSON.stringify([options])
  // Rates that are left from earlier quotes cost more than the cheapest rate, so a live key always gets a new quote.
  const pooledRates = options.key === 'live' ? undefined : host.pool?.rates
  const pooled = pooledRates?.get(name)
  const isFresh = pooled !== undefined && Date.now() - pooled.quotedAtMs < maxRateAgeMs
  const earlier = isFresh
    ? takeFirstFittingRate(pooled.left, {
        carrier,
        minCents,
        maxCents: pooled.cheapestCents * maxPriceFactor,
      })
    : undefined
  if (earlier !== undefined) return earlier
  const left = sortByPrice(await quoteRates(host, options))
  pooledRates?.set(name, { left, cheapestCents: findCheapestPrice(left), quotedAtMs: Date.now() })
  const taken = takeFirstFittingRate(left, { carrier, minCents })
  if (taken === undefined && carrier === undefined && left.length > 0) {
    throw new NotJudged(`no quoted rate costs ${minCents} cents or more`)
  }
  if (taken === undefined) throw new SetupFailed(`A quote of rates: it has no rate of ${carrier}`)
  return taken
}

/** Returns the first suitable rate and removes it from the list; undefined if no rate is suitable. */
function takeFirstFittingRate(
  rates: QuotedRate[],
  {
    carrier,
    minCents,
    maxCents = Number.POSITIVE_INFINITY,
  }: {
    readonly carrier: string | undefined
    readonly minCents: number
    readonly maxCents?: number
  },
): QuotedRate | undefined {
  const index = rates.findIndex(
    (each) =>
      (carrier === undefined ? readPriceCents(each) <= maxCents : each.carrier === carrier) &&
      (minCents === 0 || each.rateCents >= minCents),
  )
  return index === -1 ? undefined : rates.splice(index, 1)[0]
}

/** Returns the lowest price in cents, without free rates, which say nothing about the prices of other rates. */
const findCheapestPrice = (rates: readonly QuotedRate[]): number =>
  Math.min(...rates.map(readPriceCents).filter((cents) => cents > 0))

/** Returns the price of a rate in cents; 0 if it cannot be read. */
const readPriceCents = ({ value }: QuotedRate): number => Number(value['rate_cents']) || 0

/** Sorts rates, the cheapest first. */
function sortByPrice(rates: readonly QuotedRate[]): QuotedRate[] {
  return [...rates].sort((a, b) => readPriceCents(a) - readPriceCents(b))
}

/**
 * Reads a rate from a response. Only the id is read at once, so that the setup does not fail because of a field that
 * the rule does not use.
 */
function readRate(value: unknown, index: number, answer: Answer): QuotedRate {
  const fields = fieldsOf(value, `rates[${index}]`, answer)
  const readField = <Value>(read: () => Value): Value => readRequired('A quote of rates', read)
  return {
    id: fields.text('id'),
    get carrier() {
      return readField(() => fields.text('carrier'))
    },
    get service() {
      return readField(() => fields.text('service'))
    },
    get rateCents() {
      return readField(() => fields.integer('rate_cents'))
    },
    value: fields.value,
  }
}
