import seed from '../../../fixtures/seed.json' with { type: 'json' }
import { defaultAccountId, findFirstKeys } from '../../simulator/accounts/accounts.ts'
import { type Environment, environments } from '../../simulator/specification/model.ts'
import type { Session } from '../dashboard/session.ts'
import { findRequestOrigin } from '../http/request-origin.ts'
import { readCookie } from '../pages/cookies.ts'
import type { HttpContext, ServerContext } from '../service/exchange.ts'
import { findLanguage, type SampleLanguage } from './samples/languages.ts'

/** The person who reads the reference. Sample programs contain this reader's URL and keys. */
export interface Reader {
  /** The simulator's URL as the reader reaches it. */
  readonly url: string
  readonly testKey: string
  readonly liveKey: string
  /** The account whose keys the samples contain. */
  readonly account: string
  /** The ids of the accounts that the reader can choose. */
  readonly accounts: readonly string[]
  /** Whether calls of the control protocol need no token. */
  readonly isOpen: boolean
  /** Whether dashboard and control protocol are available. */
  readonly isControlled: boolean
  /** The environments in which the reader can send requests from pages; null if the reader must sign in first. */
  readonly environments: readonly Environment[] | null
  /** The language of sample programs that the reader chose last. */
  readonly language: SampleLanguage
}

const accountCookie = 'drydock-reference-account'
const languageCookie = 'drydock-reference-language'

/**
 * Returns the reader who sent a request. If the simulator has a control token, pages show only the fixed keys until the
 * reader has signed in.
 */
export function createReader(server: ServerContext, http: HttpContext, session: Session): Reader {
  const isSignedIn = session.isSignedIn(http)
  const { simulator, isControlled } = server
  const accounts = isSignedIn ? simulator.listAccounts() : []
  const chosen = http.req.query('account') ?? readCookie(http, accountCookie)
  const account = accounts.find(({ id }) => id === chosen) ?? simulator.defaultAccount
  const keys = isSignedIn ? findFirstKeys(account) : { test: null, live: null }
  return {
    url: findRequestOrigin(server, http),
    testKey: keys.test ?? findSeededKey('pr_test_'),
    liveKey: keys.live ?? findSeededKey('pr_live_'),
    account: isSignedIn ? account.id : defaultAccountId,
    accounts: accounts.map(({ id }) => id),
    isOpen: !session.isNeeded,
    isControlled,
    environments: isSignedIn ? environments.filter((each) => keys[each] !== null) : null,
    language: findLanguage(http.req.query('language') ?? readCookie(http, languageCookie)),
  }
}

/** Returns the cookie headers that make the browser remember the account and the language that the URL chooses. */
export function createChoiceCookies(http: HttpContext, { account, language }: Reader): readonly string[] {
  const choices = [
    ['account', accountCookie, account],
    ['language', languageCookie, language.id],
  ] as const
  return choices.flatMap(([chosen, cookie, value]) =>
    http.req.query(chosen) === undefined
      ? []
      : ['Set-Cookie', `${cookie}=${value}; Path=/docs; HttpOnly; SameSite=Strict${cookieLifetimes[chosen]}`],
  )
}

/**
 * The cookie of the language lasts a year. The cookie of the account ends with the browser session, because accounts end
 * with the simulator.
 */
const cookieLifetimes = { account: '', language: '; Max-Age=31536000' }

function findSeededKey(prefix: string): string {
  return seed.keys.find(({ value }) => value.startsWith(prefix))?.value ?? ''
}
