import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { carriers, findCarrier, findService, type Service } from './carrier.ts'
import { drawTrackingNumber, hasValidCheckDigit } from './tracking-number.ts'

const anyDraw = fc.stringMatching(/^\d{40}$/)
const sellers = carriers.flatMap((carrier) => carrier.services.map((service) => ({ carrier, service })))
const anySeller = fc.constantFrom(...sellers)

describe('a sandbox tracking number', () => {
  it('a sandbox tracking number of every carrier consists of 99990, sixteen random digits and a check digit', () => {
    for (const { carrier, service } of sellers) {
      const number = drawTrackingNumber({
        carrier,
        service,
        environment: 'test',
        digits: (count) => '7'.repeat(count),
      })
      expect(number).toBe('9999077777777777777774')
    }
  })

  it('a sandbox tracking number has a check digit that is wrong once any digit is changed', () => {
    fc.assert(
      fc.property(
        anySeller,
        anyDraw,
        fc.nat(16),
        fc.integer({ min: 1, max: 9 }),
        (seller, draw, place, shift) => {
          const number = drawTrackingNumber({ ...seller, environment: 'test', digits: createDrawer(draw) })
          expect(number).toMatch(/^99990\d{17}$/)
          expect(hasValidCheckDigit(number, seller.carrier)).toBe(true)
          expect(hasValidCheckDigit(shiftDigit(number, place + 4, shift), seller.carrier)).toBe(false)
        },
      ),
    )
  })
})

describe('a live tracking number', () => {
  it.each([
    ['USPS', 'Ground Advantage', /^94001\d{17}$/],
    ['USPS', 'Priority Mail', /^92055\d{17}$/],
    ['USPS', 'Priority Mail Express', /^92701\d{17}$/],
    ['UPS', 'Ground', /^1ZR\d{5}03\d{8}$/],
    ['UPS', 'Next Day Air', /^1ZR\d{5}01\d{8}$/],
    ['FedEx', '2Day', /^\d{12}$/],
    ['DHL', 'Parcel Ground', /^93612\d{17}$/],
    ['DHL', 'Express Worldwide', /^\d{10}$/],
  ])("a live tracking number of %s %s has the carrier's own form", (carrierName, serviceName, shape) => {
    const seller = findTestService(carrierName, serviceName)
    expect(
      drawTrackingNumber({ ...seller, environment: 'live', digits: createDrawer('8213049'.repeat(6)) }),
    ).toMatch(shape)
  })

  it('a live tracking number has a valid check digit and never begins with 9999', () => {
    const anyLiveDraw = fc.oneof(anyDraw, fc.constant('9'.repeat(40)), fc.constant('0'.repeat(40)))
    fc.assert(
      fc.property(anySeller, anyLiveDraw, (seller, draw) => {
        const number = drawTrackingNumber({ ...seller, environment: 'live', digits: createDrawer(draw) })
        expect(number.startsWith('9999')).toBe(false)
        expect(hasValidCheckDigit(number, seller.carrier)).toBe(true)
      }),
    )
  })

  it('two live tracking numbers drawn one after the other differ', () => {
    const seller = findTestService('FedEx', 'Ground')
    const first = drawTrackingNumber({ ...seller, environment: 'live', digits: createDrawer('12345678901') })
    const second = drawTrackingNumber({ ...seller, environment: 'live', digits: createDrawer('12345678902') })
    expect(second).not.toBe(first)
  })
})

describe('the check digit of real tracking numbers', () => {
  it.each([
    ['USPS', '9400111201080805483016'],
    ['USPS', '9405803699300124287899'],
    ['UPS', '1Z5R89390357567127'],
    ['UPS', '1Z879E930346834440'],
    ['UPS', '1Z410E7W0392751591'],
    ['UPS', '1Z8V92A70367203024'],
    ['FedEx', '986578788855'],
    ['FedEx', '477179081230'],
    ['FedEx', '799531274483'],
    ['FedEx', '790535312317'],
    ['FedEx', '974367662710'],
    ['DHL', '3318810025'],
    ['DHL', '8487135506'],
    ['DHL', '9361289878700317633795'],
  ])(
    'the check digit of the %s number %s is right, and any other last digit is wrong',
    (carrierName, number) => {
      const { carrier } = findTestService(carrierName)
      expect(hasValidCheckDigit(number, carrier)).toBe(true)
      for (let shift = 1; shift < 10; shift += 1) {
        expect(hasValidCheckDigit(shiftDigit(number, number.length - 1, shift), carrier)).toBe(false)
      }
    },
  )

  it.each([
    ['USPS', '986578788855'],
    ['UPS', '9400111201080805483016'],
    ['FedEx', '1Z5R89390357567127'],
    ['DHL', '986578788855'],
    ['FedEx', '9999'],
    ['USPS', ''],
  ])('%s accepts no check digit of the number %s, which has another form', (carrierName, number) => {
    expect(hasValidCheckDigit(number, findTestService(carrierName).carrier)).toBe(false)
  })
})

function createDrawer(draw: string): (count: number) => string {
  let taken = 0
  return (count) => {
    taken += count
    return draw.slice(taken - count, taken)
  }
}

function shiftDigit(number: string, place: number, shift: number): string {
  const digit = (Number(number[place]) + shift) % 10
  return number.slice(0, place) + digit + number.slice(place + 1)
}

function findTestService(carrierName: string, serviceName?: string) {
  const carrier = findCarrier(carrierName)
  if (carrier === undefined) throw new Error(`no carrier ${carrierName}`)
  const service: Service | undefined =
    serviceName === undefined ? carrier.services[0] : findService(carrier, serviceName)
  if (service === undefined) throw new Error(`${carrierName} has no ${serviceName}`)
  return { carrier, service }
}
