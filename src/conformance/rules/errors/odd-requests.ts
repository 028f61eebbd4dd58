import type { Answer } from '../../http/answer.ts'
import { isSuccess } from '../../http/expect.ts'
import { TransportFailure } from '../../http/failures.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { expectEnvelope } from '../support/error-envelope.ts'
import { rule } from '../support/rules-on.ts'

/** Malformed ids of resources, as a typing error or a bad link would produce. */
const oddIds = ['x', 'lbl_x', "it's", '"quoted"', 'no space'] as const

/** Rules about the errors of malformed and oversized requests. */
export const oddRequestErrorRules: readonly Rule[] = [
  rule('ERR-018', 'An unknown id of any form is refused with the standard error envelope.')
    .judges('ERRORS-1')
    .by(async (t) => {
      await t.setup.rates()
      for (const id of oddIds) {
        for (const operation of ['getLabel', 'getTracker', 'getBatch'] as const) {
          expectEnvelope(await t.call(operation, { id }))
        }
      }
    }),
  rule('ERR-019', 'A method that a path does not support is refused with the standard error envelope.')
    .judges('ERRORS-1')
    .by(async (t) => {
      await t.setup.works('The wallet', t.call('getWallet'))
      const answer = await t.send({ method: 'PUT', path: '/v1/wallet', key: 'test' })
      // The service may support the method, although the specification does not document it.
      if (isSuccess(answer)) t.notJudged('the target accepts PUT /v1/wallet, so it may support this method')
      expectEnvelope(answer)
    }),
  rule('ERR-020', 'A body of two megabytes is either accepted or refused with the standard error envelope.')
    .on('createRates')
    .judges('ERRORS-1')
    .by(async (t) => {
      const good = t.setup.ratesBody()
      await t.setup.rates()
      const to_address = { ...good.to_address, name: 'n'.repeat(2_000_000) }
      const answer = await awaitLongBodyResponse(t, t.call('createRates', { body: { ...good, to_address } }))
      if (!isSuccess(answer)) expectEnvelope(answer)
    }),
]

/**
 * Resolves with the response to a request with a long body. Ends the rule as skipped if no response comes: the target
 * may refuse the body by closing the connection early.
 */
async function awaitLongBodyResponse(t: RuleContext, pending: Promise<Answer>): Promise<Answer> {
  try {
    return await pending
  } catch (error) {
    if (error instanceof TransportFailure)
      t.notJudged(
        'no response to a body of two megabytes came, perhaps because the target closes the connection instead',
      )
    throw error
  }
}
