import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import type { Answer } from '../../wire/answer.ts'
import { isSuccess } from '../../wire/expect.ts'
import { TransportFailure } from '../../wire/failures.ts'
import { active } from '../support/active.ts'
import { expectEnvelope } from '../support/error-envelope.ts'

const rates = 'POST /v1/rates'

/** Ids as a slip of the pen or a bad link brings them. */
const oddIds = ['x', 'lbl_x', "it's", '"quoted"', 'no space'] as const

/** Requests that nobody sends on purpose. */
export const oddRequestErrorRules: readonly Rule[] = [
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
