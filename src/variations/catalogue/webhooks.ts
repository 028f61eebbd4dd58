import { isObject } from '../json.ts'
import type { Variation } from '../variation.ts'
import { headerOf, jsonOf, type WireDelivery, withHeader, withSignedBody } from '../wire.ts'

/** Variations of webhook deliveries. */
export const webhookVariations: readonly Variation[] = [
  {
    id: 'duplicate-webhooks',
    what: 'Every webhook delivery comes twice.',
    silent: { statement: 'EVENTS-40' },
    offered: {
      changes: ['number of deliveries'],
      because: 'The specification says that a delivery may come twice, and how to tell by `data.id`.',
    },
    open: () => ({ webhook: (delivery) => [delivery, delivery] }),
  },
  {
    id: 'late-webhooks',
    what: 'Webhook deliveries come 0.3 seconds late.',
    silent: { statement: 'EVENTS-3' },
    offered: {
      changes: ['time of deliveries'],
      because: 'The response of a purchase and its event are sent separately, so either may arrive first.',
    },
    open: () => ({
      webhook: async (delivery) => {
        await new Promise((resolve) => setTimeout(resolve, 300))
        return [delivery]
      },
    }),
  },
  {
    id: 'indented-webhooks',
    what: 'The payload of an event is indented, and signed as it is sent.',
    silent: { choice: 46 },
    offered: {
      changes: ['event text'],
      because:
        'The specification does not show the bytes of a payload. A receiver has to verify the bytes that it got.',
    },
    open: () => ({
      webhook: (delivery) => rewritePayload(delivery, (json) => JSON.stringify(json, null, 2)),
    }),
  },
  {
    id: 'reordered-webhooks',
    what: 'The payload of an event has more fields, in another order, and is signed as it is sent.',
    silent: { choice: 46 },
    offered: {
      changes: ['event text'],
      because:
        'The specification does not show the bytes of a payload. A receiver has to verify the bytes that it got.',
    },
    open: () => ({
      webhook: (delivery) =>
        rewritePayload(delivery, (json) =>
          JSON.stringify({
            source: 'labels',
            ...Object.fromEntries(Object.entries(json).reverse()),
            api: 'v1',
          }),
        ),
    }),
  },
  {
    id: 'loud-webhook-headers',
    what: 'The name of the signature header is in capitals, and deliveries have more headers.',
    silent: { statement: 'EVENTS-22' },
    offered: { changes: ['event headers'], because: 'HTTP ignores the letter case of header names.' },
    open: () => ({
      webhook: (delivery) => {
        const signature = headerOf(delivery, 'pr-signature')
        if (signature === undefined) return undefined
        const bare = withHeader(delivery, 'pr-signature', undefined)
        const more = { 'PR-SIGNATURE': signature, 'User-Agent': 'Sender/2', 'PR-Version': 'v1' }
        return [{ ...bare, headers: { ...bare.headers, ...more } }]
      },
    }),
  },
  {
    id: 'signed-afresh',
    what: 'Every webhook attempt has a new timestamp and a new signature.',
    silent: { statement: 'EVENTS-21' },
    offered: {
      changes: ['event text'],
      because:
        'The specification calls `timestamp` the time of the delivery. Only `data.id` is sure to stay the same.',
    },
    open: () => {
      let count = 0
      return {
        webhook: (delivery) =>
          rewritePayload(delivery, (json) => {
            count += 1
            const instant = Date.parse(String(json['timestamp'])) + count
            return JSON.stringify({ ...json, timestamp: new Date(instant).toISOString() })
          }),
      }
    },
  },
]

/** Returns a delivery whose payload `write` has changed, signed again; undefined if the payload is no object. */
function rewritePayload(
  delivery: WireDelivery,
  write: (json: Readonly<Record<string, unknown>>) => string,
): readonly WireDelivery[] | undefined {
  const json = jsonOf(delivery)
  return isObject(json) ? [withSignedBody(delivery, Buffer.from(write(json)))] : undefined
}
