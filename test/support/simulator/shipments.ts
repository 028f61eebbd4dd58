import fc from 'fast-check'
import type { Shipment } from '../../../src/simulator/carriers/quote.ts'
import type { Address, Parcel } from '../../../src/simulator/specification/model.ts'

const newYork = createHouseAddress('10001', 'NY')
const losAngeles = createHouseAddress('90001', 'CA')
const continental = [
  newYork,
  losAngeles,
  createHouseAddress('02110', 'MA'),
  createHouseAddress('19104', 'PA'),
  createHouseAddress('33101', 'FL'),
  createHouseAddress('60601', 'IL'),
  createHouseAddress('77002', 'TX'),
  createHouseAddress('80202', 'CO'),
  createHouseAddress('98101', 'WA'),
] as const
const offshore = [
  createHouseAddress('96813', 'HI'),
  createHouseAddress('99501', 'AK'),
  createHouseAddress('00901', 'PR'),
  createHouseAddress('09012', 'AE'),
] as const
const abroad = [
  createHouseAddress('M5H 2N2', 'ON', 'CA'),
  createHouseAddress('SW1A 1AA', '', 'GB'),
  createHouseAddress('100-0001', '', 'JP'),
  createHouseAddress('2000', 'NSW', 'AU'),
  createHouseAddress('', '', 'ZZ'),
] as const

/** Returns an address for tests: a house in the given place. */
export function createHouseAddress(zip: string, state: string, country = 'US'): Address {
  return { name: 'Robin Doe', street1: '12 Elm St', city: 'Anywhere', state, zip, country }
}

/** Returns the address of an office in the house next to a home. */
export function createOfficeAddress(home: Address): Address {
  return { ...home, company: 'Doe Trading LLC' }
}

/** Returns a shipment for tests: by default five pounds from New York to a house in Los Angeles on a Friday. */
export function createShipment(changes: Partial<Shipment> = {}): Shipment {
  return {
    from: newYork,
    to: losAngeles,
    parcel: createParcel(),
    shipAtMs: Date.UTC(2026, 10, 20, 15),
    accountType: 'platform',
    ...changes,
  }
}

/** Returns a parcel for tests: five pounds in a box whose size does not increase its price. */
export function createParcel(changes: Partial<Parcel> = {}): Parcel {
  return { weightOz: 80, lengthIn: 8, widthIn: 6, heightIn: 4, ...changes }
}

/** Draws any address of the contiguous states, a home or an office. */
export const anyContinental = fc
  .tuple(fc.constantFrom(...continental), fc.boolean())
  .map(([home, atWork]) => (atWork ? createOfficeAddress(home) : home))

// Draws any address: in the contiguous states, the rest of the US, other countries, or unknown countries.
const anyAddress = fc.oneof(anyContinental, fc.constantFrom(...offshore), fc.constantFrom(...abroad))

/** Draws a weight or a length: mostly a usual one, sometimes a tiny or an absurd one. */
export const anyMeasure = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 3_000 }) },
  { weight: 2, arbitrary: fc.double({ min: 0.01, max: 120, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(Number.MIN_VALUE, 1e-9, 1e9, 1e200, Number.MAX_VALUE) },
)

// Draws any parcel for which a client may request rates.
const anyParcel: fc.Arbitrary<Parcel> = fc.record({
  weightOz: anyMeasure,
  lengthIn: anyMeasure,
  widthIn: anyMeasure,
  heightIn: anyMeasure,
})

/** Draws any time from 1970 to 2100. */
export const anyInstantMs = fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) })

/** Draws any shipment that a client may request a price for. */
export const anyShipment: fc.Arbitrary<Shipment> = fc.record({
  from: anyAddress,
  to: anyAddress,
  parcel: anyParcel,
  shipAtMs: anyInstantMs,
  accountType: fc.constantFrom('platform', 'byoa'),
})
