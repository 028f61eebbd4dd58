import { readLabelId, type WireDelivery, withHeader } from '../../../../variations/wire.ts'
import { isObject } from '../../../http/fields.ts'
import type { Mutant } from '../../../proof/mutant.ts'
import { parseControlCall } from '../../../proof/proxy/seen-accounts.ts'
import { HeldEvents, SecretOwners } from '../../../proof/stateful/held-events.ts'
import { buildResponseMutant, buildStatefulMutant, withFields } from '../../../proof/stateful/stateful.ts'

const isSandboxDelivery = (delivery: WireDelivery): boolean =>
  delivery.body.includes('"tracking_number":"9999')

/** Deliberately broken services that confuse one webhook delivery with another. */
export const deliveryMutants: readonly Mutant[] = [
  buildStatefulMutant(
    'live-failure-holds-up-sandbox',
    'While the delivery of a live label fails, sandbox deliveries are not attempted.',
  )
    .kills('EXPL-006')
    .by(() => {
      const secretOwners = new SecretOwners()
      const held = new HeldEvents()
      const failing = new Map<string, Set<string>>()
      return {
        controlled: (request, response) => secretOwners.noteSecret(request, response),
        after: (seen) => held.hideInLog(seen),
        webhook: (delivery) => {
          const count = failing.get(secretOwners.findAccount(delivery))?.size ?? 0
          return isSandboxDelivery(delivery) && count > 0 ? held.skipAttempt(delivery) : undefined
        },
        reply: (status, delivery) => {
          const instead = held.changeReply(status, delivery)
          if (instead !== undefined || isSandboxDelivery(delivery)) return instead
          const account = secretOwners.findAccount(delivery)
          const labels = failing.get(account) ?? new Set<string>()
          failing.set(account, labels)
          if (status >= 200 && status < 300) labels.delete(readLabelId(delivery))
          else labels.add(readLabelId(delivery))
          return undefined
        },
      }
    }),
  buildStatefulMutant(
    'signature-of-the-event-before',
    'A retry is sent with the signature of the previous event.',
  )
    .kills('EXPL-006')
    .by(() => {
      const last = new Map<string, { readonly label: string; readonly signature: string }>()
      const seen = new Set<string>()
      return {
        webhook: (delivery) => {
          const label = readLabelId(delivery)
          const before = last.get(delivery.secret)
          const isRetry = seen.has(label)
          seen.add(label)
          last.set(delivery.secret, { label, signature: delivery.headers['pr-signature'] ?? '' })
          if (!isRetry || before === undefined || before.label === label) return undefined
          return [withHeader(delivery, 'pr-signature', before.signature)]
        },
      }
    }),
  buildStatefulMutant(
    'events-astray-after-clear',
    'Events of a client without a webhook URL are sent to the URL that another client set last.',
  )
    .kills('EXPL-006')
    .by(() => {
      const cleared = new Set<string>()
      let set = ''
      return {
        controlled: (request) => {
          const { account, call } = parseControlCall(request)
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
  buildResponseMutant(
    'log-code-of-latest',
    'All entries of the delivery log have the response code of the latest.',
  )
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
