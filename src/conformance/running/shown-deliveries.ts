import type { Arrival } from '../target/arrival.ts'
import type { ShownDelivery } from '../wire/shown-delivery.ts'

/** The last ones show what a rule stumbled over, and the first how it began. */
const mostShown = 5
const longestBody = 4_000
const margin = 400
const longestHeader = 300
const mostHeaders = 30

/** What came in for a rule, as a report may show it once it is redacted. */
export function shownDeliveries(arrivals: readonly Arrival[]): readonly ShownDelivery[] {
  const few =
    arrivals.length > mostShown ? [...arrivals.slice(0, 1), ...arrivals.slice(1 - mostShown)] : arrivals
  return few.map(({ attempt, labelId, receivedAtMs, method, headers, body }) => ({
    attempt,
    label_id: labelId ?? null,
    received_at: new Date(receivedAtMs).toISOString(),
    method,
    headers: Object.fromEntries(
      Object.entries(headers)
        .slice(0, mostHeaders)
        .map(([name, value]) => [name, value.slice(0, longestHeader)]),
    ),
    // A secret that the cut would halve is taken out whole first.
    body: body.toString('utf8').slice(0, longestBody + margin),
  }))
}

function cut(text: string): string {
  return text.length <= longestBody ? text : `${text.slice(0, longestBody)}…`
}

/** The same without what is secret. */
export function redactDelivery(delivery: ShownDelivery, redact: (text: string) => string): ShownDelivery {
  const { label_id, headers, body } = delivery
  return {
    ...delivery,
    label_id: label_id === null ? null : redact(label_id),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [redact(name), redact(value)]),
    ),
    body: cut(redact(body)),
  }
}
