import type { SignatureState } from '../../src/simulator/webhooks/signature.ts'

/** A webhook that arrived, with the state of its signature (specification, Payload, Signature). */
export interface ReceivedEvent {
  /** ISO 8601, on the account's clock, or on the machine's if the simulator does not respond. */
  readonly at: string
  readonly signature: SignatureState
  /** The event in the body; null if it is not a label event. */
  readonly event: string | null
  readonly label_id: string | null
  readonly tracking_number: string | null
  /** Whether an earlier event had the same label. */
  readonly duplicate: boolean
}

/** Returns the fields of a webhook's body; null for each field that is missing or no text. */
export function readEvent(body: Uint8Array): Pick<ReceivedEvent, 'event' | 'label_id' | 'tracking_number'> {
  const payload = parseJson(body)
  const data = readField(payload, 'data')
  return {
    event: toTextOrNull(readField(payload, 'event')),
    label_id: toTextOrNull(readField(data, 'id')),
    tracking_number: toTextOrNull(readField(data, 'tracking_number')),
  }
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    return null
  }
}

function readField(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, field)
    ? Reflect.get(value, field)
    : undefined
}

function toTextOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
