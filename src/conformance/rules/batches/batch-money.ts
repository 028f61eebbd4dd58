import constants from '../../../../fixtures/spec/constants.json' with { type: 'json' }
import { createBrokenRuleCause } from '../../http/cause.ts'
import {
  expectAccepted,
  expectAnswer,
  expectError,
  expectResource,
  expectThat,
  isSuccess,
} from '../../http/expect.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { hours, minutes } from '../../target/need.ts'
import { balanceRule, isolatedWallet } from '../support/money/isolated-wallet.ts'
import { expectShownBalance } from '../support/money/wallet-reading.ts'
import { rule, rulesOn } from '../support/rules-on.ts'
import { readValuesByPath } from '../support/values-by-path.ts'
import { createAndBuyBatch } from './bought-batch.ts'

const tryCreatingBatch = (t: RuleContext, items: readonly unknown[], key: 'test' | 'live' = 'test') =>
  t.call('createBatch', { body: { items }, key })

/** Fills the live wallet, and requests rates for the items of a live batch. */
async function fillWalletAndMakeItems(t: RuleContext, count: number) {
  await t.account.wallet.set({ balance_cents: 10_000_000, auto_reload: null })
  const items = await t.setup.batchItems(count, { key: 'live' })
  return { items, cost: items.reduce((sum, item) => sum + Number(item['rate_cents']), 0) }
}

const makeBatchCreationRule = rulesOn('createBatch', { needs: isolatedWallet })

