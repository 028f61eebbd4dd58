import { createBrokenRuleCause } from '../../http/cause.ts'
import {
  expectAnswer,
  expectError,
  expectResource,
  expectSuccess,
  expectThat,
  isSuccess,
} from '../../http/expect.ts'
import { showField } from '../../http/show.ts'
import type { Rule } from '../../rule.ts'
import { isText, toComparableForm } from '../support/addresses/address-comparison.ts'
import { expectPurchaseValues } from '../support/label-fields.ts'
import {
  balanceRule,
  expectWalletBalance,
  fillWallet,
  isolatedWallet,
  readWalletBalance,
} from '../support/money/isolated-wallet.ts'
import { rule, rulesOn } from '../support/rules-on.ts'
import { buyLiveLabel } from './at-carriers.ts'

const makePurchaseRule = rulesOn('buyLabel', { needs: isolatedWallet })

/** Rules about a second label of an account, and about a second request for the same label. */
export const secondLabelRules: readonly Rule[] = [
  rule('LABEL-409', 'The older of two labels keeps its own values and addresses.')
    .on('getLabel')
    .judges('ENDPOINTS-52')
    .by(async (t) => {
      const { to, residential, commercial } = t.profile.addresses
      const zipOf = ({ zip }: { readonly zip: string }): string => zip.slice(0, 5)
      const elsewhere = [residential, commercial].find((each) => zipOf(each) !== zipOf(to)) ?? residential
      const { id, fields, carrier } = await t.setup.label({ to })
      const quoted = await t.setup.rates({ to: elsewhere })
      const other = quoted.find((each) => each.carrier !== carrier) ?? quoted.at(-1)
      if (other !== undefined) await t.setup.labelOf(other)
      const answer = await t.call('getLabel', { id })
      expectPurchaseValues(fields, answer)
      const read = expectResource(answer, 'label')
      if (!read.has('to_address')) return
      const zip = read.object('to_address').raw('zip')
      expectThat(!isText(zip) || toComparableForm(zip).startsWith(toComparableForm(zipOf(to))), {
        expected: `to_address.zip ${to.zip}`,
        actual: showField('to_address.zip', zip),
        answer,
      })
    }),
  rule(
    'LABEL-224',
    'A purchase that fails unexpectedly twice charges nothing, and succeeds once the failure is over.',
  )
    .on('buyLabel', { needs: [...isolatedWallet, 'control:faults'] })
    .judges('STATES-10')
    .by(async (t) => {
      const before = await fillWallet(t)
      const rate = await t.setup.rate({ key: 'live' })
      await t.account.faults.add({ target: 'label_creation', mode: 'error' })
      for (let count = 0; count < 2; count += 1) {
        const failed = await buyLiveLabel(t, rate.id)
        expectAnswer(failed, !isSuccess(failed), 'a refusal of the purchase')
        await expectWalletBalance(t, before, failed)
      }
      await t.account.faults.clear()
      const answer = await buyLiveLabel(t, rate.id)
      expectSuccess(answer)
      await expectWalletBalance(t, before - rate.rateCents, answer)
    }),
  makePurchaseRule(
    'LABEL-225',
    'A rate that the wallet could not pay for is sold once the wallet has exactly its price.',
  )
    .judges('STATES-5')
    .by(async (t) => {
      await fillWallet(t)
      await t.setup.label({ key: 'live' })
      const rate = await t.setup.rate({ key: 'live', minCents: 2 })
      await t.account.wallet.set({ balance_cents: rate.rateCents - 1, auto_reload: null })
      expectError(await buyLiveLabel(t, rate.id), 'WALLET.INSUFFICIENT_BALANCE')
      await t.account.wallet.set({ balance_cents: rate.rateCents })
      const answer = await buyLiveLabel(t, rate.id)
      expectResource(answer, 'label').expect('wallet_balance_after_cents', 0, {
        cause: createBrokenRuleCause(balanceRule),
      })
    }),
  makePurchaseRule(
    'SAND-011',
    'After a live purchase, buying and voiding a sandbox label does not change the live wallet.',
  )
    .judges('STATES-7')
    .by(async (t) => {
      await fillWallet(t)
      await t.setup.label({ key: 'live' })
      const before = await readWalletBalance(t)
      const label = await t.setup.label()
      await expectWalletBalance(t, before, label.answer)
      const answer = await t.setup.works('The void', t.call('voidLabel', { id: label.id }))
      await expectWalletBalance(t, before, answer)
    }),
  makePurchaseRule(
    'SAND-012',
    'A test key can buy labels after a live purchase was refused for lack of money.',
  )
    .judges('SERVICE-27')
    .by(async (t) => {
      const rate = await t.setup.rate({ key: 'live', minCents: 2 })
      await t.account.wallet.set({ balance_cents: 1, auto_reload: null })
      await t.setup.of('The refusal', async () =>
        expectError(await buyLiveLabel(t, rate.id), 'WALLET.INSUFFICIENT_BALANCE'),
      )
      const { id } = await t.setup.rate()
      expectSuccess(await t.call('buyLabel', { body: { rate_id: id } }))
    }),
  rule('SAND-013', 'Buying a sandbox batch does not change the sandbox wallet.')
    .on('buyBatch', { alone: true })
    .judges('SERVICE-27')
    .by(async (t) => {
      const first = await t.setup.label()
      const { id } = await t.setup.batch()
      await t.setup.works('The purchase of the batch', t.call('buyBatch', { id }))
      const second = await t.setup.label()
      const before = first.fields.integer('wallet_balance_after_cents')
      second.fields.expect('wallet_balance_after_cents', before, { why: 'as before the batch' })
    }),
]
