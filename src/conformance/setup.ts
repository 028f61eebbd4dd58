import type { CallRequest } from './call-request.ts'
import type { ResourcePool } from './resource-pool.ts'
import { openSharedResources, type SharedResources } from './shared-resources.ts'
import type { Profile, ProfileAddress, ProfileParcel } from './target/profile.ts'
import type { Answer } from './wire/answer.ts'
import type { Cause } from './wire/cause.ts'
import { expectList, expectResource, expectTaken, expectThat } from './wire/expect.ts'
import { RuleBroken, SetupFailed } from './wire/failures.ts'
import { type Fields, fieldsOf } from './wire/fields.ts'
import type { OperationName } from './wire/operation.ts'

/** A rate as it was quoted. */
export interface QuotedRate {
  readonly id: string
  readonly carrier: string
  readonly service: string
  readonly rateCents: number
  readonly value: Readonly<Record<string, unknown>>
}

export interface Shipment {
  readonly from?: ProfileAddress
  readonly to?: ProfileAddress
  readonly parcel?: ProfileParcel
}

export interface BoughtLabel {
  readonly id: string
  readonly trackingNumber: string
  readonly carrier: string
  readonly rateCents: number
  readonly labelUrl: string
  readonly fields: Fields
  readonly answer: Answer
}

export interface CreatedBatch {
  readonly id: string
  readonly totalCostCents: number
  readonly fields: Fields
  readonly answer: Answer
}

type Key = Pick<CallRequest, 'key'>

export interface RegisteredTracker {
  readonly id: string
  readonly trackingNumber: string
  readonly carrier: string
}

/** Prerequisites of rules. What fails in here throws SetupFailed and is never a verdict. */
export interface Setup {
  /** Anything else a rule takes for granted: whatever breaks in it is a failed setup. */
  of<Value>(what: string, does: () => Promise<Value>): Promise<Value>
  /** A good request of this kind is answered with 2xx. */
  works(what: string, answer: Promise<Answer>): Promise<Answer>
  /** All rates quoted for a shipment, by default the profile's standard parcel from `from` to `to`. */
  rates(options?: Shipment & Key): Promise<readonly QuotedRate[]>
  /** One rate that nobody has bought yet, the cheapest unless a carrier is asked for. */
  rate(options?: Shipment & Key & { readonly carrier?: string }): Promise<QuotedRate>
  label(options?: Shipment & Key & { readonly carrier?: string }): Promise<BoughtLabel>
  /** The label of this rate, bought with the key it was quoted to. */
  labelOf(rate: QuotedRate, options?: Key): Promise<BoughtLabel>
  /** The body of a purchase. */
  ratesBody(options?: Shipment): {
    readonly from_address: ProfileAddress
    readonly to_address: ProfileAddress
    readonly parcel: ProfileParcel
  }
  /** A tracker for a label bought with the same key. */
  tracker(options?: Key): Promise<RegisteredTracker>
  /** Items for a batch, each made of one rate just quoted. */
  batchItems(count: number, options?: Shipment & Key): Promise<readonly Readonly<Record<string, unknown>>[]>
  batch(count?: number, options?: Shipment & Key): Promise<CreatedBatch>
  readonly kept: SharedResources
}

/** What setup needs to know beyond the context. */
interface SetupHost {
  readonly t: {
    readonly profile: Profile
    call(operation: OperationName, request?: CallRequest): Promise<Answer>
  }
  /** What was made earlier in the run, where rules share an account; a rate is handed out once. */
  readonly pool: ResourcePool | undefined
  /** Before anything that ends in a purchase. May throw, where nothing is bought any more. */
  toBuy(): void
}

/** A quote without a single rate. */
export const noRates: Cause = { kind: 'missing-field', endpoint: 'POST /v1/rates', field: 'rates[]' }

/** Rates hold for 15 minutes; nobody should be handed one shortly before. */
const handedOutForMs = 10 * 60_000

