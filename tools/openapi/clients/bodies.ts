/** Request bodies that every generated client sends. Their literal types are as narrow as in a user's program. */

export const address = {
  name: 'Ada Carver',
  street1: '2211 Oak Street',
  city: 'Austin',
  state: 'TX',
  zip: '78704',
  country: 'US',
}

export const shipment = {
  from_address: address,
  to_address: address,
  parcel: { weight_oz: 24, length: 10, width: 8, height: 4 },
}

export const parcelToTrack = { tracking_number: '99994001', carrier: 'UPS' }

export const fault = { target: 'carrier:UPS', mode: 'down', operation: 'rates', times: 1 } as const

/** Returns a value, with a type without undefined and null. Throws an error that names `what` if the value is either. */
export function requirePresent<Value>(value: Value | undefined | null, what: string): Value {
  if (value === undefined || value === null) throw new Error(`There is no ${what}.`)
  return value
}

/** Throws if two values differ. */
export function expectSame(actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${String(actual)} came in place of ${String(expected)}.`)
}

/** Replaces the global `fetch` so that generated code that requests a path without a host reaches a server. */
export function replaceGlobalFetch(base: string, headers: Record<string, string> = {}): void {
  const send = realFetch
  globalThis.fetch = (input, init) =>
    send(`${base}${String(input)}`, { ...init, headers: { ...Object(init?.headers), ...headers } })
}

const realFetch = globalThis.fetch
