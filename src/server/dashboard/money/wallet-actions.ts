import type { Context } from '../../../simulator/accounts/context.ts'
import { readBalanceCents } from '../../../simulator/resources/wallet.ts'
import { parseFormNumber } from '../form.ts'
import type { Actions, Undo } from '../page.ts'
import { centsText, countText, formatDollarsField, parseDollarsAsCents } from './money.ts'

const patchWalletCall = 'PATCH /accounts/{account}/wallet'

/** The form fields of auto-reload, named by their paths in the body as in a refusal. */
export const thresholdField = 'auto_reload.threshold_cents'
export const amountField = 'auto_reload.amount_cents'

/** The sentence on purchases that a declined payment does not stop. */
export const usesNoCardText = 'A purchase that the balance covers still succeeds, because it needs no card.'

/** The actions of the wallet page, whose forms take dollars. */
export const walletActions: Actions = {
  fund: {
    call: ({ amount_cents = '' }) => ({
      call: 'POST /accounts/{account}/wallet/fund',
      body: { amount_cents: parseDollarsAsCents(amount_cents) },
      command: `wallet fund ${parseDollarsAsCents(amount_cents)}`,
    }),
    message: ({ amount_cents = '' }) =>
      `${centsText(Number(parseDollarsAsCents(amount_cents)))} paid in by card.`,
    undo: createBalanceUndo,
    currentValue: describeBalance,
  },
  balance: {
    call: ({ balance_cents = '' }) => ({
      call: patchWalletCall,
      body: { balance_cents: parseDollarsAsCents(balance_cents) },
      command: `wallet set --balance ${parseDollarsAsCents(balance_cents)}`,
    }),
    message: ({ balance_cents = '' }) =>
      `The wallet holds ${centsText(Number(parseDollarsAsCents(balance_cents)))} now.`,
    undo: createBalanceUndo,
    currentValue: describeBalance,
  },
  card: {
    call: ({ payment_method = '' }) => ({
      call: patchWalletCall,
      body: { payment_method },
      command: `wallet set --card ${payment_method}`,
    }),
    message: ({ payment_method }) =>
      payment_method === 'none' ? 'There is no card on file now.' : `The card is ${payment_method} now.`,
    undo: ({ state }) => ({ action: 'card', values: { payment_method: state.wallet.get().paymentMethod } }),
    currentValue: ({ state }) => state.wallet.get().paymentMethod,
  },
  decline: {
    call: ({ decline_next = '' }) => ({
      call: patchWalletCall,
      body: { decline_next: parseFormNumber(decline_next) },
    }),
    message: ({ decline_next = '' }) => {
      const count = Number(decline_next)
      if (count === 0) return 'The next payment is not declined.'
      const text =
        count === 1 ? 'The next payment is declined.' : `The next ${countText(count)} payments are declined.`
      return `${text} ${usesNoCardText}`
    },
    undo: ({ state }) => ({
      action: 'decline',
      values: { decline_next: String(state.wallet.get().declineNext) },
    }),
    currentValue: ({ state }) => String(state.wallet.get().declineNext),
  },
  reload: {
    call: (values) => ({
      call: patchWalletCall,
      body: {
        auto_reload: {
          threshold_cents: parseDollarsAsCents(values[thresholdField] ?? ''),
          amount_cents: parseDollarsAsCents(values[amountField] ?? ''),
        },
      },
      command: `wallet set --auto-reload ${parseDollarsAsCents(values[thresholdField] ?? '')}:${parseDollarsAsCents(values[amountField] ?? '')}`,
    }),
    message: () => 'The wallet reloads by itself from now on.',
    undo: createAutoReloadUndo,
    currentValue: describeAutoReload,
  },
  off: {
    call: () => ({
      call: patchWalletCall,
      body: { auto_reload: null },
      command: 'wallet set --auto-reload off',
    }),
    message: () => 'The wallet no longer reloads by itself.',
    undo: createAutoReloadUndo,
    currentValue: describeAutoReload,
  },
}

/** Returns the undo of a change of the balance. It sets the old balance with one more transaction. */
function createBalanceUndo(account: Context): (response: unknown) => Undo | undefined {
  const cents = readBalanceCents(account, 'live')
  return (response) =>
    Object(response).balance_cents === cents
      ? undefined
      : { action: 'balance', values: { balance_cents: formatDollarsField(cents) } }
}

function describeBalance(account: Context): string {
  return centsText(readBalanceCents(account, 'live'))
}

function createAutoReloadUndo({ state }: Context): Undo {
  const { autoReload } = state.wallet.get()
  if (autoReload === null) return { action: 'off', values: {} }
  const { thresholdCents, amountCents } = autoReload
  return {
    action: 'reload',
    values: {
      [thresholdField]: formatDollarsField(thresholdCents),
      [amountField]: formatDollarsField(amountCents),
    },
  }
}

function describeAutoReload({ state }: Context): string {
  const { autoReload } = state.wallet.get()
  if (autoReload === null) return 'off'
  return `${centsText(autoReload.amountCents)} below ${centsText(autoReload.thresholdCents)}`
}
