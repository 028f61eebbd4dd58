import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import type { Answer } from '../../wire/answer.ts'
import { expectTaken, isSuccess } from '../../wire/expect.ts'
import { TransportFailure } from '../../wire/failures.ts'
import { expectEnvelope } from '../errors/errors.ts'
import { active } from '../support/active.ts'

const rates = 'POST /v1/rates'
const sizes = ['length', 'width', 'height'] as const

/** Ids as a slip of the pen or a bad link brings them. */
const oddIds = ['x', 'lbl_x', "it's", '"quoted"', 'no space'] as const

/** Requests that nobody sends on purpose, and good ones that are less plain than others. */
export const oddRequestRules: readonly Rule[] = [
  active({
    id: 'VAL-110',
    title: 'POST /v1/rates refuses a length, a width and a height below zero.',
    section: 'Errors',
    endpoint: rates,
    basis: 'table',
    sends: 'A parcel with each size below zero, then a good one.',
    requests: { createRates: 4 },
    run: async (t) => {
      const good = t.setup.ratesBody()
      for (const size of sizes) {
        const parcel = { ...good.parcel, [size]: -8 }
        expectEnvelope(await t.call('createRates', { body: { ...good, parcel } }))
      }
      await t.setup.rates()
    },
  }),
  active({
    id: 'VAL-111',
    title: 'A body with null in the place of a required field is refused.',
    section: 'Errors',
    endpoint: null,
    basis: 'table',
    sends: 'Good rates, then rates, a purchase and trackers with null for each of their fields in turn.',
    requests: { createRates: 4, buyLabel: 1, registerTracker: 2 },
    run: async (t) => {
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
    },
  }),
  active({
    id: 'VAL-112',
    title: 'A body that is JSON and no object is refused.',
    section: 'Errors',
    endpoint: null,
    basis: 'table',
    sends: 'Good rates, then null, a list and a text to rates and to trackers, and null to labels.',
    requests: { createRates: 4, registerTracker: 3, buyLabel: 1 },
    run: async (t) => {
      await t.setup.rates()
      for (const body of ['null', '[]', '"x"']) {
        expectEnvelope(await t.call('createRates', { body }))
        expectEnvelope(await t.call('registerTracker', { body }))
      }
      expectEnvelope(await t.call('buyLabel', { body: 'null' }))
    },
  }),
  active({
    id: 'VAL-113',
    title: 'POST /v1/batches refuses an item that is null.',
    section: 'Errors',
    endpoint: 'POST /v1/batches',
    basis: 'table',
    sends: 'Good rates, then a batch of which the one item is null.',
    requests: { createRates: 1, createBatch: 1 },
    run: async (t) => {
      await t.setup.rates()
      expectEnvelope(await t.call('createBatch', { body: { items: [null] } }))
    },
  }),
  active({
    id: 'VAL-114',
    title: 'A body sent as application/json with a charset is accepted.',
    section: 'Endpoints',
    endpoint: rates,
    basis: 'derived',
    sends: 'Good rates, and the same with `charset=utf-8` in the Content-Type.',
    requests: { createRates: 2 },
    run: async (t) => {
      await t.setup.rates()
      const headers = { 'Content-Type': 'application/json; charset=utf-8' }
      const answer = await t.call('createRates', { body: t.setup.ratesBody(), headers })
      expectTaken(answer)
    },
  }),
  active({
    id: 'VAL-115',
    title: 'POST /v1/rates accepts weights and sizes that are no whole numbers.',
    section: 'Resources and their fields',
    endpoint: rates,
    basis: 'table',
    sends: 'A good parcel, then one with half an ounce, and one with a quarter more of each size.',
    requests: { createRates: 3 },
    run: async (t) => {
      const good = t.setup.ratesBody()
      await t.setup.rates()
      const { weight_oz, length, width, height } = good.parcel
      const broken = (value: number, part: number): number => Math.floor(value) + part
      const parcels = [
        { ...good.parcel, weight_oz: broken(weight_oz, 0.5) },
        {
          ...good.parcel,
          length: broken(length, 0.25),
          width: broken(width, 0.25),
          height: broken(height, 0.25),
        },
      ]
      for (const parcel of parcels) {
        const answer = await t.call('createRates', { body: { ...good, parcel } })
        expectTaken(answer)
      }
    },
  }),
  active({
    id: 'ERR-018',
    title: 'An id of any form that nobody has is refused with the envelope of every error.',
    section: 'Errors',
    endpoint: null,
    basis: 'table',
    sends: 'Good rates, then labels, trackers and batches by ids of other forms.',
    requests: { createRates: 1, getLabel: 5, getTracker: 5, getBatch: 5 },
    run: async (t) => {
      await t.setup.rates()
      for (const id of oddIds) {
        for (const operation of ['getLabel', 'getTracker', 'getBatch'] as const) {
          expectEnvelope(await t.call(operation, { id }))
        }
      }
    },
  }),
  active({
    id: 'ERR-019',
    title: 'A method that a path does not have is refused with the envelope of every error.',
    section: 'Errors',
    endpoint: null,
    basis: 'table',
    sends: 'The wallet, and the same path with PUT.',
    requests: { getWallet: 1, other: 1 },
    run: async (t) => {
      await t.setup.works('The wallet', t.call('getWallet'))
      const answer = await t.send({ method: 'PUT', path: '/v1/wallet', key: 'test' })
      // There may be more than the specification shows.
      if (isSuccess(answer))
        t.notJudged('the target takes PUT /v1/wallet, so that it may well be a method of its own')
      expectEnvelope(answer)
    },
  }),
  active({
    id: 'ERR-020',
    title: 'A body of two megabytes is either taken or refused with the envelope of every error.',
    section: 'Errors',
    endpoint: rates,
    basis: 'table',
    sends: 'Good rates, then the same with a name of two million letters.',
    requests: { createRates: 2 },
    run: async (t) => {
      const good = t.setup.ratesBody()
      await t.setup.rates()
      const to_address = { ...good.to_address, name: 'n'.repeat(2_000_000) }
      const answer = await answered(t, t.call('createRates', { body: { ...good, to_address } }))
      if (!isSuccess(answer)) expectEnvelope(answer)
    },
  }),
]

/** Whoever has refused a long body may close the connection while it still comes, and then nobody hears the refusal. */
async function answered(t: RuleContext, asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof TransportFailure) t.notJudged('the connection was closed before an answer came')
    throw error
  }
}
