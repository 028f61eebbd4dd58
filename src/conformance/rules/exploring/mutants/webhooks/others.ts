import type { Mutant } from '../../../../selftest/mutant.ts'
import { remembering } from '../../../../selftest/watched.ts'
import { jsonOf, labelOf, withSignedBody } from '../../../../selftest/wire.ts'
import { isObject } from '../../../../wire/fields.ts'
import { dataOf, holding } from './shared.ts'

/** Events that another request of the client ends, loses or spoils. */
export const otherEvents: readonly Mutant[] = [
  holding('no-event-during-batch', 'A label that is bought while a batch is created has no event.', () => {
    const creating = new Map<string, number>()
    const lost = new Set<string>()
    return {
      asked: ({ operation, account }) => {
        if (operation === 'createBatch') creating.set(account, (creating.get(account) ?? 0) + 1)
        if (operation === 'buyLabel' && (creating.get(account) ?? 0) > 0) lost.add(account)
      },
      notes: ({ operation, account }) => {
        if (operation === 'createBatch') creating.set(account, (creating.get(account) ?? 1) - 1)
      },
      holds: (_, account) => (lost.delete(account) ? 'drop' : undefined),
    }
  }),
  remembering(
    'retry-with-number-of-latest',
    'A retry has the tracking number of the label whose event was sent last.',
    ['EXPL-006'],
    () => {
      const last = new Map<string, unknown>()
      const sent = new Set<string>()
      return {
        webhook: (delivery) => {
          const event = jsonOf(delivery)
          const data = dataOf(delivery)
          const label = labelOf(delivery)
          const tracking_number = last.get(delivery.secret)
          const isRetry = sent.has(label)
          sent.add(label)
          if (!isRetry) last.set(delivery.secret, data['tracking_number'])
          const isOther = tracking_number !== undefined && tracking_number !== data['tracking_number']
          if (!isRetry || !isOther || !isObject(event)) return undefined
          const text = JSON.stringify({ ...event, data: { ...data, tracking_number } })
          return [withSignedBody(delivery, Buffer.from(text))]
        },
      }
    },
  ),
]