export function openSetup({ t, pool, toBuy }: SetupHost): Setup {
  const of: Setup['of'] = async (what, does) => {
    try {
      return await does()
    } catch (error) {
      throw asSetup(what, error)
    }
  }
  const ratesBody: Setup['ratesBody'] = (shipment = {}) => ({
    from_address: shipment.from ?? t.profile.addresses.from,
    to_address: shipment.to ?? t.profile.addresses.to,
    parcel: shipment.parcel ?? t.profile.parcels.standard,
  })
  const keyOf = (key: Key['key']): Key => (key === undefined ? {} : { key })

  const rates: Setup['rates'] = ({ key, ...shipment } = {}) =>
    of('A quote of rates', async () => {
      const answer = await t.call('createRates', { body: ratesBody(shipment), ...keyOf(key) })
      const quoted = expectList(answer, 'rates').map((value, index) => readRate(value, index, answer))
      expectThat(quoted.length > 0, {
        expected: 'at least one rate',
        actual: 'no rate',
        answer,
        cause: noRates,
      })
      return quoted
    })

  const rate: Setup['rate'] = async ({ carrier, ...options } = {}) => {
    const name = JSON.stringify([options])
    // What is left of an earlier quote costs more, which matters where it is paid for.
    const shared = options.key === 'live' ? undefined : pool?.rates
    const pooled = shared?.get(name)
    const isFresh = pooled !== undefined && Date.now() - pooled.quotedAtMs < handedOutForMs
    let left = isFresh ? pooled.left : []
    const fits = (each: QuotedRate): boolean => carrier === undefined || each.carrier === carrier
    let index = left.findIndex(fits)
    if (index === -1) {
      left = byPrice(await rates(options))
      shared?.set(name, { left, quotedAtMs: Date.now() })
      index = left.findIndex(fits)
    }
    const [found] = index === -1 ? [] : left.splice(index, 1)
    if (found === undefined) throw new SetupFailed(`A quote of rates: no rate of ${carrier} came`)
    return found
  }

  const labelOf: Setup['labelOf'] = (quoted, { key } = {}) =>
    of('A purchase', async () => {
      const answer = await t.call('buyLabel', { body: { rate_id: quoted.id }, ...keyOf(key) })
      const fields = expectResource(answer, 'label')
      const needed = (name: string): string => readNeeded('A purchase', () => fields.text(name))
      // Most rules need an id and nothing else: what else is missing fails those that are about it.
      return {
        id: fields.text('id'),
        get trackingNumber() {
          return needed('tracking_number')
        },
        get carrier() {
          return needed('carrier')
        },
        get rateCents() {
          return quoted.rateCents
        },
        get labelUrl() {
          return needed('label_url')
        },
        fields,
        answer,
      }
    })
  const label: Setup['label'] = async (options = {}) => {
    toBuy()
    return labelOf(await rate(options), keyOf(options.key))
  }

  const batchItems: Setup['batchItems'] = async (count, options = {}) => {
    toBuy()
    const quoted = await rates(options)
    // As many different rates as there are: that one can be bought twice is nowhere stated (choices 28).
    const items = quoted.slice(0, count).map((rate) => ({
      ...ratesBody(options),
      rate_id: rate.id,
      carrier: rate.carrier,
      service: rate.service,
      rate_cents: rate.rateCents,
    }))
    return Array.from({ length: count }, (_, index) => ({ ...items[index % items.length] }))
  }

  const tracker: Setup['tracker'] = async ({ key } = {}) => {
    const bought = await label(keyOf(key))
    return of('The registration of a tracker', async () => {
      const body = { tracking_number: bought.trackingNumber, carrier: bought.carrier }
      const fields = expectResource(await t.call('registerTracker', { body, ...keyOf(key) }), 'tracker')
      return {
        id: fields.text('id'),
        ...{ trackingNumber: bought.trackingNumber, carrier: bought.carrier },
      }
    })
  }

  const batch: Setup['batch'] = async (count = 1, options = {}) => {
    const items = await batchItems(count, options)
    return of('The creation of a batch', async () => {
      const answer = await t.call('createBatch', { body: { items }, ...keyOf(options.key) })
      const fields = expectResource(answer, 'batch')
      return { id: fields.text('id'), totalCostCents: fields.integer('total_cost_cents'), fields, answer }
    })
  }

  return {
    of,
    works: (what, asked) =>
      of(what, async () => {
        const answer = await asked
        expectTaken(answer)
        return answer
      }),
    rates,
    rate,
    label,
    labelOf,
    ratesBody,
    tracker,
    batchItems,
    batch,
    kept: openSharedResources({ t, of, label, tracker, batchItems }, pool),
  }
}

/** What breaks while something is made ready is no verdict. */
function asSetup(what: string, error: unknown): unknown {
  return error instanceof RuleBroken ? new SetupFailed(`${what}: ${error.message}`, error) : error
}

/** Reads what somebody needs of what was made ready. */
function readNeeded<Value>(what: string, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw asSetup(what, error)
  }
}

/** The cheapest first, as far as prices can be told. */
function byPrice(rates: readonly QuotedRate[]): QuotedRate[] {
  const priceOf = ({ value }: QuotedRate): number => Number(value['rate_cents']) || 0
  return [...rates].sort((a, b) => priceOf(a) - priceOf(b))
}

function readRate(value: unknown, index: number, answer: Answer): QuotedRate {
  const fields = fieldsOf(value, `rates[${index}]`, answer)
  const needed = <Value>(read: () => Value): Value => readNeeded('A quote of rates', read)
  // Most rules need an id to buy it by and nothing else: a bad price fails those that are about prices.
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
