import type { Mutant } from '../../../proof/mutant.ts'
import { ratesOf } from '../../../proof/quotes.ts'
import { onResponse, withFields } from '../../../proof/stateful/stateful.ts'

/** Services that remember what failed. */
export const carrierBackMutants: readonly Mutant[] = [
  onResponse(
    'failure-listed-once-more',
    'A carrier that failed is listed in the next quote, too, beside its rates.',
    ['RATE-121'],
    () => {
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
    },
  ),
  onResponse(
    'left-out-after-three-failures',
    'A carrier that failed three times in a row is not asked any more.',
    ['RATE-122'],
    () => {
      const quoted = new Map<string, Set<unknown>>()
      const failures = new Map<string, number>()
      return (seen) => {
        if (seen.operation !== 'createRates' || !seen.isGood) return undefined
        const rates = ratesOf(seen.json)
        const known = quoted.get(seen.account) ?? new Set()
        const missing = [...known].filter((each) => !rates.some(({ carrier }) => carrier === each))
        for (const { carrier } of rates) known.add(carrier)
        quoted.set(seen.account, known)
        if (missing.length > 0) failures.set(seen.account, (failures.get(seen.account) ?? 0) + 1)
        const isOut = missing.length === 0 && (failures.get(seen.account) ?? 0) >= 3
        const [first] = known
        return isOut
          ? withFields(seen, { rates: rates.filter(({ carrier }) => carrier !== first) })
          : undefined
      }
    },
  ),
]
