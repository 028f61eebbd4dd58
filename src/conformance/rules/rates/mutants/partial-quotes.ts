import { changeSuccesses, isLive, type Json, readSuccessJson } from '../../../../variations/json-responses.ts'
import { jsonOf, withJson } from '../../../../variations/wire.ts'
import { isObject } from '../../../http/fields.ts'
import { buildMutant, createMutantBuilder } from '../../../proof/builders.ts'
import type { Alteration, Mutant } from '../../../proof/mutant.ts'
import { changeRates, type Rates, ratesOf } from '../../../proof/quotes.ts'
import { buildErrorResponse } from '../../../proof/refusal.ts'
import { survivingRateRules } from './carrier-failures.ts'

const buildRatesMutant = createMutantBuilder(changeRates)

/** Returns the failed carriers in the JSON of a rates response. */
export const readFailedCarriers = (json: Json | undefined): readonly Readonly<Json>[] =>
  Array.isArray(json?.['failed_carriers']) ? json['failed_carriers'].filter(isObject) : []

const listCarriers = (list: Rates): ReadonlySet<unknown> => new Set(list.map((rate) => rate['carrier']))

const filterOwnAccountRates = (list: Rates): Rates => list.filter((rate) => rate['account_type'] === 'byoa')

/** Creates an alteration for a broken service: it refuses a rates request if `when` is true for the response that would be correct. */
const refuseQuotes = (when: (json: Json, isOfLiveKey: boolean) => boolean, status = 503): Alteration => ({
  response: (response, request) => {
    const json = readSuccessJson(response)
    if (request.operation !== 'createRates' || json === undefined || !when(json, isLive(request)))
      return undefined
    return buildErrorResponse(
      status,
      status === 503 ? 'RATE.CARRIER.UNAVAILABLE' : 'CARRIER.ACCOUNT.INVALID_CREDENTIALS',
    )
  },
})

const buildRefusedQuoteMutant = createMutantBuilder(refuseQuotes)

/** Creates an alteration of rates responses in which a carrier failed, for a broken service. */
const changePartialQuotes = (change: (list: Rates) => Rates): Alteration =>
  changeRates((list, json) => (readFailedCarriers(json).length > 0 ? change(list) : undefined))

const buildPartialQuoteMutant = createMutantBuilder(changePartialQuotes)

/** Creates mutants (broken services) that change the rates responses to live keys. */
const buildLiveQuoteMutant = createMutantBuilder(
  (change: (list: Rates) => Rates): Alteration =>
    changeSuccesses('createRates', (json, request) =>
      isLive(request) ? { ...json, rates: change(ratesOf(json)) } : undefined,
    ),
)

const removeEstimates = ({ carbon_grams: _, carrier_eta: __, ...rate }: Readonly<Json>): Json => rate

/** Deliberately broken services with wrong rates while a carrier fails, for connected accounts or for live keys. */
export const partialQuoteMutants: readonly Mutant[] = [
  buildPartialQuoteMutant(
    'partial-dearest-first',
    'If a carrier fails, the rates of the other carriers are sorted with the most expensive first.',
  )
    .kills(...survivingRateRules)
    .by((list) => [...list].reverse()),
  buildRefusedQuoteMutant(
    'three-fail-all-fail',
    'If three of four carriers fail, the request for rates is refused.',
  )
    .kills('RATE-115')
    .by((json) => readFailedCarriers(json).length > 0 && listCarriers(ratesOf(json)).size === 1),
  buildRefusedQuoteMutant(
    'live-one-fails-all-fail',
    'If one carrier fails, a live request for rates is refused.',
  )
    .kills('RATE-114')
    .by((json, isOfLiveKey) => isOfLiveKey && readFailedCarriers(json).length > 0),
  buildMutant('stale-rates-on-timeout', 'A carrier that timed out has the rates of an earlier quote.')
    .kills('RATE-107')
    .by(() => {
      const modes = new Map<string | undefined, unknown>()
      const earlier = new Map<string | undefined, Rates>()
      return {
        controlRequest: (request) => {
          const [, account] = /^\/_drydock\/accounts\/([^/]+)\/faults$/.exec(request.path) ?? []
          const fault = jsonOf(request)
          if (isObject(fault)) modes.set(account, fault['mode'])
          return undefined
        },
        response: (response, request, wire) => {
          const json = readSuccessJson(response)
          if (request.operation !== 'createRates' || json === undefined) return undefined
          const account = wire.accountOf(request)
          if (readFailedCarriers(json).length === 0) earlier.set(account, ratesOf(json))
          else if (modes.get(account) === 'timeout') {
            return withJson(response, { ...json, rates: earlier.get(account) ?? [] })
          }
          return undefined
        },
      }
    }),
  buildLiveQuoteMutant('live-without-dhl', 'With a live key, DHL has no rates.')
    .kills('RATE-120')
    .by((list) => list.filter((rate) => rate['carrier'] !== 'DHL')),
  buildRatesMutant('byoa-bare', 'Rates of connected accounts have neither carbon_grams nor carrier_eta.')
    .kills('RATE-116')
    .by((list) => list.map((rate) => (rate['account_type'] === 'byoa' ? removeEstimates(rate) : rate))),
  buildRatesMutant('byoa-of-one-account', 'Only one of several connected accounts has rates.')
    .kills('RATE-018', 'RATE-118')
    .by((list) => {
      const first = filterOwnAccountRates(list)[0]?.['carrier']
      return list.filter((rate) => rate['account_type'] !== 'byoa' || rate['carrier'] === first)
    }),
  buildLiveQuoteMutant('byoa-not-for-live', 'Live keys get no rates of connected accounts.')
    .kills('RATE-118')
    .by((list) => list.filter((rate) => rate['account_type'] !== 'byoa')),
  buildMutant(
    'byoa-stays',
    'Rates of a connected account are still returned after the account is disconnected.',
  )
    .kills('RATE-117')
    .by(() => {
      let earlier: Rates = []
      return changeRates((list) => {
        if (filterOwnAccountRates(list).length === 0) return [...list, ...earlier]
        earlier = filterOwnAccountRates(list)
        return undefined
      })
    }),
  buildMutant(
    'rejected-account-spoils-quote',
    'If a carrier account has rejected credentials, the request for rates is refused.',
  )
    .kills('RATE-119')
    .by(
      refuseQuotes(
        (json) =>
          readFailedCarriers(json).some((each) => each['code'] === 'CARRIER.ACCOUNT.INVALID_CREDENTIALS'),
        422,
      ),
    ),
]
