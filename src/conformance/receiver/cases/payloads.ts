import type { ReceiverCase } from '../case.ts'
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
  {
    id: 'RECV-024',
    title: 'The receiver accepts an event with fields that it does not know.',
    severity: 'advice',
    judges: [],
    run: (t) =>
      t.expectAccepted(
        deliver(
          newPayload({ data: { carbon_grams: 412, options: { insured: true } }, beside: { version: 2 } }),
        ),
      ),
  },
  {
    id: 'RECV-025',
    title: 'The receiver accepts an event with another name.',
    severity: 'advice',
    judges: [],
    run: (t) => t.expectAccepted(deliver(newPayload({ event: 'label.examined' }))),
  },
  {
    id: 'RECV-026',
    title: 'The receiver accepts a payload with text that is not ASCII.',
    severity: 'error',
    judges: ['EVENTS-24', 'EVENTS-8'],
    run: (t) => t.expectAccepted(deliver(newPayload({ data: inOtherLanguages }))),
  },
  {
    id: 'RECV-027',
    title: 'The receiver accepts a payload with escaped characters.',
    severity: 'error',
    judges: ['EVENTS-24', 'EVENTS-8'],
    run: (t) => t.expectAccepted(deliver(newPayload({ data: inOtherLanguages }), { write: writeEscaped })),
  },
  {
    id: 'RECV-028',
    title: 'The receiver accepts a payload with spaces and line ends.',
    severity: 'error',
    judges: ['EVENTS-24', 'EVENTS-8'],
    run: (t) =>
      t.expectAccepted(
        deliver(newPayload(), { write: (payload) => `${JSON.stringify(payload, null, 2)}\r\n` }),
      ),
  },
  {
    id: 'RECV-029',
    title: 'The receiver accepts a payload with its fields in another order.',
    severity: 'error',
    judges: ['EVENTS-24', 'EVENTS-8'],
    run: (t) =>
      t.expectAccepted(
        deliver(newPayload(), {
          write: ({ event, data, timestamp }) => {
            const turned = Object.fromEntries(Object.entries(data).reverse())
            return JSON.stringify({ timestamp, data: turned, event })
          },
        }),
      ),
  },
]
