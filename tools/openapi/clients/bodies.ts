/** Bodies that every generated client sends, with literal types as narrow as a program would have them. */

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

/** Returns a value, which must not be undefined, neither for the compiler nor in the run. */
export function requirePresent<Value>(value: Value | undefined | null, what: string): Value {
  if (value === undefined || value === null) throw new Error(`There is no ${what}.`)
  return value
}

/** Ends the run if two values differ. */
export function expectSame(actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${String(actual)} came in place of ${String(expected)}.`)
}

/** Lets generated code that asks for bare paths reach a server: its `fetch` is the global one. */
export function replaceGlobalFetch(base: string, headers: Record<string, string> = {}): void {
  const send = realFetch
  globalThis.fetch = (input, init) =>
    send(`${base}${String(input)}`, { ...init, headers: { ...Object(init?.headers), ...headers } })
}

const realFetch = globalThis.fetch
