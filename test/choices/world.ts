import type { Account } from '../support/account.ts'

/** What a test is given: the service, and an account there that no other test sees. */
export interface World {
  readonly simulator: { readonly url: string }
  readonly account: Account
}
