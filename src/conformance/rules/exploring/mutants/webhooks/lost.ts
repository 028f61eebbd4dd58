import { HeldEvents, Receivers } from '../../../../selftest/held-events.ts'
import type { Mutant } from '../../../../selftest/mutant.ts'
import { Overlaps } from '../../../../selftest/overlaps.ts'
import { remembering } from '../../../../selftest/watched.ts'
import { jsonOf, labelOf, type WireRequest } from '../../../../selftest/wire.ts'
import { isObject } from '../../../../wire/fields.ts'
import { holding, isBought } from './shared.ts'

/** Events that never come. */
export const lostMutants: readonly Mutant[] = [
  holding(
    'second-label-of-a-rate-without-event',
    'A rate that is bought again makes a label without an event.',
    () => {
      const sold = new Set<unknown>()
      const again = new Map<string, number>()
      return {
        asked: ({ operation, account, request }) => {
          const body = jsonOf(request)
          if (operation !== 'buyLabel' || !isObject(body)) return
          if (sold.has(body['rate_id'])) again.set(account, (again.get(account) ?? 0) + 1)
        },
        notes: (seen) => {
          if (isBought(seen)) sold.add(seen.asked['rate_id'])
        },
        holds: (_, account) => {
          const count = again.get(account) ?? 0
          again.set(account, Math.max(0, count - 1))
          return count > 0 ? 'drop' : undefined
        },
      }
    },
    ['EXPL-006', 'HOOK-032'],
  ),
  holding(
    'no-event-after-refusal',
    'The label that a client buys after a purchase was refused has no event.',
    () => {
      const refused = new Set<string>()
      return {
        notes: (seen) => {
          if (seen.operation === 'buyLabel' && seen.code !== '') refused.add(seen.account)
        },
        holds: (_, account) => (refused.delete(account) ? 'drop' : undefined),
      }
    },
  ),
  holding(
    'no-event-after-failed-delivery',
    'The label that is bought next after a delivery that failed for good has no event.',
    ({ held }) => {
      const dead = new Set<string>()
      return {
        ends: (delivery, account, { isGood }) => {
          if (!isGood && held.attemptsOf(labelOf(delivery)) === 5) dead.add(account)
        },
        holds: (_, account) => (dead.delete(account) ? 'drop' : undefined),
      }
    },
    ['EXPL-006', 'HOOK-138'],
  ),
  holding(
    'no-event-by-narrow-keys',
    'Labels that are bought with a key that may not read labels have no event.',
    () => {
      const narrow = new Set<string>()
      const buying = new Set<string>()
      return {
        controlled: (_, call, { key, scopes }) => {
          const isNarrow = Array.isArray(scopes) && !scopes.includes('labels:read')
          if (call === 'keys' && isNarrow && typeof key === 'string') narrow.add(key)
        },
        asked: ({ operation, account, request }) => {
          const key = (request.headers['authorization'] ?? '').replace(/^Bearer /, '')
          if (operation === 'buyLabel' && narrow.has(key)) buying.add(account)
        },
        holds: (_, account) => (buying.delete(account) ? 'drop' : undefined),
      }
    },
    ['EXPL-006', 'EXPL-007'],
  ),
  remembering(
    'keys-race-on-event',
    'Of two labels that two keys of a client buy at one time, one has no event.',
    ['EXPL-006', 'EXPL-007'],
    () => {
      const receivers = new Receivers()
      const held = new HeldEvents()
      const overlaps = new Overlaps()
      const buyers = new Map<WireRequest, { readonly account: string; readonly key: string }>()
      const due = new Map<string, number>()
      return {
        controlled: (request, response) => receivers.note(request, response),
        before: ({ operation, request, account, key }) => {
          if (operation !== 'buyLabel') return undefined
          const isLater = overlaps.enter(request, account).isLater
          const isRace = [...buyers.values()].some((other) => other.account === account && other.key !== key)
          if (isLater && isRace) due.set(account, (due.get(account) ?? 0) + 1)
          buyers.set(request, { account, key })
          return undefined
        },
        after: async (seen) => {
          await overlaps.leave(seen.request)
          buyers.delete(seen.request)
          return held.log(seen)
        },
        webhook: (delivery) => {
          const account = receivers.accountOf(delivery)
          const count = due.get(account) ?? 0
          if (count === 0) return undefined
          due.set(account, count - 1)
          return held.drop(delivery)
        },
        reply: (status, delivery) => held.reply(status, delivery),
      }
    },
  ),
]
