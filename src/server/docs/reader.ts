import seed from '../../../fixtures/seed.json' with { type: 'json' }
import { defaultAccountId, firstKeys } from '../../simulator/accounts/accounts.ts'
import type { HttpContext, ServerContext } from '../exchange.ts'
import { cookieOf } from '../pages/cookies.ts'
import { urlAskedAt } from '../url-asked-at.ts'

/** Who reads the reference: what is to be filled in for them. */
export interface Reader {
  /** The address at which they reach the simulator. */
  readonly url: string
  readonly testKey: string
  readonly liveKey: string
  /** Whose keys they are. */
  readonly account: string
  /** The accounts that they may choose among. */
  readonly accounts: readonly string[]
  /** Whether no token guards the control protocol. */
  readonly isOpen: boolean
  /** Whether there is a dashboard and a control protocol to lead to. */
  readonly isControlled: boolean
}

const accountCookie = 'drydock-reference-account'

/**
 * The reader who sent a request. With a control token (`isOpen` is false), nothing of any account is told: the keys are
 * those that everybody knows.
 */
export function readerOf(server: ServerContext, http: HttpContext, isOpen: boolean): Reader {
  const { simulator, isControlled } = server
  const accounts = isOpen ? simulator.accounts() : []
  const chosen = http.req.query('account') ?? cookieOf(http, accountCookie)
  const account = accounts.find(({ id }) => id === chosen) ?? simulator.defaultAccount
  const { test, live } = isOpen ? firstKeys(account) : { test: null, live: null }
  return {
    url: urlAskedAt(server, http),
    testKey: test ?? seededKey('pr_test_'),
    liveKey: live ?? seededKey('pr_live_'),
    account: isOpen ? account.id : defaultAccountId,
    accounts: accounts.map(({ id }) => id),
    isOpen,
    isControlled,
  }
}

/** The header that keeps an account which was chosen by the address; none where none was. */
export function keptAccount(http: HttpContext, { account }: Reader): readonly string[] {
  if (http.req.query('account') === undefined) return []
  return ['Set-Cookie', `${accountCookie}=${account}; Path=/docs; HttpOnly; SameSite=Strict`]
}

function seededKey(prefix: string): string {
  return seed.keys.find(({ value }) => value.startsWith(prefix))?.value ?? ''
}
