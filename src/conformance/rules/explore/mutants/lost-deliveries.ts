import { labelOf, type WireDelivery, withHeader } from '../../../../variations/wire.ts'
import { isObject } from '../../../http/fields.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { controlCallOf } from '../../../proof/proxy/seen-accounts.ts'
import { HeldEvents, Receivers } from '../../../proof/stateful/held-events.ts'
import { onResponse, stateful, withFields } from '../../../proof/stateful/stateful.ts'

const isSandboxDelivery = (delivery: WireDelivery): boolean =>
  delivery.body.includes('"tracking_number":"9999')

/** Services that confuse one webhook delivery with another. */
export const deliveryMutants: readonly Mutant[] = [
  stateful(
    'live-failure-holds-up-sandbox',
    'While the delivery of a live label fails, sandbox deliveries are not attempted.',
  )
    .kills('EXPL-006')
    .by(() => {
      const receivers = new Receivers()
      const held = new HeldEvents()
      const failing = new Map<string, Set<string>>()
      return {
        controlled: (request, response) => receivers.note(request, response),
        after: (seen) => held.log(seen),
        webhook: (delivery) => {
          const count = failing.get(receivers.accountOf(delivery))?.size ?? 0
          return isSandboxDelivery(delivery) && count > 0 ? held.skip(delivery) : undefined
        },
        reply: (status, delivery) => {
          const instead = held.reply(status, delivery)
          if (instead !== undefined || isSandboxDelivery(delivery)) return instead
          const account = receivers.accountOf(delivery)
          const labels = failing.get(account) ?? new Set<string>()
          failing.set(account, labels)
          if (status >= 200 && status < 300) labels.delete(labelOf(delivery))
          else labels.add(labelOf(delivery))
          return undefined
        },
      }
    }),
  stateful('signature-of-the-event-before', 'A retry is sent with the signature of the previous event.')
    .kills('EXPL-006')
    .by(() => {
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
    }),
  stateful(
    'events-astray-after-clear',
    'Events of a client without a webhook URL are sent to the URL that another client set last.',
  )
    .kills('EXPL-006')
    .by(() => {
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
          const isBought = seen.operation === 'buyLabel' && seen.isGood
          if (!isBought || !cleared.has(seen.account) || set === '' || set === seen.account) return undefined
          const { id, carrier, service, tracking_number, rate_cents, created_at } = seen.json
          const label_url = `${seen.wire.baseUrl}/v1/labels/${id}/download`
          const data = { id, carrier, service, tracking_number, rate_cents, label_url, created_at }
          await seen.wire.emit(set, { event: 'label.created', data, timestamp: created_at })
          return seen.response
        },
      }
    }),
  onResponse('log-code-of-latest', 'All entries of the delivery log have the response code of the latest.')
    .kills('EXPL-006')
    .by(() => (seen) => {
      const { operation, json } = seen
      if (operation !== 'listDeliveries' || !Array.isArray(json['deliveries'])) return undefined
      const log = json['deliveries'].filter(isObject)
      const response_code = log[0]?.['response_code']
      return log.some((entry) => entry['response_code'] !== response_code)
        ? withFields(seen, { deliveries: log.map((entry) => ({ ...entry, response_code })) })
        : undefined
    }),
]
