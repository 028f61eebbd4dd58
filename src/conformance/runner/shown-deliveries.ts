import type { ShownDelivery } from '../http/shown-delivery.ts'
import type { Arrival } from '../target/arrival.ts'

/** How many deliveries a report shows: the first, and the last ones, which led to the failure. */
const mostShown = 5
const longestBody = 4_000
const margin = 400
const longestHeader = 300
const mostHeaders = 30

/** The deliveries for a rule in the form of the report, secrets included. */
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
    // Secrets are masked before the final cut, so the body is a little longer here.
    body: body.toString('utf8').slice(0, longestBody + margin),
  }))
}

function cut(text: string): string {
  return text.length <= longestBody ? text : `${text.slice(0, longestBody)}…`
}

/** A delivery of the report without secrets, its body cut. */
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
