import { isObject } from '../../../http/fields.ts'
import { nowOf } from '../../../proof/behind.ts'
import type { Json } from '../../../proof/builders.ts'
import { HeldEvents, Receivers } from '../../../proof/held-events.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { Overlaps } from '../../../proof/overlaps.ts'
import { controlCallOf } from '../../../proof/seen-accounts.ts'
import { type Answered, remembering, told, watching } from '../../../proof/watched.ts'
import { jsonOf, labelOf, type WireDelivery, type WireRequest, withHeader } from '../../../proof/wire.ts'

const isBought = ({ operation, isGood }: Answered): boolean => operation === 'buyLabel' && isGood

const dataOf = (delivery: WireDelivery): Json => {
  const event = jsonOf(delivery)
  return isObject(event) && isObject(event['data']) ? event['data'] : {}
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
): Mutant =>
  remembering(id, deviation, ['EXPL-006'], () => {
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

/** Events that say of one label what is so of another. */
const contentMutants: readonly Mutant[] = [
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
    ['EXPL-006'],
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

/** Events that never come. */
const lostMutants: readonly Mutant[] = [
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
  remembering(
    'keys-race-on-event',
    'Of two labels that two keys of a client buy at one time, one has no event.',
    ['EXPL-006'],
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
const logMutants: readonly Mutant[] = [
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
]

const isSandbox = (delivery: WireDelivery): boolean =>
  String(dataOf(delivery)['tracking_number']).startsWith('9999')

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
  ),
]

/** Webhooks: one delivery beside another, and their log. */
export const webhookExplorationMutants: readonly Mutant[] = [
  ...attemptMutants,
  ...lostMutants,
  ...contentMutants,
  ...logMutants,
]
