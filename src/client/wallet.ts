import { OptionsError } from '../options-error.ts'
import type { LedgerEntryBody, LiveWalletBody } from '../simulator/bodies/wallet.ts'
import type { ControlCaller } from './http/control.ts'
import { describeValue, requireObject } from './http/object-input.ts'
import { fetchList, type ListFilter } from './lists.ts'

/** A change of the live wallet; a field that is left out keeps its value. */
export interface WalletChange {
  /** The new balance, in cents. */
  readonly balance_cents?: number
  /** The card: `valid`, `declined` at each payment, or `none`. */
  readonly payment_method?: LiveWalletBody['payment_method']
  /**
   * The auto-reload of the wallet, which `null` switches off. If a live purchase would leave less than
   * `threshold_cents`, the card first pays in `amount_cents`, at least 500 (choices 30).
   */
  readonly auto_reload?: null | { readonly threshold_cents: number; readonly amount_cents: number }
  /** How many of the next card payments are declined; 0 declines none. */
  readonly decline_next?: number
}

/** Controls the account's live wallet. */
export interface AccountWallet {
  /** Returns the balance in cents, the card and the auto-reload. */
  get(): Promise<LiveWalletBody>
  /** Changes the wallet and returns it after the change. Rejects with a DrydockError for an impossible value. */
  set(change: WalletChange): Promise<LiveWalletBody>
  /**
   * Makes the card decline its next `payments` payments; afterwards the card is as before. Rejects with an OptionsError
   * if `payments` is not a number.
   */
  declineNext(payments: number): Promise<LiveWalletBody>
  /** Pays money in by card: at least 500 cents. */
  fund(amountCents: number): Promise<LiveWalletBody>
  /** Returns the transactions of the live wallet, newest first; all of them without a limit. */
  ledger(filter?: ListFilter): Promise<readonly LedgerEntryBody[]>
}

/** Returns an object with the calls for the live wallet of the account at `accountPath`. Creating it sends nothing. */
export function buildAccountWallet(control: ControlCaller, accountPath: string): AccountWallet {
  const path = `${accountPath}/wallet`
  const set = async (change: WalletChange): Promise<LiveWalletBody> => {
    const body = requireObject(change, 'wallet.set', '{ balance_cents: 5_000 }')
    return control.fetchJson({ method: 'PATCH', path, body })
  }
  return {
    get: () => control.fetchJson({ method: 'GET', path }),
    set,
    declineNext: async (payments) => {
      if (typeof payments !== 'number')
        throw new OptionsError(
          `wallet.declineNext takes a number of payments such as 2, not ${describeValue(payments)}.`,
        )
      return set({ decline_next: payments })
    },
    fund: (amountCents) =>
      control.fetchJson({ method: 'POST', path: `${path}/fund`, body: { amount_cents: amountCents } }),
    ledger: async (filter = {}) =>
      (await fetchList<LedgerEntryBody>(control, { path: `${path}/ledger`, name: 'ledger', filter })).bodies,
  }
}
