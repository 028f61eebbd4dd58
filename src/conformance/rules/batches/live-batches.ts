import { errorCodeOf, expectError, expectResource, expectThat, isSuccess } from '../../http/expect.ts'
import { showField } from '../../http/show.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { hours } from '../../target/need.ts'
import { isolatedWallet } from '../support/money/isolated-wallet.ts'
import { buyWithReload } from '../support/money/reload.ts'
import { makeUnknownIdLike, unknownIds } from '../support/requests.ts'
import { rule, rulesOn } from '../support/rules-on.ts'
import { expectBatchPercentage, expectBatchSecondsLeft, readProcessingBatch } from './batch-reading.ts'
import { createAndBuyBatch } from './bought-batch.ts'

type WalletSettings = Parameters<RuleContext['account']['wallet']['set']>[0]

/** Settings for adding 1,000 dollars to the wallet automatically when its balance is below ten dollars. */
const auto_reload = { threshold_cents: 1_000, amount_cents: 100_000 }

/** Changes the wallet, and creates a live batch of three items. If `wallet` is a function, it gets the cost and returns the settings. */
async function createBatchWithWallet(
  t: RuleContext,
  wallet: WalletSettings | ((cost: number) => WalletSettings),
) {
  const items = await t.setup.batchItems(3, { key: 'live' })
  const cost = items.reduce((sum, item) => sum + Number(item['rate_cents']), 0)
  await t.account.wallet.set(typeof wallet === 'function' ? wallet(cost) : wallet)
  return { cost, answer: await t.call('createBatch', { body: { items }, key: 'live' }) }
}

/** Checks in the setup of a rule that a batch is created if the wallet can pay for it. */
const expectPayableBatchCreated = async (t: RuleContext): Promise<void> => {
  await t.setup.works(
    'A batch that can be paid',
    createBatchWithWallet(t, { balance_cents: 10_000_000, auto_reload: null }).then(({ answer }) => answer),
  )
}

const unpaidBatchCases = [
  {
    id: 'BATCH-203',
    judges: 'ERRORS-59',
    code: 'WALLET.PAYMENT.FAILED',
    title: 'a wallet whose card is declined',
    payment_method: 'declined',
  },
  {
    id: 'BATCH-204',
    judges: 'ERRORS-61',
    code: 'WALLET.PAYMENT_METHOD.MISSING',
    title: 'a wallet without a card',
    payment_method: 'none',
  },
] as const

const makeBatchCreationRule = rulesOn('createBatch', { needs: isolatedWallet })

