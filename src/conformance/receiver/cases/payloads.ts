import { defineAdviceCase, defineErrorCase, type ReceiverCase } from '../case.ts'
import { buildDelivery, createPayload } from '../delivery.ts'

const nonAsciiData = { service: 'Päckchen Größe L – 包裹 📦' }

/** Writes JSON in which each slash and each character that is not ASCII is escaped. */
function writeEscapedJson(payload: unknown): string {
  return JSON.stringify(payload)
    .replaceAll('/', '\\/')
    .replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Examination cases with unusual payloads that the service may send, all with a correct signature. */
export const payloadCases: readonly ReceiverCase[] = [
  defineAdviceCase('RECV-024', 'The receiver accepts an event with fields that it does not know.')
    .judges()
    .by((t) =>
      t.expectAccepted(
        buildDelivery(
          createPayload({ data: { carbon_grams: 412, options: { insured: true } }, beside: { version: 2 } }),
        ),
      ),
    ),
  defineAdviceCase('RECV-025', 'The receiver accepts an event whose name is not label.created.')
    .judges()
    .by((t) => t.expectAccepted(buildDelivery(createPayload({ event: 'label.examined' })))),
  defineErrorCase('RECV-026', 'The receiver accepts a payload with text that is not ASCII.')
    .judges('EVENTS-24', 'EVENTS-8')
    .by((t) => t.expectAccepted(buildDelivery(createPayload({ data: nonAsciiData })))),
  defineErrorCase('RECV-027', 'The receiver accepts a payload with escaped characters.')
    .judges('EVENTS-24', 'EVENTS-8')
    .by((t) =>
      t.expectAccepted(buildDelivery(createPayload({ data: nonAsciiData }), { write: writeEscapedJson })),
    ),
  defineErrorCase('RECV-028', 'The receiver accepts a payload with spaces and line ends.')
    .judges('EVENTS-24', 'EVENTS-8')
    .by((t) =>
      t.expectAccepted(
        buildDelivery(createPayload(), { write: (payload) => `${JSON.stringify(payload, null, 2)}\r\n` }),
      ),
    ),
  defineErrorCase('RECV-029', 'The receiver accepts a payload with its fields in another order.')
    .judges('EVENTS-24', 'EVENTS-8')
    .by((t) =>
      t.expectAccepted(
        buildDelivery(createPayload(), {
          write: ({ event, data, timestamp }) => {
            const reversed = Object.fromEntries(Object.entries(data).reverse())
            return JSON.stringify({ timestamp, data: reversed, event })
          },
        }),
      ),
    ),
]
