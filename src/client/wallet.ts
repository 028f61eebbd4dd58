import type { LedgerEntryBody, WalletBody } from '../simulator/bodies/wallet.ts'
import type { Control } from './http/control.ts'
import { objectInput } from './http/object-input.ts'
import { askForList, type ListFilter } from './lists.ts'

export interface WalletChange {
  readonly balance_cents?: number
  readonly payment_method?: WalletBody['payment_method']
  /** `null` switches it off. */
  readonly auto_reload?: null | { readonly threshold_cents: number; readonly amount_cents: number }
}

/** Controls the account's live wallet. */
export interface AccountWallet {
  get(): Promise<WalletBody>
  set(change: WalletChange): Promise<WalletBody>
  /** Pays money in by card: at least 500 cents. */
  fund(amountCents: number): Promise<WalletBody>
  /** Returns the transactions of the live wallet, newest first; all of them without a limit. */
  ledger(filter?: ListFilter): Promise<readonly LedgerEntryBody[]>
}

/** Returns the live wallet of the account at path `account`; makes no call. */
export function openWallet(control: Control, account: string): AccountWallet {
  const path = `${account}/wallet`
  return {
    get: () => control.ask({ method: 'GET', path }),
    set: async (change) => {
      const body = objectInput(change, 'wallet.set', '{ balance_cents: 5_000 }')
      return control.ask({ method: 'PATCH', path, body })
    },
    fund: (amountCents) =>
      control.ask({ method: 'POST', path: `${path}/fund`, body: { amount_cents: amountCents } }),
    ledger: async (filter = {}) =>
      (await askForList<LedgerEntryBody>(control, { path: `${path}/ledger`, name: 'ledger', filter })).bodies,
  }
}
