import { adviceCase, dutyCase, type ReceiverCase } from '../case.ts'
import { deliver, newPayload } from '../delivery.ts'

const inOtherLanguages = { service: 'Päckchen Größe L – 包裹 📦' }

/** Writes each character that is not ASCII, and each slash, as an escape. */
function writeEscaped(payload: unknown): string {
  return JSON.stringify(payload)
    .replaceAll('/', '\\/')
    .replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Cases of payloads that the service may send, all signed as documented. */
export const payloadCases: readonly ReceiverCase[] = [
  adviceCase('RECV-024', 'The receiver accepts an event with fields that it does not know.')
    .judges()
    .by((t) =>
      t.expectAccepted(
        deliver(
          newPayload({ data: { carbon_grams: 412, options: { insured: true } }, beside: { version: 2 } }),
        ),
      ),
    ),
  adviceCase('RECV-025', 'The receiver accepts an event with another name.')
    .judges()
    .by((t) => t.expectAccepted(deliver(newPayload({ event: 'label.examined' })))),
  dutyCase('RECV-026', 'The receiver accepts a payload with text that is not ASCII.')
    .judges('EVENTS-24', 'EVENTS-8')
    .by((t) => t.expectAccepted(deliver(newPayload({ data: inOtherLanguages })))),
  dutyCase('RECV-027', 'The receiver accepts a payload with escaped characters.')
    .judges('EVENTS-24', 'EVENTS-8')
    .by((t) => t.expectAccepted(deliver(newPayload({ data: inOtherLanguages }), { write: writeEscaped }))),
  dutyCase('RECV-028', 'The receiver accepts a payload with spaces and line ends.')
    .judges('EVENTS-24', 'EVENTS-8')
    .by((t) =>
      t.expectAccepted(
        deliver(newPayload(), { write: (payload) => `${JSON.stringify(payload, null, 2)}\r\n` }),
      ),
    ),
  dutyCase('RECV-029', 'The receiver accepts a payload with its fields in another order.')
    .judges('EVENTS-24', 'EVENTS-8')
    .by((t) =>
      t.expectAccepted(
        deliver(newPayload(), {
          write: ({ event, data, timestamp }) => {
            const turned = Object.fromEntries(Object.entries(data).reverse())
            return JSON.stringify({ timestamp, data: turned, event })
          },
        }),
      ),
    ),
]
