import { nowOf } from '../../../../selftest/behind.ts'
import type { Json } from '../../../../selftest/builders.ts'
import type { Mutant } from '../../../../selftest/mutant.ts'
import { controlCallOf } from '../../../../selftest/seen-accounts.ts'
import { type Answered, remembering, told, watching } from '../../../../selftest/watched.ts'
import { isObject } from '../../../../wire/fields.ts'
import { isBought } from './shared.ts'

const idOf = ({ json }: Answered): string => String(json['id'])

/** The entries of the log; undefined for what is no log. */
const logOf = ({ operation, isGood, json }: Answered): readonly Json[] | undefined =>
  operation === 'listDeliveries' && isGood && Array.isArray(json['deliveries'])
    ? json['deliveries'].filter(isObject)
    : undefined

/** A log without some entries. */
function logWithout(seen: Answered, isMissing: (label: string) => boolean) {
  const log = logOf(seen)
  const deliveries = log?.filter(({ label_id }) => !isMissing(String(label_id)))
  return deliveries === undefined || deliveries.length === log?.length
    ? undefined
    : told(seen, { deliveries })
}

/** Logs that tell too little, or of one delivery what is so of another. */
export const logMutants: readonly Mutant[] = [
  watching(
    'log-per-key',
    'The log shows a key the deliveries of those labels alone that it bought.',
    ['EXPL-006', 'EXPL-007'],
    () => {
      const buyers = new Map<string, string>()
      return (seen) => {
        if (isBought(seen)) buyers.set(idOf(seen), seen.key)
        return logWithout(seen, (label) => buyers.has(label) && buyers.get(label) !== seen.key)
      }
    },
  ),
  remembering(
    'log-begins-with-url',
    'The log has nothing of what was delivered before the URL was set last.',
    ['EXPL-006'],
    () => {
      const before = new Map<string, Set<string>>()
      const known = new Map<string, Set<string>>()
      return {
        controlled: (request) => {
          const { account, call } = controlCallOf(request)
          if (request.method === 'PUT' && call === 'webhook') before.set(account, new Set(known.get(account)))
        },
        after: (seen) => {
          if (isBought(seen)) known.set(seen.account, (known.get(seen.account) ?? new Set()).add(idOf(seen)))
          return logWithout(seen, (label) => before.get(seen.account)?.has(label) === true)
        },
      }
    },
  ),
  watching(
    'log-without-voided',
    'Deliveries of labels that were voided are not in the log.',
    ['EXPL-006'],
    () => {
      const voided = new Set<string>()
      return (seen) => {
        if (seen.operation === 'voidLabel' && seen.isGood) voided.add(seen.id)
        return logWithout(seen, (label) => voided.has(label))
      }
    },
  ),
  watching(
    'log-without-batches',
    'Deliveries of labels that batches made are not in the log.',
    ['EXPL-006', 'EXPL-004'],
    () => {
      const singles = new Set<string>()
      return (seen) => {
        if (isBought(seen)) singles.add(idOf(seen))
        return logWithout(seen, (label) => !singles.has(label))
      }
    },
  ),
  watching(
    'log-code-of-latest',
    'All entries of the log have the response code of the latest.',
    ['EXPL-006'],
    () => (seen) => {
      const log = logOf(seen)
      const response_code = log?.[0]?.['response_code']
      if (log === undefined || !log.some((entry) => entry['response_code'] !== response_code))
        return undefined
      return told(seen, { deliveries: log.map((entry) => ({ ...entry, response_code })) })
    },
  ),
  watching(
    'log-attempts-summed',
    'An entry of the log has the attempts of all entries that are older, too.',
    ['EXPL-006'],
    () => (seen) => {
      const log = logOf(seen)
      if (log === undefined || log.length < 2) return undefined
      let attempts = 0
      const summed = [...log].reverse().map((entry) => {
        attempts += Number(entry['attempts'])
        return { ...entry, attempts }
      })
      return told(seen, { deliveries: summed.reverse() })
    },
  ),
  watching(
    'log-forgets-after-a-week',
    'Deliveries of more than a week ago are not in the log, though there were fewer than 50 since.',
    ['EXPL-006'],
    () => {
      const bought = new Map<string, number>()
      return async (seen) => {
        if (isBought(seen)) bought.set(idOf(seen), await nowOf(seen))
        if (logOf(seen) === undefined) return undefined
        const now = await nowOf(seen)
        return logWithout(seen, (label) => now - (bought.get(label) ?? now) > 7 * 86_400_000)
      }
    },
  ),
]
