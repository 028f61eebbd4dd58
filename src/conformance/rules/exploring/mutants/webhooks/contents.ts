import type { Mutant } from '../../../../selftest/mutant.ts'
import { controlCallOf } from '../../../../selftest/seen-accounts.ts'
import { remembering } from '../../../../selftest/watched.ts'
import { jsonOf, labelOf, withHeader, withSignedBody } from '../../../../selftest/wire.ts'
import { isObject } from '../../../../wire/fields.ts'
import { dataOf, isBought } from './shared.ts'

/** Events that say of one label what is so of another. */
export const contentMutants: readonly Mutant[] = [
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
