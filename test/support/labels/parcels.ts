import shipment from '../../../fixtures/addresses/shipment.json' with { type: 'json' }

/** Requests with defaults, for tests that change one part. */

export const { from_address: sender, to_address: recipient, parcel } = shipment

/** Returns the body of POST /v1/rates, with changes. */
export function ratesBody(changes: Readonly<Record<string, unknown>> = {}) {
  return { from_address: sender, to_address: recipient, parcel, ...changes }
}

/** Returns one item of POST /v1/batches. */
export function batchItem(changes: Readonly<Record<string, unknown>> = {}) {
  return { ...ratesBody(), carrier: 'USPS', service: 'Priority Mail', rate_cents: 1000, ...changes }
}
