import { describe, expect, it } from 'vitest'
import { carriers, findCarrier, findService } from './carrier.ts'

const services = carriers.flatMap((carrier) => carrier.services.map((service) => ({ carrier, service })))

describe('the four carriers', () => {
  it('the simulator has four carriers, sorted by name', () => {
    expect(carriers.map(({ name }) => name)).toEqual(['DHL', 'FedEx', 'UPS', 'USPS'])
  })

  it('each carrier has two or more domestic services and an international service', () => {
    for (const { servicesOf } of carriers) {
      expect(servicesOf.domestic.length).toBeGreaterThanOrEqual(2)
      expect(servicesOf.international.length).toBeGreaterThanOrEqual(1)
    }
  })

  it('findCarrier finds a carrier by its name in any letter case', () => {
    expect(findCarrier('fedex')?.name).toBe('FedEx')
    expect(findCarrier('DHL')?.name).toBe('DHL')
    expect(findCarrier('OnTrac')).toBeUndefined()
    expect(findCarrier('')).toBeUndefined()
  })

  it("findService finds a service in any letter case, with or without the carrier's name before it", () => {
    for (const { carrier, service } of services) {
      expect(findService(carrier, service.name.toUpperCase())).toBe(service)
      expect(findService(carrier, `${carrier.name} ${service.name}`.toLowerCase())).toBe(service)
      expect(findService(carrier, `${service.name} Plus`)).toBeUndefined()
    }
  })

  it("the price in a client's own carrier account is lower than the platform's price", () => {
    for (const { pricePercent } of carriers) expect(pricePercent.byoa).toBeLessThan(pricePercent.platform)
  })
})

describe('the facts of the carriers', () => {
  it('every zone of a carrier has a name, also the farthest zone and the zone of remote states', () => {
    for (const { zonesOf } of carriers) {
      for (const { names, maxMiles, remoteStates } of Object.values(zonesOf)) {
        expect(names).toHaveLength(maxMiles.length + 1 + (remoteStates.length > 0 ? 1 : 0))
        expect(maxMiles).toEqual(maxMiles.toSorted((a, b) => a - b))
      }
    }
  })

  it('every carrier service has a price for every zone and weight, and a transit time for every zone', () => {
    for (const { carrier, service } of services) {
      const zones = carrier.zonesOf[service.scope].names.length
      expect(service.transitDays, service.name).toHaveLength(zones)
      expect(service.tariff.cents, service.name).toHaveLength(zones)
      for (const row of service.tariff.cents) {
        expect(row, service.name).toHaveLength(service.tariff.weightsLb.length)
        expect(row.every((cents) => Number.isInteger(cents) && cents > 0)).toBe(true)
      }
    }
  })

  it('no carrier has two services of the same name', () => {
    for (const carrier of carriers) {
      expect(new Set(carrier.services.map(({ name }) => name)).size).toBe(carrier.services.length)
    }
  })
})
