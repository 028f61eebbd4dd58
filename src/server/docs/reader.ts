import seed from '../../../fixtures/seed.json' with { type: 'json' }
import { defaultAccountId, firstKeys } from '../../simulator/accounts/accounts.ts'
import { type Environment, environments } from '../../simulator/specification/model.ts'
import type { Session } from '../dashboard/session.ts'
import { findRequestOrigin } from '../http/request-origin.ts'
import { cookieOf } from '../pages/cookies.ts'
import type { HttpContext, ServerContext } from '../service/exchange.ts'
import { findLanguage, type SampleLanguage } from './samples/languages.ts'

/** The reader of the reference, whose values samples contain. */
export interface Reader {
  /** The simulator's URL as the reader reaches it. */
  readonly url: string
  readonly testKey: string
  readonly liveKey: string
  /** The account of the keys. */
  readonly account: string
  /** The accounts to choose from. */
  readonly accounts: readonly string[]
  /** Whether the control protocol needs no token. */
  readonly isOpen: boolean
  /** Whether dashboard and control protocol are available. */
  readonly isControlled: boolean
  /** The environments whose first key the reader may send requests with; null if the reader must sign in first. */
  readonly environments: readonly Environment[] | null
  /** The language of samples: the one chosen last. */
  readonly language: SampleLanguage
}

const accountCookie = 'drydock-reference-account'
const languageCookie = 'drydock-reference-language'

/**
 * Returns the reader who sent a request. With a control token, pages show nothing of any account before
 * the reader has signed in, only the well-known keys.
 */
export function createReader(server: ServerContext, http: HttpContext, session: Session): Reader {
  const isSignedIn = session.isSignedIn(http)
  const { simulator, isControlled } = server
  const accounts = isSignedIn ? simulator.accounts() : []
  const chosen = http.req.query('account') ?? cookieOf(http, accountCookie)
  const account = accounts.find(({ id }) => id === chosen) ?? simulator.defaultAccount
  const keys = isSignedIn ? firstKeys(account) : { test: null, live: null }
  return {
    url: findRequestOrigin(server, http),
    testKey: keys.test ?? findSeededKey('pr_test_'),
    liveKey: keys.live ?? findSeededKey('pr_live_'),
    account: isSignedIn ? account.id : defaultAccountId,
    accounts: accounts.map(({ id }) => id),
    isOpen: !session.isNeeded,
    isControlled,
    environments: isSignedIn ? environments.filter((each) => keys[each] !== null) : null,
    language: findLanguage(http.req.query('language') ?? cookieOf(http, languageCookie)),
  }
}

/** Returns the cookie headers that remember an account and a language chosen in the URL; none if none was chosen. */
export function createChoiceCookies(http: HttpContext, { account, language }: Reader): readonly string[] {
  const choices = [
    ['account', accountCookie, account],
    ['language', languageCookie, language.id],
  ] as const
  return choices.flatMap(([chosen, cookie, value]) =>
    http.req.query(chosen) === undefined
      ? []
      : ['Set-Cookie', `${cookie}=${value}; Path=/docs; HttpOnly; SameSite=Strict${keeps[chosen]}`],
  )
}

/**
 * The language is remembered for a year. The account is forgotten with the browser, because it ends with its
 * simulator.
 */
const keeps = { account: '', language: '; Max-Age=31536000' }

function findSeededKey(prefix: string): string {
  return seed.keys.find(({ value }) => value.startsWith(prefix))?.value ?? ''
}
