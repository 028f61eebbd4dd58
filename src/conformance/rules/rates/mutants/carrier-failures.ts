import { changeSuccesses, type Json, readSuccessJson } from '../../../../variations/json-responses.ts'
import { jsonOf, withJson } from '../../../../variations/wire.ts'
import { isObject } from '../../../http/fields.ts'
import { acceptInsteadOf, buildMutant, createMutantBuilder } from '../../../proof/builders.ts'
import type { Alteration, Mutant } from '../../../proof/mutant.ts'
import { carrierNames, type Rates, ratesOf } from '../../../proof/quotes.ts'
import { buildErrorResponse } from '../../../proof/refusal.ts'
import type { RuleId } from '../../../rule.ts'

/** The rules about the rates of the other carriers while one carrier fails. */
export const survivingRateRules = ['RATE-101', 'RATE-102', 'RATE-103', 'RATE-104'] as const
const failedListRules = ['RATE-105', 'RATE-111', 'RATE-112', 'RATE-113'] as const

/** The fault modes whose failures a broken service does not list, with the rule about failed_carriers. */
const withoutListing: readonly (readonly [string, RuleId])[] = [
  ['timeout', 'RATE-111'],
  ['error', 'RATE-112'],
  ['malformed', 'RATE-113'],
]

/** Creates an alteration of rates responses in which a carrier failed, for a broken service. */
const changePartialQuotes = (change: (json: Json) => Json | undefined): Alteration =>
  changeSuccesses('createRates', (json) =>
    Array.isArray(json['failed_carriers']) ? change(json) : undefined,
  )

const buildPartialQuoteMutant = createMutantBuilder(changePartialQuotes)

/** Creates a deliberately broken service that does not list carriers with this kind of failure in failed_carriers. */
function buildUnlistedCarrierMutant(mode: string, rule: RuleId): Mutant {
  return buildMutant(
    `failed-not-listed-on-${mode}`,
    `A carrier with a failure of the kind "${mode}" has no rates, and is not listed as failed.`,
  )
    .kills(rule)
    .by(() => {
      const failing = new Set<string>()
      return {
        controlRequest: (request) => {
          const [, account = ''] = /^\/_drydock\/accounts\/([^/]+)\/faults$/.exec(request.path) ?? []
          const fault = jsonOf(request)
          if (isObject(fault) && fault['mode'] === mode) failing.add(account)
          return undefined
        },
        response: (response, request, wire) => {
          const json = readSuccessJson(response)
          if (!failing.has(wire.accountOf(request) ?? '') || !Array.isArray(json?.['failed_carriers'])) {
            return undefined
          }
          const { failed_carriers: _, ...rest } = json
          return withJson(response, rest)
        },
      }
    })
}

