import { describe, expect, it } from 'vitest'
import {
  createHouseAddress,
  createOfficeAddress,
  createParcel,
  createShipment,
} from '../../../test/support/simulator/shipments.ts'
import { findCarrierRefusal } from './acceptance.ts'
import { carriers, findCarrier, findService } from './carrier.ts'

const toronto = createHouseAddress('M5H 2N2', 'ON', 'CA')
const london = createHouseAddress('SW1A 1AA', '', 'GB')
const berlin = createHouseAddress('10115', '', 'DE')
const poBox = { ...createHouseAddress('60601', 'IL'), street1: 'PO Box 123' }
const airBase = { ...createHouseAddress('09012', 'AE'), street1: 'PSC 3 Box 1234', city: 'APO' }

describe('the shipments that a carrier accepts', () => {
  it('a carrier accepts a parcel below its maximum weight for every domestic service that the carrier quotes', () => {
    for (const { name, servicesOf } of carriers) {
      for (const service of servicesOf.domestic) expect(findRefusalOf(name, service.name)).toBeUndefined()
    }
  })

  it.each([
    ['USPS', 'Priority Mail', 70],
    ['USPS', 'First-Class Package International Service', 4],
    ['UPS', 'Ground', 150],
    ['FedEx', 'Home Delivery', 150],
    ['DHL', 'Parcel Ground', 25],
    ['DHL', 'Express Worldwide', 154],
  ])('%s accepts %s up to %d lb and refuses an ounce more', (carrier, service, pounds) => {
    const to =
      service.includes('International') || service.includes('Worldwide')
        ? london
        : createHouseAddress('60601', 'IL')
    const heaviest = createParcel({ weightOz: pounds * 16 })
    expect(findRefusalOf(carrier, service, { to, parcel: heaviest })).toBeUndefined()
    const tooHeavy = { ...heaviest, weightOz: pounds * 16 + 1 }
    expect(findRefusalOf(carrier, service, { to, parcel: tooHeavy })).toBe('LABEL.WEIGHT.EXCEEDED')
  })

  it('a carrier compares its maximum weight with the scale weight of a parcel, not with the billable weight', () => {
    const pillow = createParcel({ weightOz: 64, lengthIn: 60, widthIn: 60, heightIn: 60 })
    expect(findRefusalOf('UPS', 'Ground', { parcel: pillow })).toBeUndefined()
  })

  it.each([
    ['USPS', 'Priority Mail', undefined],
    ['DHL', 'Parcel Ground', undefined],
    ['UPS', 'Ground', 'LABEL.SERVICE.UNAVAILABLE'],
    ['FedEx', '2Day', 'LABEL.SERVICE.UNAVAILABLE'],
  ])('buying %s %s to a post office box gives %s', (carrier, service, answer) => {
    expect(findRefusalOf(carrier, service, { to: poBox })).toBe(answer)
  })

  it('a carrier accepts a parcel from a post office box', () => {
    expect(findRefusalOf('UPS', 'Ground', { from: poBox })).toBeUndefined()
  })

  it.each([
    ['USPS', 'Ground Advantage', undefined],
    ['DHL', 'Parcel Expedited', undefined],
    ['UPS', 'Next Day Air', 'LABEL.SERVICE.UNAVAILABLE'],
    ['FedEx', 'Home Delivery', 'LABEL.SERVICE.UNAVAILABLE'],
  ])('buying %s %s from or to a military address gives %s', (carrier, service, answer) => {
    expect(findRefusalOf(carrier, service, { to: airBase })).toBe(answer)
    expect(findRefusalOf(carrier, service, { from: airBase })).toBe(answer)
  })

  it('a carrier refuses a domestic service across a border, and an international service within a country', () => {
    for (const { name, servicesOf } of carriers) {
      for (const service of servicesOf.domestic) {
        expect(findRefusalOf(name, service.name, { to: toronto })).toBe('LABEL.SERVICE.UNAVAILABLE')
      }
      for (const service of servicesOf.international) {
        const parcel = createParcel({ weightOz: 8 })
        expect(findRefusalOf(name, service.name, { parcel })).toBe('LABEL.SERVICE.UNAVAILABLE')
      }
    }
  })

  it.each([
    ['USPS', 'Priority Mail International', 'LABEL.SERVICE.UNAVAILABLE'],
    ['DHL', 'Parcel International Direct', 'LABEL.SERVICE.UNAVAILABLE'],
    ['UPS', 'Worldwide Saver', undefined],
    ['FedEx', 'International Priority', undefined],
    ['DHL', 'Express Worldwide', undefined],
  ])('buying %s %s from another country gives %s', (carrier, service, answer) => {
    expect(findRefusalOf(carrier, service, { from: london, to: berlin })).toBe(answer)
    expect(findRefusalOf(carrier, service, { from: london })).toBe(answer)
  })

  it('a carrier refuses a service for a group of countries outside that group', () => {
    expect(findRefusalOf('UPS', 'Standard', { to: toronto })).toBeUndefined()
    expect(findRefusalOf('UPS', 'Standard', { from: london, to: berlin })).toBeUndefined()
    expect(findRefusalOf('UPS', 'Standard', { to: london })).toBe('LABEL.SERVICE.UNAVAILABLE')
    expect(findRefusalOf('FedEx', 'International Ground', { to: toronto })).toBeUndefined()
    expect(
      findRefusalOf('FedEx', 'International Ground', { to: createHouseAddress('01000', '', 'MX') }),
    ).toBe('LABEL.SERVICE.UNAVAILABLE')
  })

  it.each(['UPS', 'FedEx', 'DHL', 'USPS'])(
    '%s refuses a parcel to North Korea, where the service of the carrier is suspended',
    (name) => {
      const service = findCarrier(name)?.servicesOf.international.at(-1)
      const to = createHouseAddress('1000', '', 'KP')
      expect(findRefusalOf(name, service?.name ?? '', { to })).toBe('LABEL.SERVICE.UNAVAILABLE')
      expect(findRefusalOf(name, service?.name ?? '', { to: berlin })).toBeUndefined()
    },
  )

  it('a carrier refuses an unknown service', () => {
    expect(findRefusalOf('UPS', 'Priority Mail')).toBe('LABEL.SERVICE.UNAVAILABLE')
    const usps = findCarrier('USPS')
    const ups = findCarrier('UPS')
    if (usps === undefined || ups === undefined) throw new Error('two of the four are missing')
    expect(findCarrierRefusal(ups, findService(usps, 'Priority Mail'), createShipment())?.code).toBe(
      'LABEL.SERVICE.UNAVAILABLE',
    )
  })

  it('FedEx accepts Ground to a home and Home Delivery to an office, although it does not quote these services', () => {
    expect(findRefusalOf('FedEx', 'Ground', { to: createHouseAddress('60601', 'IL') })).toBeUndefined()
    expect(
      findRefusalOf('FedEx', 'Home Delivery', { to: createOfficeAddress(createHouseAddress('60601', 'IL')) }),
    ).toBeUndefined()
  })
})

function findRefusalOf(
  carrierName: string,
  serviceName: string,
  changes: Parameters<typeof createShipment>[0] = {},
) {
  const carrier = findCarrier(carrierName)
  if (carrier === undefined) throw new Error(`no carrier ${carrierName}`)
  return findCarrierRefusal(carrier, findService(carrier, serviceName), createShipment(changes))?.code
}
