import type { WalletChange } from '../../../src/client/wallet.ts'
import type { LiveWalletBody } from '../../../src/simulator/bodies/wallet.ts'
import { maxDeclinedPayments } from '../../../src/simulator/resources/wallet-bounds.ts'
import { cents, createChoiceReader, createIntegerReader, type Reader } from '../../files/reader.ts'
import { BadValue } from '../../parsing/bad-value.ts'
import { defineArgument, defineOption } from '../../parsing/option.ts'
import { UsageError } from '../../parsing/usage-error.ts'
import { formatColumns } from '../../printing/columns.ts'
import { defineRemoteCommand } from '../../remote.ts'

const autoReloadReader: Reader<NonNullable<WalletChange['auto_reload']> | null> = {
  json: ['string'],
  read: (given) => {
    if (given === 'off') return null
    const [, threshold, amount] = /^(\d{1,13}):(\d{1,13})$/.exec(given) ?? []
    if (threshold === undefined || amount === undefined) {
      throw new BadValue(`must be THRESHOLD:AMOUNT in cents, such as 1000:5000, or off, not "${given}"`)
    }
    return { threshold_cents: Number(threshold), amount_cents: Number(amount) }
  },
}

const balance = defineOption({
  name: 'balance',
  field: 'balance_cents',
  describe: 'balance in cents',
  reader: cents,
})

const card = defineOption({
  name: 'card',
  field: 'payment_method',
  describe: 'the card on file: valid, declined or none',
  reader: createChoiceReader(['valid', 'declined', 'none']),
})

const autoReload = defineOption({
  name: 'auto-reload',
  describe: 'THRESHOLD:AMOUNT in cents: below THRESHOLD, pay in AMOUNT; or off',
  reader: autoReloadReader,
})

const declineNext = defineOption({
  name: 'decline-next',
  field: 'decline_next',
  describe: 'decline this many of the next card payments; 0 declines none',
  reader: createIntegerReader({ min: 0, max: maxDeclinedPayments }),
})

const fundCents = defineArgument({
  name: 'CENTS',
  field: 'amount_cents',
  describe: 'amount in cents, at least 500',
  reader: cents,
})

export const walletShow = defineRemoteCommand({
  examples: [{ line: 'drydock wallet show', does: 'Show balance, card and auto-reload' }],
  act: async ({ account }) => formatWallet(await account.wallet.get()),
})

export const walletSet = defineRemoteCommand({
  options: [balance, card, autoReload, declineNext],
  examples: [
    {
      line: 'drydock wallet set --balance 0 --card declined',
      does: 'Empty the wallet and let the card be declined',
    },
    {
      line: 'drydock wallet set --auto-reload 1000:5000',
      does: 'Let the card pay in $50 whenever the balance would fall below $10',
    },
    { line: 'drydock wallet set --decline-next 1', does: 'Decline only the next card payment' },
  ],
  act: async ({ account }, input) => {
    const balance_cents = input.get(balance)
    const payment_method = input.get(card)
    const auto_reload = input.get(autoReload)
    const decline_next = input.get(declineNext)
    const change = {
      ...(balance_cents !== undefined && { balance_cents }),
      ...(payment_method !== undefined && { payment_method }),
      ...(auto_reload !== undefined && { auto_reload }),
      ...(decline_next !== undefined && { decline_next }),
    }
    if (Object.keys(change).length === 0) {
      throw new UsageError('Give a value to set: --balance, --card, --auto-reload or --decline-next.')
    }
    return formatWallet(await account.wallet.set(change))
  },
})

export const walletFund = defineRemoteCommand({
  arguments: [fundCents],
  examples: [{ line: 'drydock wallet fund 2500', does: 'Pay in $25 by card' }],
  act: async ({ account }, input) => formatWallet(await account.wallet.fund(input.get(fundCents))),
})

function formatWallet(wallet: LiveWalletBody): readonly string[] {
  const { enabled, threshold_cents, amount_cents } = wallet.auto_reload
  return formatColumns([
    ['balance', `${wallet.balance_cents} cents`],
    ['card', describeCard(wallet)],
    ['auto-reload', enabled ? `below ${threshold_cents} cents, pay in ${amount_cents}` : 'off'],
  ])
}

function describeCard({ payment_method, decline_next }: LiveWalletBody): string {
  if (decline_next === 0) return payment_method
  const payments = decline_next === 1 ? 'the next payment' : `the next ${decline_next} payments`
  return `${payment_method}, ${payments} declined`
}