export const carrierFailureMutants: readonly Mutant[] = [
  buildMutant('one-fails-all-fail', 'If one carrier fails, the request for rates is refused.')
    .kills(...survivingRateRules, ...failedListRules)
    .by({
      response: (response, { operation }) => {
        const json = readSuccessJson(response)
        return operation === 'createRates' && Array.isArray(json?.['failed_carriers'])
          ? buildErrorResponse(503, 'RATE.CARRIER.UNAVAILABLE')
          : undefined
      },
    }),
  buildPartialQuoteMutant('last-carrier-never-listed', 'USPS is not listed in failed_carriers when it fails.')
    .kills(...survivingRateRules)
    .by((json) =>
      JSON.stringify(json['failed_carriers']).includes('USPS')
        ? { ...json, failed_carriers: undefined }
        : undefined,
    ),
  buildPartialQuoteMutant(
    'one-fails-another-missing',
    'If one carrier fails, the rates of another are missing, too.',
  )
    .kills(...survivingRateRules)
    .by((json) => {
      const list = ratesOf(json)
      return { ...json, rates: list.filter((rate) => rate['carrier'] !== list[0]?.['carrier']) }
    }),
  buildPartialQuoteMutant(
    'one-fails-last-two-swapped',
    'If a carrier fails, the two most expensive rates are swapped.',
  )
    .kills('RATE-123')
    .by((json) => {
      const rates = ratesOf(json)
      return { ...json, rates: [...rates.slice(0, -2), ...rates.slice(-2).reverse()] }
    }),
  buildPartialQuoteMutant(
    'one-fails-connected-left-out',
    'If a carrier fails, rates of connected accounts are missing.',
  )
    .kills('RATE-124')
    .by((json) => ({ ...json, rates: ratesOf(json).filter(({ account_type }) => account_type !== 'byoa') })),
  buildPartialQuoteMutant(
    'failed-not-listed',
    'The response to a request for rates does not list failed carriers.',
  )
    .kills(...failedListRules, 'RATE-106', 'RATE-108')
    .by(({ failed_carriers: _, ...rest }) => rest),
  buildPartialQuoteMutant(
    'failed-among-all',
    'failed_carriers names the failed carrier in one sentence with carriers that did not fail.',
  )
    .kills(...failedListRules, 'RATE-108')
    .by((json) => ({
      ...json,
      failed_carriers: [{ carrier: 'none', note: 'lookups of usps, ups, fedex, dhl' }],
    })),
  buildMutant(
    'failed-without-name-but-time',
    'The entry of a failed carrier has the time and a number of the failure, but not the name of the carrier.',
  )
    .kills(...failedListRules)
    .by(() => {
      let count = 0
      return changePartialQuotes((json) => {
        count += 1
        const at = new Date().toISOString()
        return { ...json, failed_carriers: [{ error: 'failed', at, trace: `t${count}` }] }
      })
    }),
  buildPartialQuoteMutant(
    'another-listed-as-failed',
    'failed_carriers lists a carrier that did not fail instead of the failed carrier.',
  )
    .kills(...failedListRules, 'RATE-106')
    .by((json) => ({ ...json, failed_carriers: [ratesOf(json)[0]?.['carrier']] })),
  ...withoutListing.map(([mode, rule]) => buildUnlistedCarrierMutant(mode, rule)),
  buildPartialQuoteMutant('all-listed-as-failed', 'If one carrier fails, all carriers are listed as failed.')
    .kills('RATE-106')
    .by((json) => ({ ...json, failed_carriers: carrierNames })),
  buildMutant('stale-rates-of-failed', 'A failed carrier has the rates of an earlier quote.')
    .kills('RATE-107')
    .by(() => {
      let earlier: Rates = []
      return changeSuccesses('createRates', (json) => {
        if (!Array.isArray(json['failed_carriers'])) {
          earlier = ratesOf(json)
          return undefined
        }
        return { ...json, rates: earlier }
      })
    }),
  buildPartialQuoteMutant(
    'first-failure-only',
    'If several carriers fail, failed_carriers lists only the first.',
  )
    .kills('RATE-108')
    .by((json) => {
      const failed = json['failed_carriers']
      return Array.isArray(failed) && failed.length > 1
        ? { ...json, failed_carriers: failed.slice(0, 1) }
        : undefined
    }),
  buildMutant(
    'all-down-nothing',
    'If every carrier is down, the response has an empty list of rates and no failed carriers.',
  )
    .kills('RATE-109')
    .by(acceptInsteadOf('RATE.CARRIER.UNAVAILABLE', { rates: [] })),
  buildMutant(
    'all-down-one-listed',
    'If every carrier is down, the response has an empty list of rates and only one failed carrier.',
  )
    .kills('RATE-109')
    .by(acceptInsteadOf('RATE.CARRIER.UNAVAILABLE', { rates: [], failed_carriers: [{ carrier: 'UPS' }] })),
  buildMutant('failed-stays-away', 'A carrier that failed once has no rates any more.')
    .kills('RATE-110')
    .by(() => {
      let failed: unknown
      return {
        response: (response, { operation }) => {
          const json = jsonOf(response)
          if (operation !== 'createRates' || !isObject(json)) return undefined
          if (Array.isArray(json['failed_carriers'])) {
            failed = isObject(json['failed_carriers'][0]) ? json['failed_carriers'][0]['carrier'] : undefined
            return undefined
          }
          return failed === undefined
            ? undefined
            : withJson(response, {
                ...json,
                rates: ratesOf({ ...json }).filter((rate) => rate['carrier'] !== failed),
              })
        },
      }
    }),
]
