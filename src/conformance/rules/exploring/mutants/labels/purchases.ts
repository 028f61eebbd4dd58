import type { Json } from '../../../../selftest/builders.ts'
import { Receivers } from '../../../../selftest/held-events.ts'
import type { Mutant } from '../../../../selftest/mutant.ts'
import { Overlaps } from '../../../../selftest/overlaps.ts'
import { type Asked, blocking, remembering, told } from '../../../../selftest/watched.ts'
import { jsonOf, withSignedBody } from '../../../../selftest/wire.ts'
import { isObject } from '../../../../wire/fields.ts'
import { idOf, isBought, isRead } from './shared.ts'

/** A refusal that the next purchase has to hear, too. */
const sticking = (id: string, deviation: string, refused: readonly [number, string]): Mutant =>
  blocking(id, deviation, ['EXPL-003'], refused, () => {
    const stuck = new Set<string>()
    return {
      notes: (seen) => {
        if (seen.operation === 'buyLabel' && seen.code === refused[1]) stuck.add(seen.account)
      },
      blocks: ({ operation, account }) => operation === 'buyLabel' && stuck.delete(account),
    }
  })

export const purchaseMutants: readonly Mutant[] = [
  sticking(
    'failure-sticks-to-next-purchase',
    'After a purchase that failed unexpectedly, the next one of the client fails, too.',
    [500, 'LABEL.CREATION.FAILED'],
  ),
  sticking(
    'overweight-sticks-to-next-purchase',
    'After a package over the maximum weight, the next label of the client is refused as one.',
    [422, 'LABEL.WEIGHT.EXCEEDED'],
  ),
  sticking(
    'undeliverable-sticks-to-next-purchase',
    'After an address that cannot be delivered to, the next label of the client is refused for its address.',
    [422, 'LABEL.ADDRESS.UNDELIVERABLE'],
  ),
  remembering(
    'parallel-purchases-one-label',
    'A rate that is bought twice at one time is charged twice, and both are told one label.',
    ['EXPL-003', 'EXPL-001'],
    () => {
      const overlaps = new Overlaps()
      const first = new Map<string, Json>()
      const nameOf = ({ account, asked }: Asked): string => `${account} ${asked['rate_id']}`
      return {
        before: (asked) => {
          if (asked.operation === 'buyLabel') overlaps.enter(asked.request, nameOf(asked))
          return undefined
        },
        after: async (seen) => {
          const name = nameOf(seen)
          if (isBought(seen) && !first.has(name)) first.set(name, seen.json)
          const overlap = await overlaps.leave(seen.request)
          const label = first.get(name)
          if (overlap === undefined) return undefined
          if (!overlap.met) first.delete(name)
          if (!overlap.met || !seen.isGood || label === undefined || label === seen.json) return undefined
          return told(seen, { ...label, wallet_balance_after_cents: seen.json['wallet_balance_after_cents'] })
        },
      }
    },
  ),
  remembering(
    'parallel-labels-swap-recipients',
    'Two labels that a client buys at one time have each the recipient of the other.',
    ['EXPL-003'],
    () => {
      const overlaps = new Overlaps()
      const waiting = new Map<string, Json>()
      const recipients = new Map<string, unknown>()
      return {
        before: ({ operation, request, account }) => {
          if (operation === 'buyLabel') overlaps.enter(request, account)
          return undefined
        },
        after: async (seen) => {
          if (isRead(seen) && recipients.has(seen.id))
            return told(seen, { to_address: recipients.get(seen.id) })
          const overlap = await overlaps.leave(seen.request)
          if (overlap?.met !== true || !seen.isGood) return undefined
          const other = waiting.get(seen.account)
          if (other === undefined) {
            waiting.set(seen.account, seen.json)
            return undefined
          }
          waiting.delete(seen.account)
          recipients.set(idOf(seen), other['to_address'])
          recipients.set(String(other['id']), seen.json['to_address'])
          return told(seen, { to_address: other['to_address'] })
        },
      }
    },
  ),
  remembering(
    'sandbox-number-real-after-live-label',
    'A label of the sandbox that is bought right after a live one has a tracking number that does not begin with 9999.',
    ['EXPL-003', 'EXPL-009'],
    () => {
      const receivers = new Receivers()
      const wasLive = new Map<string, boolean>()
      const real = new Map<string, boolean>()
      const labels = new Set<string>()
      const number = (json: Json): string => String(json['tracking_number']).replace(/^9999/, '9400')
      return {
        controlled: (request, response) => receivers.note(request, response),
        before: ({ operation, isLive, account }) => {
          if (operation !== 'buyLabel') return undefined
          if (!isLive) real.set(account, wasLive.get(account) === true)
          wasLive.set(account, isLive)
          return undefined
        },
        after: (seen) => {
          if (isBought(seen) && !seen.isLive && real.get(seen.account) === true) labels.add(idOf(seen))
          const isTold = isBought(seen) || isRead(seen)
          return isTold && labels.has(idOf(seen))
            ? told(seen, { tracking_number: number(seen.json) })
            : undefined
        },
        webhook: (delivery) => {
          const event = jsonOf(delivery)
          if (!isObject(event) || !isObject(event['data'])) return undefined
          const isReal =
            labels.has(String(event['data']['id'])) || real.get(receivers.accountOf(delivery)) === true
          if (!isReal || !String(event['data']['tracking_number']).startsWith('9999')) return undefined
          const data = { ...event['data'], tracking_number: number(event['data']) }
          return [withSignedBody(delivery, Buffer.from(JSON.stringify({ ...event, data })))]
        },
      }
    },
  ),
]
