import { nowOf } from '../../../selftest/behind.ts'
import type { Json } from '../../../selftest/builders.ts'
import { HeldEvents, Receivers } from '../../../selftest/held-events.ts'
import type { Mutant } from '../../../selftest/mutant.ts'
import { Overlaps } from '../../../selftest/overlaps.ts'
import { controlCallOf } from '../../../selftest/seen-accounts.ts'
import { type Answered, remembering, told, watching } from '../../../selftest/watched.ts'
import { jsonOf, labelOf, type WireDelivery, withHeader, withSignedBody } from '../../../selftest/wire.ts'
import { isObject } from '../../../wire/fields.ts'

const isBought = ({ operation, isGood }: Answered): boolean => operation === 'buyLabel' && isGood
const idOf = ({ json }: Answered): string => String(json['id'])

const dataOf = (delivery: WireDelivery): Json => {
  const event = jsonOf(delivery)
  return isObject(event) && isObject(event['data']) ? event['data'] : {}
}

const isSandbox = (delivery: WireDelivery): boolean =>
  String(dataOf(delivery)['tracking_number']).startsWith('9999')

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

/** What is known of a client's deliveries. */
interface Outbox {
  readonly receivers: Receivers
  readonly held: HeldEvents
}

/** A service that does not make some attempts, and whose log tells of those it makes. */
const holding = (
  id: string,
  deviation: string,
  open: (outbox: Outbox) => {
    /** Whether this attempt is not made. */
    holds(delivery: WireDelivery, account: string, now: number): 'skip' | 'drop' | undefined
    notes?(seen: Answered): void
    asked?(asked: Pick<Answered, 'operation' | 'account' | 'isLive' | 'request'>): void
    ends?(
      delivery: WireDelivery,
      account: string,
      outcome: { readonly isGood: boolean; readonly now: number },
    ): void
    controlled?(account: string, call: string, made: Json & { readonly method: string }): void
    readonly ended?: ReadonlySet<string>
  },
  kills: Mutant['kills'] = ['EXPL-006'],
): Mutant =>
  remembering(id, deviation, kills, () => {
    const receivers = new Receivers()
    const held = new HeldEvents()
    const { holds, notes, ends, controlled, ended, asked } = open({ receivers, held })
    const times = new WeakMap<WireDelivery, number>()
    return {
      controlled: (request, response) => {
        receivers.note(request, response)
        const { account, call } = controlCallOf(request)
        const made = jsonOf(response)
        controlled?.(account, call, { ...(isObject(made) ? made : {}), method: request.method })
      },
      before: (question) => {
        asked?.(question)
        return undefined
      },
      after: (seen) => {
        notes?.(seen)
        return held.log(seen, ended)
      },
      webhook: async (delivery, wire) => {
        const account = receivers.accountOf(delivery)
        const now = await nowOf({ wire, account })
        times.set(delivery, now)
        const hold = holds(delivery, account, now)
        if (hold === undefined) return undefined
        return hold === 'skip' ? held.skip(delivery) : held.drop(delivery)
      },
      reply: (status, delivery) => {
        const instead = held.reply(status, delivery)
        if (instead === undefined) {
          const isGood = status >= 200 && status < 300
          ends?.(delivery, receivers.accountOf(delivery), { isGood, now: times.get(delivery) ?? 0 })
        }
        return instead
      },
    }
  })

/** Attempts that are not made for what happened to another delivery. */
const attemptMutants: readonly Mutant[] = [
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

/** Events that never come. */
const lostMutants: readonly Mutant[] = [
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
    'parallel-purchases-one-event',
    'Of two labels that a client buys at one time, one has no event.',
    ['EXPL-006'],
    () => {
      const receivers = new Receivers()
      const held = new HeldEvents()
      const overlaps = new Overlaps()
      const due = new Map<string, number>()
      return {
        controlled: (request, response) => receivers.note(request, response),
        before: ({ operation, request, account }) => {
          if (operation === 'buyLabel' && overlaps.enter(request, account).isLater)
            due.set(account, (due.get(account) ?? 0) + 1)
          return undefined
        },
        after: async (seen) => {
          await overlaps.leave(seen.request)
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

/** Events that say of one label what is so of another. */
const contentMutants: readonly Mutant[] = [
  remembering(
    'later-event-created-when-first-was',
    'Every event of a client has the data.created_at of its first one.',
    ['EXPL-006'],
    () => {
      const first = new Map<string, unknown>()
      return {
        webhook: (delivery) => {
          const event = jsonOf(delivery)
          const data = dataOf(delivery)
          if (!isObject(event)) return undefined
          const created_at = first.get(delivery.secret) ?? data['created_at']
          first.set(delivery.secret, created_at)
          if (created_at === data['created_at']) return undefined
          return [
            withSignedBody(
              delivery,
              Buffer.from(JSON.stringify({ ...event, data: { ...data, created_at } })),
            ),
          ]
        },
      }
    },
  ),
  remembering(
    'signature-of-the-event-before',
    'A retry is signed as the event of the client that was sent before it.',
    ['EXPL-006'],
    () => {
      const last = new Map<string, { readonly label: string; readonly signature: string }>()
      const seen = new Set<string>()
      return {
        webhook: (delivery) => {
          const label = labelOf(delivery)
          const before = last.get(delivery.secret)
          const isRetry = seen.has(label)
          seen.add(label)
          last.set(delivery.secret, { label, signature: delivery.headers['pr-signature'] ?? '' })
          if (!isRetry || before === undefined || before.label === label) return undefined
          return [withHeader(delivery, 'pr-signature', before.signature)]
        },
      }
    },
  ),
  remembering(
    'events-astray-after-clear',
    'Events of a client that has cleared its URL go to the one that was set last by another.',
    ['EXPL-006', 'EXPL-009'],
    () => {
      const cleared = new Set<string>()
      let set = ''
      return {
        controlled: (request) => {
          const { account, call } = controlCallOf(request)
          if (call !== 'webhook') return
          if (request.method === 'DELETE') cleared.add(account)
          if (request.method === 'PUT') {
            cleared.delete(account)
            set = account
          }
        },
        after: async (seen) => {
          if (!isBought(seen) || !cleared.has(seen.account) || set === '' || set === seen.account)
            return undefined
          const { id, carrier, service, tracking_number, rate_cents, created_at } = seen.json
          const label_url = `${seen.wire.baseUrl}/v1/labels/${id}/download`
          const data = { id, carrier, service, tracking_number, rate_cents, label_url, created_at }
          await seen.wire.emit(set, { event: 'label.created', data, timestamp: created_at })
          return seen.response
        },
      }
    },
  ),
]

/** Logs that tell too little, or of one delivery what is so of another. */
const logMutants: readonly Mutant[] = [
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
    'log-forgets-after-a-day',
    'Deliveries of more than a day ago are not in the log, though there were fewer than 50 since.',
    ['EXPL-006'],
    () => {
      const bought = new Map<string, number>()
      return async (seen) => {
        if (isBought(seen)) bought.set(idOf(seen), await nowOf(seen))
        if (logOf(seen) === undefined) return undefined
        const now = await nowOf(seen)
        return logWithout(seen, (label) => now - (bought.get(label) ?? now) > 86_400_000)
      }
    },
  ),
]

/** Webhooks: one delivery beside another, and their log. */
export const webhookExplorationMutants: readonly Mutant[] = [
  ...attemptMutants,
  ...lostMutants,
  ...contentMutants,
  ...logMutants,
]
