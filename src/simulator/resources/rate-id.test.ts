import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callIn, codeOf, ratesIn, requireValue, startWorld } from '../../../test/support/simulator/world.ts'
import { carriers } from '../carriers/carrier.ts'
import { connectCarrier } from './carrier-accounts.ts'
import { buyLabel } from './labels/labels.ts'
import { buildRateId, maxCarrierAccounts, parseRateId, roomForRates } from './rate-id.ts'

const quoteId = 'rate_0123456789abcdef012345'

describe("a rate's id", () => {
  it("a rate's id of 24 characters gives its quote and its place in it", () => {
    const place = fc.record({
      carrierIndex: fc.integer({ min: 0, max: roomForRates.carriers - 1 }),
      serviceIndex: fc.integer({ min: 0, max: roomForRates.servicesOfACarrier - 1 }),
      accountIndex: fc.integer({ min: 0, max: maxCarrierAccounts }),
    })
    fc.assert(
      fc.property(place, (place) => {
        const id = buildRateId(quoteId, place)
        expect(id).toMatch(/^rate_[a-z0-9]{24}$/)
        expect(parseRateId(id)).toEqual({ quoteId, place })
      }),
    )
  })

  it("a rate's id has room for every carrier and service", () => {
    expect(carriers.length, 'carriers').toBeLessThanOrEqual(roomForRates.carriers)
    for (const { name, services } of carriers) {
      expect(services.length, `services of ${name}`).toBeLessThanOrEqual(roomForRates.servicesOfACarrier)
    }
  })

  it.each(['0A', '+1', ' 1', '1 ', '1.', '!!', '-1'])(
    `a rate's id has one spelling: '%s' ends none`,
    (ending) => {
      expect(parseRateId(quoteId + ending)).toBeUndefined()
    },
  )

  it("a rate's id is unknown if the quote had no rate in its place", async () => {
    const { simulator } = await startWorld()
    const context = simulator.defaultAccount
    connectCarrier(context, { carrier: 'FedEx', nickname: undefined, credentials: 'valid' })
    const { rates } = ratesIn(context)
    const offered = new Set(rates.map(({ id }) => id))
    const quote = requireValue(rates[0]).id.slice(0, -2)
    let refused = 0
    for (let number = 0; number < 36 ** 2; number += 1) {
      const id = quote + number.toString(36).padStart(2, '0')
      if (offered.has(id)) continue
      expect(codeOf(() => buyLabel(callIn(context), { rateId: id }))).toBe('RATE.NOT_FOUND')
      refused += 1
    }
    expect(refused).toBe(36 ** 2 - offered.size)
    expect(context.state.labels.size).toBe(0)
  })

  it.each(['', 'x', 'rate_', '__proto__', 'lbl_0123456789abcdef01234567'])(
    `a rate's id is refused when it is '%s'`,
    async (id) => {
      const { simulator } = await startWorld()
      ratesIn(simulator.defaultAccount)
      expect(codeOf(() => buyLabel(callIn(simulator.defaultAccount), { rateId: id }))).toBe('RATE.NOT_FOUND')
    },
  )
})
