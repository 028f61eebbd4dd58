import fc from 'fast-check'
import type { Shipment } from '../../../src/simulator/carriers/quote.ts'
import type { Address, Parcel } from '../../../src/simulator/specification/model.ts'

const newYork = houseAt('10001', 'NY')
const losAngeles = houseAt('90001', 'CA')
const continental = [
  newYork,
  losAngeles,
  houseAt('02110', 'MA'),
  houseAt('19104', 'PA'),
  houseAt('33101', 'FL'),
  houseAt('60601', 'IL'),
  houseAt('77002', 'TX'),
  houseAt('80202', 'CO'),
  houseAt('98101', 'WA'),
] as const
const offshore = [
  houseAt('96813', 'HI'),
  houseAt('99501', 'AK'),
  houseAt('00901', 'PR'),
  houseAt('09012', 'AE'),
] as const
const abroad = [
  houseAt('M5H 2N2', 'ON', 'CA'),
  houseAt('SW1A 1AA', '', 'GB'),
  houseAt('100-0001', '', 'JP'),
  houseAt('2000', 'NSW', 'AU'),
  houseAt('', '', 'ZZ'),
] as const

/** Returns an address for tests: a house in the given place. */
export function houseAt(zip: string, state: string, country = 'US'): Address {
  return { name: 'Robin Doe', street1: '12 Elm St', city: 'Anywhere', state, zip, country }
}

/** Returns the address of an office next to this one. */
export function officeAt(home: Address): Address {
  return { ...home, company: 'Doe Trading LLC' }
}

/** Returns a shipment for tests: by default five pounds from New York to a house in Los Angeles on a Friday. */
export function sampleShipment(changes: Partial<Shipment> = {}): Shipment {
  return {
    from: newYork,
    to: losAngeles,
    parcel: sampleParcel(),
    shipAtMs: Date.UTC(2026, 10, 20, 15),
    accountType: 'platform',
    ...changes,
  }
}

/** Returns a parcel for tests: five pounds in a box whose size does not increase its price. */
export function sampleParcel(changes: Partial<Parcel> = {}): Parcel {
  return { weightOz: 80, lengthIn: 8, widthIn: 6, heightIn: 4, ...changes }
}

/** Draws any address of the contiguous states, a home or an office. */
export const anyContinental = fc
  .tuple(fc.constantFrom(...continental), fc.boolean())
  .map(([home, atWork]) => (atWork ? officeAt(home) : home))

// Draws any address: in the contiguous states, the rest of the US, other countries, or unknown countries.
const anyAddress = fc.oneof(anyContinental, fc.constantFrom(...offshore), fc.constantFrom(...abroad))

/** Draws a weight or a length: mostly a usual one, sometimes a tiny or an absurd one. */
export const anyMeasure = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 3_000 }) },
  { weight: 2, arbitrary: fc.double({ min: 0.01, max: 120, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(Number.MIN_VALUE, 1e-9, 1e9, 1e200, Number.MAX_VALUE) },
)

// Draws any parcel that a client may send.
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
