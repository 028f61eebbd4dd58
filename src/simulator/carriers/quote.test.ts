import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  anyContinental,
  anyMeasure,
  anyShipment,
  createHouseAddress,
  createOfficeAddress,
  createParcel,
  createShipment,
} from '../../../test/support/simulator/shipments.ts'
import { carriers, findCarrier } from './carrier.ts'
import { type Offer, quoteCarrier, quoteService, type Shipment } from './quote.ts'
import { findRoute } from './route.ts'

const chicago = createHouseAddress('60601', 'IL')
const toronto = createHouseAddress('M5H 2N2', 'ON', 'CA')
const london = createHouseAddress('SW1A 1AA', '', 'GB')

describe('the services that carriers quote', () => {
  it('every carrier service for parcels within one country gets a rate within any country', () => {
    expect(listServiceNames('USPS', {})).toEqual([
      'Ground Advantage',
      'Priority Mail',
      'Priority Mail Express',
    ])
    expect(listServiceNames('DHL', {})).toEqual(['Parcel Ground', 'Parcel Expedited', 'Parcel Expedited Max'])
    expect(listServiceNames('USPS', { from: london, to: createHouseAddress('M1 1AE', '', 'gb') })).toEqual(
      listServiceNames('USPS', {}),
    )
  })

  it('every carrier service for parcels across a border gets a rate across any border', () => {
    const wide = ['Worldwide Expedited', 'Worldwide Saver', 'Worldwide Express']
    expect(listServiceNames('UPS', { to: london })).toEqual(wide)
    expect(listServiceNames('UPS', { from: createHouseAddress('100-0001', '', 'JP') })).toEqual(wide)
    expect(listServiceNames('UPS', { to: toronto })).toEqual(['Standard', ...wide])
  })

  it('FedEx Home Delivery is quoted for homes and FedEx Ground for other addresses', () => {
    expect(listServiceNames('FedEx', { to: chicago })[0]).toBe('Home Delivery')
    expect(listServiceNames('FedEx', { to: chicago })).not.toContain('Ground')
    expect(listServiceNames('FedEx', { to: createOfficeAddress(chicago) })[0]).toBe('Ground')
    expect(listServiceNames('FedEx', { to: createOfficeAddress(chicago) })).not.toContain('Home Delivery')
  })

  it('every carrier has rates for two or more domestic services and one or more international services for any parcel', () => {
    fc.assert(
      fc.property(anyShipment, (shipment) => {
        const { scope } = findRoute(shipment.from, shipment.to)
        for (const carrier of carriers) {
          const offers = quoteCarrier(carrier, shipment)
          expect(offers.length).toBeGreaterThanOrEqual(scope === 'domestic' ? 2 : 1)
          const known = carrier.servicesOf[scope].map(({ name }) => name)
          expect(known).toEqual(expect.arrayContaining(offers.map(({ service }) => service)))
        }
      }),
    )
  })
})

