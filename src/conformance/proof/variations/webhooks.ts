import { isObject } from '../../http/fields.ts'
import type { Variation } from '../variation.ts'
import { jsonOf, type WireDelivery, withHeader, withSignedBody } from '../wire.ts'

/** Variations of webhook deliveries. */
export const webhookVariations: readonly Variation[] = [
  {
    id: 'duplicate-webhooks',
    what: 'Every delivery comes twice.',
    open: () => ({ webhook: (delivery) => [delivery, delivery] }),
  },
  {
    id: 'late-webhooks',
    what: 'Deliveries take a third of a second.',
    open: () => ({
      webhook: async (delivery) => {
        await new Promise((resolve) => setTimeout(resolve, 300))
        return [delivery]
      },
    }),
  },
  {
    id: 'indented-webhooks',
    what: 'The payload is indented, and signed as it is sent.',
    open: () => ({ webhook: (delivery) => rewritten(delivery, (json) => JSON.stringify(json, null, 2)) }),
  },
  {
    id: 'reordered-webhooks',
    what: 'The payload has more fields, in another order, and is signed as it is sent.',
    open: () => ({
      webhook: (delivery) =>
        rewritten(delivery, (json) =>
          JSON.stringify({
            livemode: false,
            ...Object.fromEntries(Object.entries(json).reverse()),
            api: 'v1',
          }),
        ),
    }),
  },
  {
    id: 'loud-webhook-headers',
    what: 'The signature header is in capitals, and others come with it.',
    open: () => ({
      webhook: (delivery) => {
        const signature = delivery.headers['pr-signature']
        if (signature === undefined) return undefined
        const bare = withHeader(delivery, 'pr-signature', undefined)
        const more = { 'PR-SIGNATURE': signature, 'User-Agent': 'Sender/2', 'PR-Delivery': 'whd_1' }
        return [{ ...bare, headers: { ...bare.headers, ...more } }]
      },
    }),
  },
  {
    id: 'signed-afresh',
    what: 'Every attempt has a timestamp of its own, and a signature over it.',
    open: () => {
      let count = 0
      return {
        webhook: (delivery) =>
          rewritten(delivery, (json) => {
            count += 1
            const instant = Date.parse(String(json['timestamp'])) + count
            return JSON.stringify({ ...json, timestamp: new Date(instant).toISOString() })
          }),
      }
    },
  },
]

function rewritten(
  delivery: WireDelivery,
  write: (json: Readonly<Record<string, unknown>>) => string,
): readonly WireDelivery[] | undefined {
  const json = jsonOf(delivery)
  return isObject(json) ? [withSignedBody(delivery, Buffer.from(write(json)))] : undefined
}