/** Rules about live batches. Each rule runs in its own account, with invented money. */
export const liveBatchRules: readonly Rule[] = [
  rule('BATCH-110', 'If the wallet cannot pay for a live batch, auto-reload adds money.')
    .on('createBatch', { needs: isolatedWallet, requests: { createRates: 2, createBatch: 2 } })
    .judges('SERVICE-31')
    .by(async (t) => {
      let { answer } = await createBatchWithWallet(t, {
        balance_cents: 1,
        payment_method: 'valid',
        auto_reload,
      })
      // The specification does not say when a reload happens. The service may refuse the batch, and reload later.
      if (errorCodeOf(answer) === 'WALLET.INSUFFICIENT_BALANCE') {
        if (!t.hasClock)
          t.notJudged(
            'the wallet could not pay, auto-reload may come later, and the target has no clock that the rule could move',
          )
        await t.passTime(hours(1))
        answer = (await createBatchWithWallet(t, { auto_reload })).answer
      }
      expectResource(answer, 'batch').text('id')
    }),
  makeBatchCreationRule('BATCH-111', 'A wallet that has exactly the cost of a batch can pay for the batch.')
    .judges('STATES-19')
    .by(async (t) => {
      const { answer } = await createBatchWithWallet(t, (cost) => ({
        balance_cents: cost,
        auto_reload: null,
      }))
      expectResource(answer, 'batch').text('id')
      const left = (await t.account.wallet.get()).integer('balance_cents')
      expectThat(left === 0, { expected: '0 cents left in the wallet', actual: `${left} cents`, answer })
    }),
  rule(
    'BATCH-113',
    'A bought live batch reports how much of it is done, and how many seconds its processing still takes.',
  )
    .on('getBatch', { needs: [...isolatedWallet, 'control:clock'] })
    .judges('ENDPOINTS-95')
    .by(async (t) => {
      await t.account.clock.freeze()
      await t.account.wallet.set({ balance_cents: 10_000_000, auto_reload: null })
      const { id } = await createAndBuyBatch(t, 3, 'live')
      const answer = await t.call('getBatch', { id, key: 'live' })
      const batch = readProcessingBatch(t, answer)
      expectBatchPercentage(batch, answer)
      expectBatchSecondsLeft(batch, answer)
    }),
  rule(
    'BATCH-114',
    'A live batch that is read shows the balance right after its own charge, even if labels were bought since.',
  )
    .on('getBatch', { needs: isolatedWallet })
    .judges('RESOURCES-94')
    .by(async (t) => {
      await t.account.wallet.set({ balance_cents: 10_000_000, auto_reload: null })
      const { id, fields } = await t.setup.batch(1, { key: 'live' })
      const after = fields.raw('wallet_balance_after_cents')
      await t.setup.label({ key: 'live' })
      const answer = await t.call('getBatch', { id, key: 'live' })
      const read = expectResource(answer, 'batch')
      // The specification does not say whether reading a batch shows the balance.
      const told = read.has('wallet_balance_after_cents') ? read.raw('wallet_balance_after_cents') : null
      if (told === null) t.notJudged('the response to reading a batch has no wallet_balance_after_cents')
      expectThat(told === after, {
        expected: `wallet_balance_after_cents ${after}, as at its creation`,
        actual: showField('wallet_balance_after_cents', told),
        answer,
      })
    }),
  makeBatchCreationRule('BATCH-205', 'A live batch that is refused because of its second item costs nothing.')
    .judges('STATES-21')
    .by(async (t) => {
      const [good, other] = await t.setup.batchItems(2, { key: 'live' })
      await t.account.wallet.set({ balance_cents: 10_000_000, auto_reload: null })
      // The specification does not say whether the service looks up rates when a batch is created. If not, an unknown
      // rate has no price.
      const rate_id = makeUnknownIdLike(String(other?.['rate_id']), unknownIds.rate)
      const bad = { ...other, rate_id, rate_cents: 'none' }
      const answer = await t.call('createBatch', { body: { items: [good, bad] }, key: 'live' })
      if (isSuccess(answer))
        t.notJudged('the target accepts a batch with an unknown rate, so there is no refusal to check')
      const left = (await t.account.wallet.get()).integer('balance_cents')
      expectThat(left === 10_000_000, {
        expected: '10000000 cents in the wallet, as before the refusal',
        actual: `${left} cents`,
        answer,
      })
    }),
  makeBatchCreationRule(
    'BATCH-202',
    'If the wallet lacks one cent, a live batch is refused, and costs nothing.',
  )
    .judges('ERRORS-57', 'STATES-21')
    .by(async (t) => {
      await expectPayableBatchCreated(t)
      const { cost, answer } = await createBatchWithWallet(t, (all) => ({
        balance_cents: all - 1,
        auto_reload: null,
      }))
      expectError(answer, 'WALLET.INSUFFICIENT_BALANCE')
      const left = (await t.account.wallet.get()).integer('balance_cents')
      expectThat(left === cost - 1, {
        expected: `${cost - 1} cents in the wallet, as before the refusal`,
        actual: `${left} cents`,
        answer,
      })
    }),
  ...unpaidBatchCases.map(({ id, judges, code, title, payment_method }) =>
    rule(id, `A live batch from ${title} is refused with ${code}, and costs nothing.`)
      .on('createBatch', { needs: isolatedWallet, requests: { createRates: 3, createBatch: 3 } })
      .judges(judges, 'STATES-21')
      .by(async (t) => {
        await expectPayableBatchCreated(t)
        const answer = await buyWithReload(code, async () => {
          const made = await createBatchWithWallet(t, { balance_cents: 1, payment_method, auto_reload })
          return made.answer
        })
        expectError(answer, code)
        const left = (await t.account.wallet.get()).integer('balance_cents')
        expectThat(left === 1, {
          expected: '1 cent in the wallet, as before the refusal',
          actual: `${left} cents`,
          answer,
        })
      }),
  ),
]