describe('the price of a rate', () => {
  it('the price of a rate is a whole number of cents, and its carbon a whole number of grams', () => {
    fc.assert(
      fc.property(anyShipment, (shipment) => {
        for (const offer of quoteAll(shipment)) {
          expect(Number.isSafeInteger(offer.rateCents) && offer.rateCents > 0, offer.service).toBe(true)
          expect(Number.isSafeInteger(offer.carbonGrams) && offer.carbonGrams > 0, offer.service).toBe(true)
        }
      }),
    )
  })

  it("the price of a rate is the published price plus home fee and fuel, times the platform's percentage", () => {
    const [ups] = quoteAll(createShipment({ to: chicago })).filter(({ service }) => service === 'Ground')
    // The published price of zone 5 at 5 lb is 16.80. Added are 6.55 for a home and 20 % fuel; 88 % of the sum is charged.
    expect(ups?.rateCents).toBe(Math.round((1_680 + 655) * 1.2 * 0.88))
  })

  it('the price of a rate includes the fee for a parcel that is too long for conveyor belts', () => {
    const to = createOfficeAddress(chicago)
    const short = quotePrice('UPS', 'Ground', { to, parcel: createParcel({ lengthIn: 48, widthIn: 2 }) })
    const long = quotePrice('UPS', 'Ground', { to, parcel: createParcel({ lengthIn: 49, widthIn: 2 }) })
    // The fee is 29.50 plus 20 % fuel; 88 % of the sum is charged.
    expect(long - short).toBe(Math.round(2_950 * 1.2 * 0.88))
  })

  it('a carrier with a residential fee has a lower price to an office than to a home', () => {
    const home = quotePrice('UPS', 'Ground', { to: chicago })
    expect(quotePrice('UPS', 'Ground', { to: createOfficeAddress(chicago) })).toBeLessThan(home)
    expect(quotePrice('USPS', 'Priority Mail', { to: createOfficeAddress(chicago) })).toBe(
      quotePrice('USPS', 'Priority Mail', { to: chicago }),
    )
  })

  it('the price of a rate never falls if the weight or a side of the parcel grows', () => {
    const measures = ['weightOz', 'lengthIn', 'widthIn', 'heightIn'] as const
    fc.assert(
      fc.property(anyShipment, fc.constantFrom(...measures), anyMeasure, (shipment, measure, other) => {
        const { parcel } = shipment
        const grown = { ...parcel, [measure]: Math.max(parcel[measure], other) }
        const more = quoteAll({ ...shipment, parcel: grown })
        for (const [index, offer] of quoteAll(shipment).entries()) {
          expect(more[index]?.service).toBe(offer.service)
          expect(more[index]?.rateCents, offer.service).toBeGreaterThanOrEqual(offer.rateCents)
          expect(more[index]?.carbonGrams, offer.service).toBeGreaterThanOrEqual(offer.carbonGrams)
        }
      }),
    )
  })

  it('the price of a rate never falls with the distance, and the parcel is never due sooner', () => {
    fc.assert(
      fc.property(anyShipment, anyContinental, anyContinental, anyContinental, (shipment, from, a, b) => {
        const [near, far] = findRoute(from, a).miles <= findRoute(from, b).miles ? [a, b] : [b, a]
        const farther = quoteAll({ ...shipment, from, to: createOfficeAddress(far) })
        for (const [index, offer] of quoteAll({
          ...shipment,
          from,
          to: createOfficeAddress(near),
        }).entries()) {
          expect(farther[index]?.rateCents, offer.service).toBeGreaterThanOrEqual(offer.rateCents)
          expect(farther[index]?.carbonGrams, offer.service).toBeGreaterThanOrEqual(offer.carbonGrams)
          expect((farther[index]?.carrierEta ?? '') >= offer.carrierEta, offer.service).toBe(true)
        }
      }),
    )
  })

  it('a rate to Alaska, Hawaii or Puerto Rico costs more than to the mainland, except with USPS', () => {
    const couriers = carriers.filter(({ name }) => name !== 'USPS')
    const from = createHouseAddress('33101', 'FL')
    for (const to of [
      createHouseAddress('99501', 'AK'),
      createHouseAddress('96813', 'HI'),
      createHouseAddress('00901', 'PR'),
    ]) {
      const overWater = couriers.flatMap((carrier) => quoteCarrier(carrier, createShipment({ from, to })))
      const acrossLand = couriers.flatMap((carrier) => quoteCarrier(carrier, createShipment({ from })))
      expect(overWater.map(({ service }) => service)).toEqual(acrossLand.map(({ service }) => service))
      expect(overWater.every(({ rateCents }, index) => rateCents > (acrossLand[index]?.rateCents ?? 0))).toBe(
        true,
      )
    }
  })

  it('a faster service of a carrier costs at least as much as a slower one and is due no later', () => {
    fc.assert(
      fc.property(anyShipment, (shipment) => {
        for (const carrier of carriers) {
          for (const [slower, faster] of pairNeighbours(quoteCarrier(carrier, shipment))) {
            expect(faster.rateCents, faster.service).toBeGreaterThanOrEqual(slower.rateCents)
            expect(faster.carrierEta <= slower.carrierEta, faster.service).toBe(true)
            expect(faster.carbonGrams, faster.service).toBeGreaterThanOrEqual(slower.carbonGrams)
          }
        }
      }),
    )
  })

  it("a rate of a client's own carrier account equals the platform's rate, except for the price, which is never higher", () => {
    fc.assert(
      fc.property(anyShipment, (shipment) => {
        const own = quoteAll({ ...shipment, accountType: 'byoa' })
        for (const [index, offer] of quoteAll({ ...shipment, accountType: 'platform' }).entries()) {
          expect(own[index]).toEqual({ ...offer, rateCents: own[index]?.rateCents })
          expect(own[index]?.rateCents).toBeLessThanOrEqual(offer.rateCents)
        }
      }),
    )
    const platform = quotePrice('FedEx', '2Day', {})
    expect(quotePrice('FedEx', '2Day', { accountType: 'byoa' })).toBeLessThan(platform)
  })

  it('the same shipment gets the same price in any order, alone or in a batch', () => {
    fc.assert(
      fc.property(anyShipment, anyShipment, (shipment, between) => {
        const first = quoteAll(shipment)
        quoteAll(between)
        expect(quoteAll(structuredClone(shipment))).toEqual(first)
        expect(first).toEqual(
          first.map((offer) => {
            const carrier = carriers.find(({ name }) => name === offer.carrier)
            const service = carrier?.services.find(({ name }) => name === offer.service)
            return carrier && service && quoteService(carrier, service, shipment)
          }),
        )
      }),
    )
  })
})

