import { describe, expect, it } from 'vitest'
import { houseAt, officeAt, sampleParcel, sampleShipment } from '../../../test/support/simulator/shipments.ts'
import { findRefusal } from './acceptance.ts'
import { carriers, findCarrier, findService } from './carrier.ts'

const toronto = houseAt('M5H 2N2', 'ON', 'CA')
const london = houseAt('SW1A 1AA', '', 'GB')
const berlin = houseAt('10115', '', 'DE')
const poBox = { ...houseAt('60601', 'IL'), street1: 'PO Box 123' }
const airBase = { ...houseAt('09012', 'AE'), street1: 'PSC 3 Box 1234', city: 'APO' }

describe('a carrier', () => {
  it('a carrier accepts every domestic service it quotes below its maximum weight', () => {
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
  ])('%s takes %s up to %d lb and no ounce more', (carrier, service, pounds) => {
    const to =
      service.includes('International') || service.includes('Worldwide') ? london : houseAt('60601', 'IL')
    const heaviest = sampleParcel({ weightOz: pounds * 16 })
    expect(findRefusalOf(carrier, service, { to, parcel: heaviest })).toBeUndefined()
    const tooHeavy = { ...heaviest, weightOz: pounds * 16 + 1 }
    expect(findRefusalOf(carrier, service, { to, parcel: tooHeavy })).toBe('LABEL.WEIGHT.EXCEEDED')
  })

  it('a carrier compares the scale weight with its maximum, not the size', () => {
    const pillow = sampleParcel({ weightOz: 64, lengthIn: 60, widthIn: 60, heightIn: 60 })
    expect(findRefusalOf('UPS', 'Ground', { parcel: pillow })).toBeUndefined()
  })

  it.each([
    ['USPS', 'Priority Mail', undefined],
    ['DHL', 'Parcel Ground', undefined],
    ['UPS', 'Ground', 'LABEL.SERVICE.UNAVAILABLE'],
    ['FedEx', '2Day', 'LABEL.SERVICE.UNAVAILABLE'],
  ])('the purchase of %s %s gives %s for a post office box', (carrier, service, answer) => {
    expect(findRefusalOf(carrier, service, { to: poBox })).toBe(answer)
  })

  it("a carrier accepts a sender's own post office box", () => {
    expect(findRefusalOf('UPS', 'Ground', { from: poBox })).toBeUndefined()
  })

  it.each([
    ['USPS', 'Ground Advantage', undefined],
    ['DHL', 'Parcel Expedited', undefined],
    ['UPS', 'Next Day Air', 'LABEL.SERVICE.UNAVAILABLE'],
    ['FedEx', 'Home Delivery', 'LABEL.SERVICE.UNAVAILABLE'],
  ])('the purchase of %s %s gives %s to and from a military address', (carrier, service, answer) => {
    expect(findRefusalOf(carrier, service, { to: airBase })).toBe(answer)
    expect(findRefusalOf(carrier, service, { from: airBase })).toBe(answer)
  })

  it('a carrier refuses a domestic service across a border and an international one within a country', () => {
    for (const { name, servicesOf } of carriers) {
      for (const service of servicesOf.domestic) {
        expect(findRefusalOf(name, service.name, { to: toronto })).toBe('LABEL.SERVICE.UNAVAILABLE')
      }
      for (const service of servicesOf.international) {
        const parcel = sampleParcel({ weightOz: 8 })
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
  ])('the purchase of %s %s gives %s from abroad', (carrier, service, answer) => {
    expect(findRefusalOf(carrier, service, { from: london, to: berlin })).toBe(answer)
    expect(findRefusalOf(carrier, service, { from: london })).toBe(answer)
  })

  it('a service for a group of countries is refused outside it', () => {
    expect(findRefusalOf('UPS', 'Standard', { to: toronto })).toBeUndefined()
    expect(findRefusalOf('UPS', 'Standard', { from: london, to: berlin })).toBeUndefined()
    expect(findRefusalOf('UPS', 'Standard', { to: london })).toBe('LABEL.SERVICE.UNAVAILABLE')
    expect(findRefusalOf('FedEx', 'International Ground', { to: toronto })).toBeUndefined()
    expect(findRefusalOf('FedEx', 'International Ground', { to: houseAt('01000', '', 'MX') })).toBe(
      'LABEL.SERVICE.UNAVAILABLE',
    )
  })

  it.each(['UPS', 'FedEx', 'DHL', 'USPS'])('%s does not go where its service is suspended', (name) => {
    const service = findCarrier(name)?.servicesOf.international.at(-1)
    const to = houseAt('1000', '', 'KP')
    expect(findRefusalOf(name, service?.name ?? '', { to })).toBe('LABEL.SERVICE.UNAVAILABLE')
    expect(findRefusalOf(name, service?.name ?? '', { to: berlin })).toBeUndefined()
  })

  it('an unknown service is refused', () => {
    expect(findRefusalOf('UPS', 'Priority Mail')).toBe('LABEL.SERVICE.UNAVAILABLE')
    const usps = findCarrier('USPS')
    const ups = findCarrier('UPS')
    if (usps === undefined || ups === undefined) throw new Error('two of the four are missing')
    expect(findRefusal(ups, findService(usps, 'Priority Mail'), sampleShipment())?.code).toBe(
      'LABEL.SERVICE.UNAVAILABLE',
    )
  })

  it('Ground to a home and Home Delivery to an office are accepted, though they are not quoted', () => {
    expect(findRefusalOf('FedEx', 'Ground', { to: houseAt('60601', 'IL') })).toBeUndefined()
    expect(findRefusalOf('FedEx', 'Home Delivery', { to: officeAt(houseAt('60601', 'IL')) })).toBeUndefined()
  })
})

function findRefusalOf(
  carrierName: string,
  serviceName: string,
  changes: Parameters<typeof sampleShipment>[0] = {},
) {
  const carrier = findCarrier(carrierName)
  if (carrier === undefined) throw new Error(`no carrier ${carrierName}`)
  return findRefusal(carrier, findService(carrier, serviceName), sampleShipment(changes))?.code
}
