import { errorOf, isLive, type Json } from '../../../variations/json-responses.ts'
import { jsonOf, type WireResponse, withJson } from '../../../variations/wire.ts'
import { isObject } from '../../http/fields.ts'
import type { Alteration, Wire } from '../mutant.ts'
import { ratesOf } from '../quotes.ts'
import type { ParsedRequest, ParsedResponse } from './stateful.ts'

// A broken service or a variation sends these calls to the correct service behind it. The harness does not see them.

type Environment = 'live' | 'test'

/** Returns whether a request is for the test or the live environment, by its key. */
export const environmentOf = ({ isLive }: Pick<ParsedRequest, 'isLive'>): Environment =>
  isLive ? 'live' : 'test'

/** Resolves with the time of an account's clock, in milliseconds since 1970. */
export async function readAccountTime({
  wire,
  account,
}: Pick<ParsedRequest, 'wire' | 'account'>): Promise<number> {
  const clock = await wire.control('GET', `/accounts/${account || 'default'}/clock`)
  return isObject(clock) ? Date.parse(String(clock['now'])) : Date.now()
}

/** Resolves with the live wallet of an account. */
export async function readLiveWallet(
  wire: Wire,
  account: string | undefined,
): Promise<Json & { readonly cents: number }> {
  const wallet = await wire.control('GET', `/accounts/${account || 'default'}/wallet`)
  const json = isObject(wallet) ? wallet : {}
  return { ...json, cents: Number(json['balance_cents'] ?? 0) }
}

/** Adds cents to the live wallet of an account; negative cents are removed. The balance never goes below 0. */
export async function adjustBalance(wire: Wire, account: string | undefined, cents: number): Promise<void> {
  const { cents: balance } = await readLiveWallet(wire, account)
  const path = `/accounts/${account || 'default'}/wallet`
  await wire.control('PATCH', path, { balance_cents: Math.max(0, balance + cents) })
}

/** Creates the alteration of a deliberately broken service that charges a cent when a live purchase is refused with this code. */
export const chargeOnRefusal = (code: string): Alteration => ({
  response: async (response, request, wire) => {
    if (!isLive(request) || errorOf(response)?.['code'] !== code) return undefined
    await adjustBalance(wire, wire.accountOf(request), -1)
    return response
  },
})

/** Takes `cents` more from the wallet for a purchase. Resolves with the purchase's response, whose balance shows the charge. */
export async function chargeMore(purchase: ParsedResponse, cents: number): Promise<WireResponse> {
  await adjustBalance(purchase.wire, purchase.account, -cents)
  const balance = Number(purchase.json['wallet_balance_after_cents'])
  return withJson(purchase.response, { ...purchase.json, wallet_balance_after_cents: balance - cents })
}

/** Sends a request with this key to the correct service. */
export function sendWithKey(
  wire: Wire,
  key: string,
  [method, path, body]: readonly [method: string, path: string, body?: unknown],
): Promise<WireResponse> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const sent = body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body))
  return wire.upstream({ method, path, operation: undefined, headers, body: sent })
}

/** API keys that a broken service or a variation creates for its own requests, unknown to the harness. */
export class BackdoorKeys {
  readonly #keys = new Map<string, string>()

  /** Resolves with a key for an account, an environment and scopes. The first call creates the key. */
  async findOrCreate(
    wire: Wire,
    [account, environment, scopes]: readonly [string, Environment, (readonly string[] | undefined)?],
  ): Promise<string> {
    const name = JSON.stringify([account, environment, scopes])
    const known = this.#keys.get(name)
    if (known !== undefined) return known
    const input = { environment, ...(scopes === undefined ? {} : { scopes }) }
    const made = await wire.control('POST', `/accounts/${account}/keys`, input)
    const key = isObject(made) ? String(made['key']) : ''
    this.#keys.set(name, key)
    return key
  }
}

interface QuotedRate {
  readonly rate: Json
  /** The body of the rates request. */
  readonly asked: Json
  readonly account: string
  readonly key: string
  /** The number of the rates request in the run, from 1 on. */
  readonly quote: number
}

/** Remembers all rates that were quoted in a run, with the requests for them. */
export class Quotes {
  readonly #rates = new Map<string, QuotedRate>()
  readonly #keys = new BackdoorKeys()
  #count = 0

  /** Stores the rates in a response; ignores responses without rates. */
  noteQuote({ operation, isGood, json, asked, account, key }: ParsedResponse): void {
    if (operation !== 'createRates' || !isGood) return
    this.#count += 1
    for (const rate of ratesOf(json)) {
      this.#rates.set(String(rate['id']), { rate, asked, account, key, quote: this.#count })
    }
  }

  /** Returns the rate with this id; undefined if it was not quoted in this run. */
  findRate(id: unknown): QuotedRate | undefined {
    return this.#rates.get(String(id))
  }

  /**
   * Repeats the request that quoted a rate. Resolves with the id of the new rate of the same carrier and service;
   * undefined if there is none.
   */
  async quoteAgain(
    { wire, isLive }: ParsedRequest,
    { asked, account, rate }: QuotedRate,
  ): Promise<string | undefined> {
    const key = await this.#keys.findOrCreate(wire, [account, isLive ? 'live' : 'test'])
    const quote = jsonOf(await sendWithKey(wire, key, ['POST', '/v1/rates', asked]))
    const sameRate = ratesOf(isObject(quote) ? quote : {}).find((each) =>
      ['carrier', 'service', 'account_type'].every((field) => each[field] === rate[field]),
    )
    return sameRate === undefined ? undefined : String(sameRate['id'])
  }

  /**
   * Buys a new rate in place of one that the correct service has refused to sell. Resolves with the response to the
   * purchase, with the headers of the refusal; undefined if there is no such rate or the purchase fails.
   */
  async buyReplacementRate(seen: ParsedResponse): Promise<WireResponse | undefined> {
    const { wire, account, isLive, response } = seen
    const quotedRate = this.findRate(seen.asked['rate_id'])
    const rate_id = quotedRate && (await this.quoteAgain(seen, quotedRate))
    if (rate_id === undefined) return undefined
    const key = await this.#keys.findOrCreate(wire, [account, isLive ? 'live' : 'test'])
    const sold = await sendWithKey(wire, key, ['POST', '/v1/labels', { rate_id }])
    return sold.status < 300 ? { ...sold, headers: response.headers } : undefined
  }
}

/** Resolves with true if a carrier fault of the account affects this operation now. */
export async function isCarrierFaulty(
  wire: Wire,
  account: string,
  { operation, carrier }: { readonly operation: string; readonly carrier?: unknown },
): Promise<boolean> {
  const listed = await wire.control('GET', `/accounts/${account || 'default'}/faults`)
  const faults = isObject(listed) && Array.isArray(listed['faults']) ? listed['faults'].filter(isObject) : []
  return faults.some((fault) => {
    const target = String(fault['target'])
    const isAt = fault['operation'] === operation || fault['operation'] === '*'
    return isAt && (target === 'carrier:*' || target === `carrier:${carrier ?? '*'}`)
  })
}