describe('the price of one service', () => {
  it('quoteService returns a price even for a service that the carrier would not offer for the route', () => {
    const ups = findCarrier('UPS')
    for (const service of ups?.services ?? []) {
      const offer = ups && quoteService(ups, service, createShipment({ to: london }))
      expect(offer?.service).toBe(service.name)
      expect(offer?.rateCents).toBeGreaterThan(0)
    }
  })
})

describe('prices of everyday parcels', () => {
  it.each([
    ['USPS', 'Ground Advantage', 1, 7, 13],
    ['USPS', 'Priority Mail', 10, 40, 65],
    ['UPS', 'Ground', 10, 25, 50],
    ['UPS', 'Next Day Air', 1, 70, 130],
    ['FedEx', '2Day', 10, 75, 130],
    ['DHL', 'Parcel Ground', 1, 7, 15],
  ])(
    'the price of %s %s across the country at %d lb lies between $%d and $%d',
    (carrier, service, pounds, low, high) => {
      const dollars = quotePrice(carrier, service, { parcel: createParcel({ weightOz: pounds * 16 }) }) / 100
      expect(dollars).toBeGreaterThan(low)
      expect(dollars).toBeLessThan(high)
    },
  )
})

function quoteAll(shipment: Shipment): Offer[] {
  return carriers.flatMap((carrier) => quoteCarrier(carrier, shipment))
}

function listServiceNames(carrierName: string, changes: Partial<Shipment>): string[] {
  return quoteAll(createShipment(changes))
    .filter(({ carrier }) => carrier === carrierName)
    .map(({ service }) => service)
}

function quotePrice(carrierName: string, serviceName: string, changes: Partial<Shipment>): number {
  const offers = quoteAll(createShipment(changes))
  const offer = offers.find(({ carrier, service }) => carrier === carrierName && service === serviceName)
  if (offer === undefined) throw new Error(`${carrierName} does not quote ${serviceName}`)
  return offer.rateCents
}

function pairNeighbours(offers: readonly Offer[]): (readonly [Offer, Offer])[] {
  return offers.slice(1).flatMap((faster, index) => {
    const slower = offers[index]
    return slower === undefined ? [] : [[slower, faster] as const]
  })
}
