import type { Account } from '../support/account.ts'

/** The resources of a test: the service, and an account there that no other test sees. */
export interface World {
  readonly simulator: { readonly url: string }
  readonly account: Account
}
