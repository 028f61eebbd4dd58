import { describe, expect, it } from 'vitest'
import { type Carrier, carriers, type Scope } from './carrier.ts'
import { computePublishedCents } from './tariff.ts'

const scopes = ['domestic', 'international'] as const satisfies readonly Scope[]
const weightsLb = [
  0.1,
  0.25,
  0.5,
  0.75,
  ...Array.from({ length: 200 }, (_, index) => index + 1),
  1_000,
  100_000,
]
const tariff = {
  weightsLb: [0.25, 0.5, 1, 5, 10],
  cents: [
    [400, 450, 600, 1_000, 1_250],
    [500, 550, 700, 1_100, 1_350],
  ],
} as const

describe('the published price of a carrier', () => {
  it('the published price at a weight of the price list is the price in the list', () => {
    expect(computePublishedCents(tariff, 0, 0.25)).toBe(400)
    expect(computePublishedCents(tariff, 0, 5)).toBe(1_000)
    expect(computePublishedCents(tariff, 1, 10)).toBe(1_350)
  })

  it('the published price between two weights of the price list is that of the next weight, or next whole pound', () => {
    expect(computePublishedCents(tariff, 0, 0.26)).toBe(450)
    expect(computePublishedCents(tariff, 0, 0.51)).toBe(600)
    expect(computePublishedCents(tariff, 0, 1.01)).toBe(700)
    expect(computePublishedCents(tariff, 0, 2)).toBe(700)
  })

  it('the published price goes on rising beyond the heaviest weight of the price list', () => {
    expect(computePublishedCents(tariff, 0, 11)).toBe(1_300)
    expect(computePublishedCents(tariff, 0, 100)).toBe(5_750)
  })

  it('the published price of a very light parcel is that of the lowest weight of the price list', () => {
    const byThePound = { weightsLb: [1, 2], cents: [[500, 600]] } as const
    expect(computePublishedCents(byThePound, 0, Number.MIN_VALUE)).toBe(500)
    // A sixteenth of the smallest positive number in JavaScript is rounded to 0.
    expect(computePublishedCents(byThePound, 0, Number.MIN_VALUE / 16)).toBe(500)
  })

  it('computePublishedCents throws for a zone that the tariff does not have', () => {
    expect(() => computePublishedCents(tariff, 2, 1)).toThrow(RangeError)
  })
})

describe.each(carriers)('the published prices of $name', (carrier) => {
  it.each(scopes)('the published prices never fall with the weight (%s)', (scope) => {
    const falls = listPrices(carrier, scope).flatMap(({ service, zone, cents }) =>
      cents.flatMap((price, index) =>
        price < (cents[index - 1] ?? 0) ? [`${service.name} zone ${zone} at ${weightsLb[index]} lb`] : [],
      ),
    )
    expect(falls).toEqual([])
  })

  it.each(scopes)('the published prices never fall with the zone (%s)', (scope) => {
    const prices = listPrices(carrier, scope)
    const falls = prices.flatMap(({ service, zone, cents }) => {
      const nearer = prices.find((other) => other.service === service && other.zone === zone - 1)
      return isAnyLower(cents, nearer?.cents ?? []) ? [`${service.name} zone ${zone}`] : []
    })
    expect(falls).toEqual([])
  })

  it.each(scopes)(
    'a faster service has no lower published price and no longer transit time (%s)',
    (scope) => {
      const prices = listPrices(carrier, scope)
      const services = carrier.servicesOf[scope]
      const oddities = services.slice(1).flatMap((faster, index) => {
        const slower = services[index]
        if (slower === undefined) return []
        const dearer =
          faster.fuelPercent >= slower.fuelPercent && faster.residentialCents >= slower.residentialCents
        const quicker = faster.transitDays.every((days, zone) => days <= (slower.transitDays[zone] ?? 0))
        const cheaperZones = prices.filter(({ service, zone, cents }) => {
          const other = prices.find((price) => price.service === slower && price.zone === zone)
          return service === faster && isAnyLower(cents, other?.cents ?? [])
        })
        return dearer && quicker && cheaperZones.length === 0 ? [] : [faster.name]
      })
      expect(oddities).toEqual([])
    },
  )
})

function listPrices(carrier: Carrier, scope: Scope) {
  return carrier.servicesOf[scope].flatMap((service) =>
    carrier.zonesOf[scope].names.map((_, zone) => ({
      service,
      zone,
      cents: weightsLb.map((weightLb) => computePublishedCents(service.tariff, zone, weightLb)),
    })),
  )
}

function isAnyLower(cents: readonly number[], others: readonly number[]): boolean {
  return cents.some((price, index) => price < (others[index] ?? 0))
}
