import type { Account } from '../support/account.ts'

/** A simulator, and an account in it that only this test uses. */
export interface World {
  readonly simulator: { readonly url: string }
  readonly account: Account
}
