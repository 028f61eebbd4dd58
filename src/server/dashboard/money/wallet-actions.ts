import type { Context } from '../../../simulator/accounts/context.ts'
import { readBalanceCents } from '../../../simulator/resources/wallet.ts'
import type { ControlCall } from '../control-call.ts'
import { formatDollarsField, parseDollarsAsCents, parseFormNumber } from '../form.ts'
import { formatCents, formatCount } from '../format.tsx'
import type { Actions, Undo } from '../page.ts'

/** The name of a form field of auto-reload: its path in the request body, which a refusal names too. */
export const thresholdField = 'auto_reload.threshold_cents'
export const amountField = 'auto_reload.amount_cents'

/** The sentence about purchases that succeed although the card is declined. */
export const usesNoCardText = 'A purchase that the balance covers still succeeds, because it needs no card.'

/** Returns the call that changes the wallet. `options` are for the equivalent command; empty for none. */
function buildWalletChange(body: object, options: string): ControlCall {
  const command = options === '' ? {} : { command: `wallet set ${options}` }
  return { call: 'PATCH /accounts/{account}/wallet', body, ...command }
}

/** The undo of an action that changes the balance: it sets the previous balance by another transaction. */
const undoOfBalance = {
  undo: (account: Context) => {
    const cents = readBalanceCents(account, 'live')
    const undo = { action: 'balance', values: { balance_cents: formatDollarsField(cents) } }
    return (response: unknown) => (Object(response).balance_cents === cents ? undefined : undo)
  },
  currentValue: (account: Context) => formatCents(readBalanceCents(account, 'live')),
}

const undoOfAutoReload = {
  undo: ({ state }: Context): Undo => {
    const { autoReload } = state.wallet.get()
    if (autoReload === null) return { action: 'off', values: {} }
    const threshold = formatDollarsField(autoReload.thresholdCents)
    const amount = formatDollarsField(autoReload.amountCents)
    return { action: 'reload', values: { [thresholdField]: threshold, [amountField]: amount } }
  },
  currentValue: ({ state }: Context) => {
    const { autoReload } = state.wallet.get()
    if (autoReload === null) return 'off'
    return `${formatCents(autoReload.amountCents)} below ${formatCents(autoReload.thresholdCents)}`
  },
}

/** The actions of the wallet page. Its forms take amounts in dollars. */
export const walletActions: Actions = {
  fund: {
    call: ({ amount_cents = '' }) => ({
      call: 'POST /accounts/{account}/wallet/fund',
      body: { amount_cents: parseDollarsAsCents(amount_cents) },
      command: `wallet fund ${parseDollarsAsCents(amount_cents)}`,
    }),
    message: ({ amount_cents = '' }) =>
      `${formatCents(Number(parseDollarsAsCents(amount_cents)))} paid in by card.`,
    ...undoOfBalance,
  },
  balance: {
    call: (values) => {
      const balance_cents = parseDollarsAsCents(values['balance_cents'] ?? '')
      return buildWalletChange({ balance_cents }, `--balance ${balance_cents}`)
    },
    message: ({ balance_cents = '' }) =>
      `The wallet holds ${formatCents(Number(parseDollarsAsCents(balance_cents)))} now.`,
    ...undoOfBalance,
  },
  card: {
    call: ({ payment_method = '' }) => buildWalletChange({ payment_method }, `--card ${payment_method}`),
    message: ({ payment_method }) =>
      payment_method === 'none' ? 'There is no card on file now.' : `The card is ${payment_method} now.`,
    undo: ({ state }) => ({ action: 'card', values: { payment_method: state.wallet.get().paymentMethod } }),
    currentValue: ({ state }) => state.wallet.get().paymentMethod,
  },
  decline: {
    call: ({ decline_next = '' }) => buildWalletChange({ decline_next: parseFormNumber(decline_next) }, ''),
    message: ({ decline_next = '' }) => {
      const count = Number(decline_next)
      if (count === 0) return 'The next payment is not declined.'
      const payments = count === 1 ? 'payment is' : `${formatCount(count)} payments are`
      return `The next ${payments} declined. ${usesNoCardText}`
    },
    undo: ({ state }) => {
      const decline_next = String(state.wallet.get().declineNext)
      return { action: 'decline', values: { decline_next } }
    },
    currentValue: ({ state }) => String(state.wallet.get().declineNext),
  },
  reload: {
    call: (values) => {
      const threshold_cents = parseDollarsAsCents(values[thresholdField] ?? '')
      const amount_cents = parseDollarsAsCents(values[amountField] ?? '')
      const auto_reload = { threshold_cents, amount_cents }
      return buildWalletChange({ auto_reload }, `--auto-reload ${threshold_cents}:${amount_cents}`)
    },
    message: () => 'The wallet reloads by itself from now on.',
    ...undoOfAutoReload,
  },
  off: {
    call: () => buildWalletChange({ auto_reload: null }, '--auto-reload off'),
    message: () => 'The wallet no longer reloads by itself.',
    ...undoOfAutoReload,
  },
}
