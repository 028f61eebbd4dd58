import type { Answer } from '../../http/answer.ts'
import { expectAccepted, expectAnswer, expectSuccess, isSuccess } from '../../http/expect.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { buyAndDownloadLabel, downloadPathOf, isDownloadResponse } from '../support/downloads.ts'
import { expectWalletBalance, fillWallet, isolatedWallet } from '../support/money/isolated-wallet.ts'
import { rule } from '../support/rules-on.ts'
import { expectVoidAccepted } from '../support/voiding.ts'

/** Checks that a request of another client is refused. The specification allows any refusal, such as 404 or 403 (choices 16). Throws RuleBroken. */
function expectOtherClientRefused(answer: Answer): void {
  expectAnswer(answer, !isSuccess(answer), 'a refusal, because the resource belongs to another client')
}

const keyOfOtherClient = async (t: RuleContext) => ({ value: (await t.getOtherClientKeys()).test })

const ownAccount = { needs: ['control:accounts'] } as const

/** Rules that check that a client cannot use the resources of another client. */
export const otherClientRules: readonly Rule[] = [
  rule('KEY-201', 'Another client cannot read a label.')
    .on('getLabel', ownAccount)
    .judges('AUTHENTICATION-38')
    .by(async (t) => {
      const { id } = await t.setup.label()
      await t.setup.works('The label', t.call('getLabel', { id }))
      expectOtherClientRefused(await t.call('getLabel', { id, key: await keyOfOtherClient(t) }))
    }),
  rule('KEY-202', 'Another client cannot download a label.')
    .with(ownAccount)
    .judges('AUTHENTICATION-38')
    .by(async (t) => {
      const { id } = await buyAndDownloadLabel(t)
      const answer = await t.send({ method: 'GET', path: downloadPathOf(id), key: await keyOfOtherClient(t) })
      expectAnswer(
        answer,
        !isDownloadResponse(answer),
        'a refusal, because the resource belongs to another client',
      )
    }),
  rule('KEY-203', 'Another client cannot void a label, and its owner can void it afterwards.')
    .on('voidLabel', ownAccount)
    .judges('AUTHENTICATION-38')
    .by(async (t) => {
      const { id } = await t.setup.label()
      expectOtherClientRefused(await t.call('voidLabel', { id, key: await keyOfOtherClient(t) }))
      await expectVoidAccepted(t, id)
    }),
  rule('KEY-204', 'Another client cannot read a tracker.')
    .on('getTracker', ownAccount)
    .judges('AUTHENTICATION-38')
    .by(async (t) => {
      const { id } = await t.setup.tracker()
      await t.setup.works('The tracker', t.call('getTracker', { id }))
      expectOtherClientRefused(await t.call('getTracker', { id, key: await keyOfOtherClient(t) }))
    }),
  rule('KEY-205', 'Another client cannot read a batch.')
    .on('getBatch', ownAccount)
    .judges('AUTHENTICATION-38')
    .by(async (t) => {
      const { id } = await t.setup.batch()
      await t.setup.works('The batch', t.call('getBatch', { id }))
      expectOtherClientRefused(await t.call('getBatch', { id, key: await keyOfOtherClient(t) }))
    }),
  rule('KEY-206', 'Another client cannot buy a batch, and its owner can buy it afterwards.')
    .on('buyBatch', ownAccount)
    .judges('AUTHENTICATION-38')
    .by(async (t) => {
      const { id } = await t.setup.batch()
      expectOtherClientRefused(await t.call('buyBatch', { id, key: await keyOfOtherClient(t) }))
      expectAccepted(await t.call('buyBatch', { id }))
    }),
  rule('KEY-208', 'Another client cannot buy a rate, and its owner can buy it afterwards.')
    .on('buyLabel', ownAccount)
    .judges('AUTHENTICATION-38')
    .by(async (t) => {
      const body = { rate_id: (await t.setup.rate()).id }
      expectOtherClientRefused(await t.call('buyLabel', { body, key: await keyOfOtherClient(t) }))
      expectSuccess(await t.call('buyLabel', { body }))
    }),
  rule(
    'KEY-207',
    'If another client tries to buy a rate, the client that requested the quote is not charged.',
  )
    .on('buyLabel', { needs: isolatedWallet })
    .judges('AUTHENTICATION-38')
    .by(async (t) => {
      const before = await fillWallet(t)
      const [rate, other] = await t.setup.rates({ key: 'live' })
      if (rate === undefined) return t.notJudged('the target quoted no rate, so the rule had nothing to buy')
      const { live } = await t.getOtherClientKeys()
      const body = { rate_id: rate.id }
      const answer = await t.call('buyLabel', { body, key: { value: live } })
      await expectWalletBalance(t, before, answer)
      // The other client may have bought the first rate, which the specification does not forbid. So this client buys another.
      const sold = other ?? rate
      const own = await t.setup.works(
        'A purchase',
        t.call('buyLabel', { body: { rate_id: sold.id }, key: 'live' }),
      )
      await expectWalletBalance(t, before - sold.rateCents, own)
    }),
]
