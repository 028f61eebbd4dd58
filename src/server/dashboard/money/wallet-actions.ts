import type { Context } from '../../../simulator/accounts/context.ts'
import { balanceCents } from '../../../simulator/resources/wallet.ts'
import { numberIn } from '../form.ts'
import type { Actions, Undo } from '../page.ts'
import { centsIn, centsText, countText, dollarsText } from './money.ts'

const changeCall = 'PATCH /accounts/{account}/wallet'

/** Auto-reload's fields are named by their path in the body, as in the refusal. */
export const threshold = 'auto_reload.threshold_cents'
export const amount = 'auto_reload.amount_cents'

/** Says which purchases a declined payment does not stop. */
export const usesNoCard = 'A purchase that the balance covers still succeeds, because it needs no card.'

/** The actions of the page of the wallet. Its forms take dollars. */
export const walletActions: Actions = {
  fund: {
    call: ({ amount_cents = '' }) => ({
      call: 'POST /accounts/{account}/wallet/fund',
      body: { amount_cents: centsIn(amount_cents) },
      command: `wallet fund ${centsIn(amount_cents)}`,
    }),
    message: ({ amount_cents = '' }) => `${centsText(Number(centsIn(amount_cents)))} paid in by card.`,
    undo: undoBalance,
    currentValue: balanceText,
  },
  balance: {
    call: ({ balance_cents = '' }) => ({
      call: changeCall,
      body: { balance_cents: centsIn(balance_cents) },
      command: `wallet set --balance ${centsIn(balance_cents)}`,
    }),
    message: ({ balance_cents = '' }) => `The wallet holds ${centsText(Number(centsIn(balance_cents)))} now.`,
    undo: undoBalance,
    currentValue: balanceText,
  },
  card: {
    call: ({ payment_method = '' }) => ({
      call: changeCall,
      body: { payment_method },
      command: `wallet set --card ${payment_method}`,
    }),
    message: ({ payment_method }) =>
      payment_method === 'none' ? 'There is no card on file now.' : `The card is ${payment_method} now.`,
    undo: ({ state }) => ({ action: 'card', values: { payment_method: state.wallet.get().paymentMethod } }),
    currentValue: ({ state }) => state.wallet.get().paymentMethod,
  },
  decline: {
    call: ({ decline_next = '' }) => ({ call: changeCall, body: { decline_next: numberIn(decline_next) } }),
    message: ({ decline_next = '' }) => {
      const count = Number(decline_next)
      if (count === 0) return 'No payment is declined for being next.'
      const text =
        count === 1 ? 'The next payment is declined.' : `The next ${countText(count)} payments are declined.`
      return `${text} ${usesNoCard}`
    },
    undo: ({ state }) => ({
      action: 'decline',
      values: { decline_next: String(state.wallet.get().declineNext) },
    }),
    currentValue: ({ state }) => String(state.wallet.get().declineNext),
  },
  reload: {
    call: (values) => ({
      call: changeCall,
      body: {
        auto_reload: {
          threshold_cents: centsIn(values[threshold] ?? ''),
          amount_cents: centsIn(values[amount] ?? ''),
        },
      },
      command: `wallet set --auto-reload ${centsIn(values[threshold] ?? '')}:${centsIn(values[amount] ?? '')}`,
    }),
    message: () => 'The wallet reloads by itself from now on.',
    undo: undoAutoReload,
    currentValue: autoReloadText,
  },
  off: {
    call: () => ({ call: changeCall, body: { auto_reload: null }, command: 'wallet set --auto-reload off' }),
    message: () => 'The wallet no longer reloads by itself.',
    undo: undoAutoReload,
    currentValue: autoReloadText,
  },
}

/** Undo sets the old balance by a further transaction; the first one stays listed. */
function undoBalance(account: Context): (response: unknown) => Undo | undefined {
  const cents = balanceCents(account, 'live')
  return (response) =>
    Object(response).balance_cents === cents
      ? undefined
      : { action: 'balance', values: { balance_cents: dollarsText(cents) } }
}

function balanceText(account: Context): string {
  return centsText(balanceCents(account, 'live'))
}

function undoAutoReload({ state }: Context): Undo {
  const { autoReload } = state.wallet.get()
  if (autoReload === null) return { action: 'off', values: {} }
  const { thresholdCents, amountCents } = autoReload
  return {
    action: 'reload',
    values: { [threshold]: dollarsText(thresholdCents), [amount]: dollarsText(amountCents) },
  }
}

function autoReloadText({ state }: Context): string {
  const { autoReload } = state.wallet.get()
  if (autoReload === null) return 'off'
  return `${centsText(autoReload.amountCents)} below ${centsText(autoReload.thresholdCents)}`
}
