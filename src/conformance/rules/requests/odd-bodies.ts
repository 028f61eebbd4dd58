import { expectAccepted } from '../../http/expect.ts'
import type { Rule } from '../../rule.ts'
import { expectEnvelope } from '../support/error-envelope.ts'
import { rule, rulesOn } from '../support/rules-on.ts'

const sizes = ['length', 'width', 'height'] as const

const makeQuoteRule = rulesOn('createRates')

/** Rules about malformed bodies, and about unusual but valid bodies. */
export const oddBodyRules: readonly Rule[] = [
  makeQuoteRule('VAL-110', 'POST /v1/rates refuses a length, a width and a height below zero.')
    .judges('ERRORS-35')
    .by(async (t) => {
      const good = t.setup.ratesBody()
      for (const size of sizes) {
        const parcel = { ...good.parcel, [size]: -8 }
        expectEnvelope(await t.call('createRates', { body: { ...good, parcel } }))
      }
      await t.setup.rates()
    }),
  rule('VAL-111', 'A body with null in the place of a required field is refused.')
    .judges('ERRORS-35')
    .by(async (t) => {
      const good = t.setup.ratesBody()
      await t.setup.rates()
      for (const field of ['from_address', 'to_address', 'parcel'] as const) {
        expectEnvelope(await t.call('createRates', { body: { ...good, [field]: null } }))
      }
      expectEnvelope(await t.call('buyLabel', { body: { rate_id: null } }))
      const tracked = { tracking_number: '99990000000000000000', carrier: t.profile.carriers?.[0] ?? 'UPS' }
      for (const field of ['tracking_number', 'carrier'] as const) {
        expectEnvelope(await t.call('registerTracker', { body: { ...tracked, [field]: null } }))
      }
    }),
  rule('VAL-112', 'A JSON body that is not an object is refused.')
    .judges('ERRORS-35')
    .by(async (t) => {
      await t.setup.rates()
      for (const body of ['null', '[]', '"x"']) {
        expectEnvelope(await t.call('createRates', { body }))
        expectEnvelope(await t.call('registerTracker', { body }))
      }
      expectEnvelope(await t.call('buyLabel', { body: 'null' }))
    }),
  rule('VAL-113', 'POST /v1/batches refuses an item that is null.')
    .on('createBatch')
    .judges('ERRORS-35')
    .by(async (t) => {
      await t.setup.rates()
      expectEnvelope(await t.call('createBatch', { body: { items: [null] } }))
    }),
  makeQuoteRule('VAL-114', 'A body sent as application/json with a charset is accepted.')
    .judges('ENDPOINTS-2')
    .by(async (t) => {
      await t.setup.rates()
      const headers = { 'Content-Type': 'application/json; charset=utf-8' }
      const answer = await t.call('createRates', { body: t.setup.ratesBody(), headers })
      expectAccepted(answer)
    }),
  makeQuoteRule('VAL-115', 'POST /v1/rates accepts weights and sizes that are not whole numbers.')
    .judges('RESOURCES-25', 'RESOURCES-26', 'RESOURCES-27', 'RESOURCES-28')
    .by(async (t) => {
      const good = t.setup.ratesBody()
      await t.setup.rates()
      const { weight_oz, length, width, height } = good.parcel
      const replaceFraction = (value: number, part: number): number => Math.floor(value) + part
      const parcels = [
        { ...good.parcel, weight_oz: replaceFraction(weight_oz, 0.5) },
        {
          ...good.parcel,
          length: replaceFraction(length, 0.25),
          width: replaceFraction(width, 0.25),
          height: replaceFraction(height, 0.25),
        },
      ]
      for (const parcel of parcels) {
        const answer = await t.call('createRates', { body: { ...good, parcel } })
        expectAccepted(answer)
      }
    }),
]