export const batchMoneyRules: readonly Rule[] = [
  rule('BATCH-015', 'A sandbox batch does not change the balance of the wallet.')
    .on('createBatch', { alone: true })
    .judges('AUTHENTICATION-6', 'STATES-20')
    .by(async (t) => {
      const label = await t.setup.label()
      const answer = await tryCreatingBatch(t, await t.setup.batchItems(2))
      const left = expectResource(answer, 'batch').integer('wallet_balance_after_cents')
      const before = label.fields.integer('wallet_balance_after_cents')
      expectThat(left === before, {
        expected: `wallet_balance_after_cents ${before}, as before the batch: the sandbox costs nothing`,
        actual: `wallet_balance_after_cents ${left}`,
        answer,
        // If the response reports a wrong balance, the failure names the rule about reported balances as its cause.
        cause: createBrokenRuleCause(balanceRule),
      })
    }),
  makeBatchCreationRule('BATCH-101', 'A live batch takes its full cost from the wallet when it is created.')
    .judges('STATES-19', 'RESOURCES-93', 'ENDPOINTS-87')
    .by(async (t) => {
      const { items, cost } = await fillWalletAndMakeItems(t, 3)
      const made = await tryCreatingBatch(t, items, 'live')
      await t.setup.of('The batch', async () => expectResource(made, 'batch'))
      const left = (await t.account.wallet.get()).integer('balance_cents')
      expectThat(left === 10_000_000 - cost, {
        expected: `10000000 - ${cost} = ${10_000_000 - cost} cents in the wallet`,
        actual: `${left} cents in the wallet`,
        answer: made,
      })
      const answer = await t.call('getWallet', { key: 'live' })
      const told = [...readValuesByPath(answer.json).values()]
      // The balance may be a number or a text here, because another rule checks its type.
      if (!told.includes(String(left))) expectShownBalance(left, answer)
    }),
  makeBatchCreationRule('BATCH-102', 'A created live batch reports the wallet balance after its full cost.')
    .judges('RESOURCES-95')
    .by(async (t) => {
      const { items, cost } = await fillWalletAndMakeItems(t, 3)
      const answer = await tryCreatingBatch(t, items, 'live')
      expectResource(answer, 'batch').expect('wallet_balance_after_cents', 10_000_000 - cost)
    }),
  makeBatchCreationRule('BATCH-103', 'A live batch that is refused costs nothing.')
    .judges('STATES-21')
    .by(async (t) => {
      const { items } = await fillWalletAndMakeItems(t, 1)
      for (const count of [0, constants.batchMaxItems + 1]) {
        const answer = await tryCreatingBatch(
          t,
          Array.from({ length: count }, () => items[0]),
          'live',
        )
        expectAnswer(answer, !isSuccess(answer), `a refusal of ${count} items`)
        const left = (await t.account.wallet.get()).integer('balance_cents')
        expectThat(left === 10_000_000, {
          expected: '10000000 cents in the wallet, as before the refusal',
          actual: `${left} cents in the wallet`,
          answer,
        })
      }
    }),
  rule('BATCH-104', 'Buying a live batch charges nothing, as its creation charged the full cost.')
    .on('buyBatch', { needs: [...isolatedWallet, 'control:clock'] })
    .judges('STATES-19', 'RESOURCES-93')
    .by(async (t) => {
      const { items } = await fillWalletAndMakeItems(t, 2)
      const { id } = await t.setup.of('The batch', async () => ({
        id: expectResource(await tryCreatingBatch(t, items, 'live'), 'batch').text('id'),
      }))
      const before = (await t.account.wallet.get()).integer('balance_cents')
      const answer = await t.call('buyBatch', { id, key: 'live' })
      await t.setup.of('The purchase', async () => expectAccepted(answer))
      await t.passTime(minutes(10))
      const after = (await t.account.wallet.get()).integer('balance_cents')
      expectThat(after === before, {
        expected: `${before} cents in the wallet, as the batch was charged at its creation`,
        actual: `${after} cents in the wallet`,
        answer,
      })
    }),
  rule(
    'BATCH-116',
    'A label bought between the creation and the purchase of a batch stays charged, even if an item of the batch fails.',
  )
    .on('buyBatch', { needs: [...isolatedWallet, 'control:clock', 'control:faults'] })
    .judges('RESOURCES-93')
    .by(async (t) => {
      const { items, cost } = await fillWalletAndMakeItems(t, 1)
      const made = await t.setup.works('The batch', tryCreatingBatch(t, items, 'live'))
      const { fields } = await t.setup.label({ key: 'live' })
      const price = fields.integer('rate_cents')
      await t.account.faults.add({ target: 'label_creation', mode: 'error' })
      const id = expectResource(made, 'batch').text('id')
      const answer = await t.setup.works('The purchase of the batch', t.call('buyBatch', { id, key: 'live' }))
      await t.passTime(hours(1))
      const left = (await t.account.wallet.get()).integer('balance_cents')
      // The specification does not say whether the service refunds a failed batch item, so the rule allows for a refund.
      const most = 10_000_000 - price
      expectThat(left >= most - cost && left <= most, {
        expected: `from ${most - cost} to ${most} cents in the wallet: 10000000, less ${price} for the label, less at most ${cost} for the batch`,
        actual: `${left} cents in the wallet`,
        answer,
      })
    }),
  rule('BATCH-117', 'A label of a live batch shows the wallet balance of the moment when the label was made.')
    .on('getLabel', { needs: [...isolatedWallet, 'control:clock', 'control:webhook', 'inbox'] })
    .judges('RESOURCES-64')
    .by(async (t) => {
      const inbox = await t.inbox()
      const { items } = await fillWalletAndMakeItems(t, 1)
      const made = await t.setup.works('The batch', tryCreatingBatch(t, items, 'live'))
      const bought = await t.setup.label({ key: 'live' })
      const id = expectResource(made, 'batch').text('id')
      await t.setup.works('The purchase of the batch', t.call('buyBatch', { id, key: 'live' }))
      await t.passTime(hours(1))
      const ids = inbox.all().map(({ labelId }) => labelId)
      const labelId = ids.find((each) => each !== undefined && each !== bought.id)
      if (labelId === undefined)
        return t.notJudged(
          'no webhook event of a label of the batch came within an hour, so the rule knows none of its labels',
        )
      const left = (await t.account.wallet.get()).integer('balance_cents')
      const answer = await t.call('getLabel', { id: labelId, key: 'live' })
      const label = await t.setup.of('The label of the batch', async () => expectResource(answer, 'label'))
      // The specification lists no fields for the response to reading a label, so the balance may be missing.
      if (!label.has('wallet_balance_after_cents'))
        t.notJudged('the response to reading a label has no wallet_balance_after_cents')
      label.expect('wallet_balance_after_cents', left, {
        why: 'the batch was charged at its creation, and another label was bought since',
        cause: createBrokenRuleCause(balanceRule),
      })
    }),
  rule('BATCH-105', 'A sandbox batch takes nothing from the live wallet.')
    .on('createBatch', { needs: [...isolatedWallet, 'control:clock'] })
    .judges('AUTHENTICATION-6', 'STATES-20')
    .by(async (t) => {
      await t.account.wallet.set({ balance_cents: 10_000_000, auto_reload: null })
      await createAndBuyBatch(t, 2)
      await t.passTime(minutes(10))
      const left = (await t.account.wallet.get()).integer('balance_cents')
      expectThat(left === 10_000_000, {
        expected: '10000000 cents in the live wallet, from which a test key takes nothing',
        actual: `${left} cents in the live wallet`,
      })
    }),
  makeBatchCreationRule(
    'BATCH-201',
    'A live batch that the wallet cannot pay for is refused with WALLET.INSUFFICIENT_BALANCE, and costs nothing.',
  )
    .judges('ERRORS-57', 'STATES-21')
    .by(async (t) => {
      const { items } = await fillWalletAndMakeItems(t, 2)
      await t.setup.works('A batch that can be paid', tryCreatingBatch(t, items, 'live'))
      const { items: others } = await fillWalletAndMakeItems(t, 2)
      await t.account.wallet.set({ balance_cents: 1, auto_reload: null })
      const answer = await tryCreatingBatch(t, others, 'live')
      expectError(answer, 'WALLET.INSUFFICIENT_BALANCE')
      const left = (await t.account.wallet.get()).integer('balance_cents')
      expectThat(left === 1, {
        expected: '1 cent in the wallet, as before the refusal',
        actual: `${left} cents in the wallet`,
        answer,
      })
      expectShownBalance(left, await t.call('getWallet', { key: 'live' }))
    }),
]
