import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createCall,
  readThrownCode,
  requestRatesIn,
  requireValue,
  startWorld,
} from '../../../test/support/simulator/world.ts'
import { carriers } from '../carriers/carrier.ts'
import { connectCarrier } from './carrier-accounts.ts'
import { buyLabel } from './labels/labels.ts'
import { buildRateId, maxCarrierAccounts, parseRateId, roomForRates } from './rate-id.ts'

const quoteId = 'rate_0123456789abcdef012345'

describe('the id of a rate', () => {
  it('the id of a rate has 24 characters, from which the quote and the position of the rate in it can be read', () => {
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

  it('the id of a rate has room for every carrier and service', () => {
    expect(carriers.length, 'carriers').toBeLessThanOrEqual(roomForRates.carriers)
    for (const { name, services } of carriers) {
      expect(services.length, `services of ${name}`).toBeLessThanOrEqual(roomForRates.servicesOfACarrier)
    }
  })

  it.each(['0A', '+1', ' 1', '1 ', '1.', '!!', '-1'])(
    `the id of a rate cannot end with '%s', which would be a second spelling of a number`,
    (ending) => {
      expect(parseRateId(quoteId + ending)).toBeUndefined()
    },
  )

  it('the id of a rate is unknown if the quote in the id had no rate at the position in the id', async () => {
    const { simulator } = await startWorld()
    const context = simulator.defaultAccount
    connectCarrier(context, { carrier: 'FedEx', nickname: undefined, credentials: 'valid' })
    const { rates } = requestRatesIn(context)
    const offered = new Set(rates.map(({ id }) => id))
    const quote = requireValue(rates[0]).id.slice(0, -2)
    let refused = 0
    for (let number = 0; number < 36 ** 2; number += 1) {
      const id = quote + number.toString(36).padStart(2, '0')
      if (offered.has(id)) continue
      expect(readThrownCode(() => buyLabel(createCall(context), { rateId: id }))).toBe('RATE.NOT_FOUND')
      refused += 1
    }
    expect(refused).toBe(36 ** 2 - offered.size)
    expect(context.state.labels.size).toBe(0)
  })

  it.each(['', 'x', 'rate_', '__proto__', 'lbl_0123456789abcdef01234567'])(
    `buying the rate with the malformed id '%s' gives RATE.NOT_FOUND`,
    async (id) => {
      const { simulator } = await startWorld()
      requestRatesIn(simulator.defaultAccount)
      expect(readThrownCode(() => buyLabel(createCall(simulator.defaultAccount), { rateId: id }))).toBe(
        'RATE.NOT_FOUND',
      )
    },
  )
})
