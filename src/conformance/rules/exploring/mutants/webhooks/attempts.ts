import type { Json } from '../../../../selftest/builders.ts'
import { Receivers } from '../../../../selftest/held-events.ts'
import type { Mutant } from '../../../../selftest/mutant.ts'
import { controlCallOf } from '../../../../selftest/seen-accounts.ts'
import { remembering } from '../../../../selftest/watched.ts'
import { jsonOf, labelOf, type WireDelivery } from '../../../../selftest/wire.ts'
import { isObject } from '../../../../wire/fields.ts'
import { dataOf, holding } from './shared.ts'

const isSandbox = (delivery: WireDelivery): boolean =>
  String(dataOf(delivery)['tracking_number']).startsWith('9999')

/** Attempts that are not made for what happened to another delivery. */
export const attemptMutants: readonly Mutant[] = [
  holding(
    'live-failure-holds-up-sandbox',
    'While the delivery of a live label fails, those of the sandbox are not made.',
    () => {
      const failing = new Map<string, Set<string>>()
      return {
        holds: (delivery, account) =>
          isSandbox(delivery) && (failing.get(account)?.size ?? 0) > 0 ? 'skip' : undefined,
        ends: (delivery, account, { isGood }) => {
          if (isSandbox(delivery)) return
          const labels = failing.get(account) ?? new Set<string>()
          failing.set(account, labels)
          if (isGood) labels.delete(labelOf(delivery))
          else labels.add(labelOf(delivery))
        },
      }
    },
    ['EXPL-006', 'EXPL-009'],
  ),
  holding(
    'attempts-counted-together',
    'After five attempts of a client have failed, none of its deliveries is made again.',
    ({ held }) => {
      const counts = new Map<string, number>()
      const ended = new Set<string>()
      return {
        ended,
        holds: (delivery, account) => {
          const isOver = (counts.get(account) ?? 0) >= 5 && held.attemptsOf(labelOf(delivery)) > 0
          if (isOver) ended.add(labelOf(delivery))
          return isOver ? 'skip' : undefined
        },
        ends: (_, account, { isGood }) => {
          if (!isGood) counts.set(account, (counts.get(account) ?? 0) + 1)
        },
      }
    },
  ),
  holding(
    'sandbox-success-ends-live-retries',
    'An event of the sandbox that is delivered ends the retries of live ones.',
    ({ held }) => {
      const ended = new Set<string>()
      const pending = new Map<string, Set<string>>()
      return {
        ended,
        holds: (delivery) =>
          ended.has(labelOf(delivery)) && held.attemptsOf(labelOf(delivery)) > 0 ? 'skip' : undefined,
        ends: (delivery, account, { isGood }) => {
          const labels = pending.get(account) ?? new Set<string>()
          pending.set(account, labels)
          if (!isSandbox(delivery) && !isGood) labels.add(labelOf(delivery))
          if (isSandbox(delivery) && isGood) for (const label of labels) ended.add(label)
        },
      }
    },
    ['EXPL-006', 'EXPL-009'],
  ),
  holding(
    'revoked-key-ends-retries',
    'Once a key of the client is revoked, deliveries that failed before are not made again.',
    ({ held }) => {
      const ended = new Set<string>()
      const pending = new Map<string, Set<string>>()
      return {
        ended,
        controlled: (account, call, { method }) => {
          if (method === 'DELETE' && call.startsWith('keys/'))
            for (const label of pending.get(account) ?? []) ended.add(label)
        },
        holds: (delivery) =>
          ended.has(labelOf(delivery)) && held.attemptsOf(labelOf(delivery)) > 0 ? 'skip' : undefined,
        ends: (delivery, account, { isGood }) => {
          if (!isGood) pending.set(account, (pending.get(account) ?? new Set()).add(labelOf(delivery)))
        },
      }
    },
    ['EXPL-006', 'EXPL-007'],
  ),
  remembering(
    'new-url-restarts-failed-deliveries',
    'Deliveries that have failed for good are made once more when a URL is set.',
    ['EXPL-006'],
    () => {
      const receivers = new Receivers()
      const counts = new Map<string, number>()
      const failed = new Map<string, Json>()
      const due = new Set<string>()
      return {
        controlled: (request, response) => {
          receivers.note(request, response)
          const { account, call } = controlCallOf(request)
          if (request.method === 'PUT' && call === 'webhook') due.add(account)
        },
        reply: (status, delivery) => {
          const label = labelOf(delivery)
          const isGood = status >= 200 && status < 300
          counts.set(label, (counts.get(label) ?? 0) + 1)
          const event = jsonOf(delivery)
          if (!isGood && counts.get(label) === 5 && isObject(event))
            failed.set(receivers.accountOf(delivery), event)
          return undefined
        },
        advanced: async (account, wire) => {
          const event = failed.get(account)
          if (!due.delete(account) || event === undefined) return false
          failed.delete(account)
          await wire.emit(account, event)
          return true
        },
      }
    },
  ),
]
