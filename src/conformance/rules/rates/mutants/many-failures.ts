import { changeSuccesses } from '../../../../variations/json-responses.ts'
import { buildMutant, countUp } from '../../../proof/builders.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { parseControlCall } from '../../../proof/proxy/seen-accounts.ts'
import { ratesOf } from '../../../proof/quotes.ts'
import { buildResponseMutant, buildStatefulMutant, withFields } from '../../../proof/stateful/stateful.ts'
import { readFailedCarriers } from './partial-quotes.ts'

/** Creates a broken service that returns no rates of connected carrier accounts when exactly `count` accounts were disconnected. */
const buildDroppedAccountsMutant = (id: string, deviation: string, count: number): Mutant =>
  buildStatefulMutant(id, deviation)
    .kills('RATE-127')
    .by(() => {
      const gone = new Map<string, number>()
      return {
        controlled: (request) => {
          const { account, call } = parseControlCall(request)
          if (request.method === 'DELETE' && call.startsWith('carrier-accounts/')) countUp(gone, account)
        },
        after: (seen) => {
          if (seen.operation !== 'createRates' || !seen.isGood || (gone.get(seen.account) ?? 0) !== count)
            return undefined
          return withFields(seen, {
            rates: ratesOf(seen.json).filter((rate) => rate['account_type'] !== 'byoa'),
          })
        },
      }
    })

/** Deliberately broken services that list or omit a carrier that has failed before and works again. */
const carrierBackMutants: readonly Mutant[] = [
  buildResponseMutant(
    'failure-listed-once-more',
    'A carrier that failed is also listed as failed in the next quote, although its rates are returned.',
  )
    .kills('RATE-121')
    .by(() => {
      const before = new Map<string, unknown>()
      return (seen) => {
        if (seen.operation !== 'createRates' || !seen.isGood) return undefined
        const last = before.get(seen.account)
        const failed_carriers = seen.json['failed_carriers']
        before.set(seen.account, failed_carriers)
        return last !== undefined && failed_carriers === undefined
          ? withFields(seen, { failed_carriers: last })
          : undefined
      }
    }),
  buildResponseMutant(
    'left-out-after-three-failures',
    'After three failures in a row, a carrier has no rates any more.',
  )
    .kills('RATE-122')
    .by(() => {
      const quoted = new Map<string, Set<unknown>>()
      const failures = new Map<string, number>()
      return (seen) => {
        if (seen.operation !== 'createRates' || !seen.isGood) return undefined
        const rates = ratesOf(seen.json)
        const known = quoted.get(seen.account) ?? new Set()
        const missing = [...known].filter((each) => !rates.some(({ carrier }) => carrier === each))
        for (const { carrier } of rates) known.add(carrier)
        quoted.set(seen.account, known)
        if (missing.length > 0) countUp(failures, seen.account)
        const isOut = missing.length === 0 && (failures.get(seen.account) ?? 0) >= 3
        const [first] = known
        return isOut
          ? withFields(seen, { rates: rates.filter(({ carrier }) => carrier !== first) })
          : undefined
      }
    }),
]

/** Deliberately broken services that list too few failed carriers, or omit rates of carriers that work again. */
export const manyFailureMutants: readonly Mutant[] = [
  buildMutant('two-failures-told-at-most', 'failed_carriers lists at most two carriers.')
    .kills('RATE-125')
    .by(
      changeSuccesses('createRates', (json) =>
        readFailedCarriers(json).length > 2
          ? { ...json, failed_carriers: readFailedCarriers(json).slice(0, 2) }
          : undefined,
      ),
    ),
  buildResponseMutant(
    'fourth-failure-untold',
    'A carrier that failed three times is no longer listed as failed.',
  )
    .kills('RATE-126')
    .by(() => {
      const failures = new Map<string, number>()
      return (seen) => {
        if (seen.operation !== 'createRates' || !seen.isGood) return undefined
        const listed = readFailedCarriers(seen.json)
        const left = listed.filter(({ carrier }) => {
          const name = `${seen.account} ${carrier}`
          countUp(failures, name)
          return (failures.get(name) ?? 0) <= 3
        })
        return left.length < listed.length ? withFields(seen, { failed_carriers: left }) : undefined
      }
    }),
  buildResponseMutant('failing-carrier-given-up', 'A carrier that failed eight times has no rates any more.')
    .kills('RATE-126')
    .by(() => {
      const failures = new Map<string, number>()
      return (seen) => {
        if (seen.operation !== 'createRates' || !seen.isGood) return undefined
        const accountAndCarrierOf = ({ carrier }: Readonly<Record<string, unknown>>) =>
          `${seen.account} ${carrier}`
        const failed = readFailedCarriers(seen.json)
        for (const each of failed) countUp(failures, accountAndCarrierOf(each))
        const isDropped = (each: Readonly<Record<string, unknown>>) =>
          (failures.get(accountAndCarrierOf(each)) ?? 0) >= 8
        const rates = ratesOf(seen.json)
        const left = rates.filter((rate) => !isDropped(rate))
        return left.length < rates.length ? withFields(seen, { rates: left }) : undefined
      }
    }),
  buildDroppedAccountsMutant(
    'reconnected-account-unquoted',
    'Once two accounts were disconnected, no connected account has rates.',
    2,
  ),
  buildDroppedAccountsMutant(
    'account-beside-disconnected-unquoted',
    'If one of two accounts of a carrier is disconnected, neither has rates.',
    1,
  ),
  ...carrierBackMutants,
]
