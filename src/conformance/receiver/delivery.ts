import { randomBytes } from 'node:crypto'
import constants from '../../../fixtures/spec/constants.json' with { type: 'json' }
import type { Signing } from './signing.ts'

/** A request that the examination sends to the webhook receiver. */
export interface Delivery {
  readonly method: 'POST' | 'GET' | 'HEAD'
  /** The `data.id` of the event. */
  readonly labelId: string
  /** The body; null for a request without one. */
  readonly body: string | Buffer | null
  /** How the request is signed; null for a request without a signature. */
  readonly signing: Signing | null
  readonly contentType: string
  /** How the body is sent: whole, in chunks without Content-Length, or with a pause in its middle. */
  readonly pace: 'whole' | 'chunked' | 'slow'
}

/** The payload of a webhook event (specification, Payload). */
interface Payload {
  readonly event: string
  readonly data: Readonly<Record<string, unknown>> & { readonly id: string }
  readonly timestamp: string
}

/** How an event's payload differs from the usual one. */
interface PayloadChange {
  /** How long ago the label was bought, in milliseconds. */
  readonly ageMs?: number
  readonly event?: string
  /** Further fields of `data`, or other values of its fields. */
  readonly data?: Readonly<Record<string, unknown>>
  /** Further fields beside `data`. */
  readonly beside?: Readonly<Record<string, unknown>>
}

/** Returns an id that no label of the service and no earlier examination has. */
function createLabelId(): string {
  return `lbl_examine${randomBytes(9).toString('hex').slice(0, 17)}`
}

/**
 * Creates the payload of an event about a new label. The host name of its `label_url` does not exist, so a receiver
 * that tries to download the label sends no request.
 */
export function createPayload({
  ageMs = 0,
  event = constants.event,
  data,
  beside,
}: PayloadChange = {}): Payload {
  const id = createLabelId()
  const at = new Date(Date.now() - ageMs).toISOString()
  return {
    event,
    data: {
      id,
      carrier: 'USPS',
      service: 'Ground Advantage',
      tracking_number: `${constants.sandboxTrackingPrefix}${id.replaceAll(/\D/g, '').padEnd(16, '0').slice(0, 16)}`,
      rate_cents: 845,
      label_url: `https://labels.invalid/v1/labels/${id}/download`,
      created_at: at,
      ...data,
    },
    timestamp: at,
    ...beside,
  }
}

/** Creates a webhook delivery of a payload. It is genuine unless `change` says otherwise. */
export function buildDelivery(
  payload: Payload,
  change: Partial<Delivery> & { readonly write?: (payload: Payload) => string } = {},
): Delivery {
  const { write = JSON.stringify, ...rest } = change
  return {
    method: 'POST',
    labelId: payload.data.id,
    body: write(payload),
    signing: {},
    contentType: 'application/json',
    pace: 'whole',
    ...rest,
  }
}

/** Creates a webhook delivery about a new label. It is genuine unless `change` says otherwise. */
export function createDelivery(change: Partial<Delivery> = {}): Delivery {
  return buildDelivery(createPayload(), change)
}
