/** Requests with defaults, for tests that change one thing. */

export const sender = {
  name: 'Harbour Goods',
  street1: '350 5th Ave',
  city: 'New York',
  state: 'NY',
  zip: '10118',
  country: 'US',
}

export const recipient = {
  name: 'Ada Carver',
  street1: '2211 Oak Street',
  city: 'Austin',
  state: 'TX',
  zip: '78704',
  country: 'US',
}

export const parcel = { weight_oz: 24, length: 10, width: 8, height: 4 }

/** The body of POST /v1/rates, with whatever is asked for changed. */
export function ratesBody(changes: Readonly<Record<string, unknown>> = {}) {
  return { from_address: sender, to_address: recipient, parcel, ...changes }
}

/** One item of POST /v1/batches. */
export function batchItem(changes: Readonly<Record<string, unknown>> = {}) {
  return { ...ratesBody(), carrier: 'USPS', service: 'Priority Mail', rate_cents: 1000, ...changes }
}
