import { createHmac, randomBytes } from 'node:crypto'
import { systemTime } from '../../simulator/time/clock.ts'
import { dashboardBase } from '../dashboard-base.ts'
import { isSameText } from '../http/same-text.ts'
import { readCookie } from '../pages/cookies.ts'
import type { HttpContext } from '../service/exchange.ts'
import type { TokenGate } from '../token-gate.ts'

/** The lifetime of a session (real time). */
const sessionMs = 12 * 60 * 60 * 1_000
/** How long streams outlive their session. An open page would log an error if its stream ended immediately. */
const signOutDelayMs = 1_000
/** The maximum number of sessions. A further sign-in ends the oldest session, so that memory stays bounded. */
const maxSessions = 1_000

export const signInFormName = 'sign-in'

interface OpenSession {
  readonly endsAtMs: number
  readonly timer: NodeJS.Timeout
  /** The functions to call when the session ends. */
  readonly endListeners: Set<() => void>
}

/** Checks who may use the dashboard, and whether a form comes from one of its pages. Sessions end with the process. */
export class Session {
  readonly #secret = randomBytes(32)
  readonly #gate: TokenGate | undefined
  /** Sessions by id, oldest first. */
  readonly #open = new Map<string, OpenSession>()

  /** `gate` checks the control token. Without a gate, readers need not sign in. */
  constructor(gate: TokenGate | undefined) {
    this.#gate = gate
  }

  /** Whether readers must sign in. */
  get isNeeded(): boolean {
    return this.#gate !== undefined
  }

  /** Returns the token for a form, valid only with the same session. */
  createFormToken(http: HttpContext, form: string): string {
    // The token of the sign-in form does not depend on a session, because none exists yet.
    const id = this.isNeeded && form !== signInFormName ? readCookie(http, buildCookieName(http)) : undefined
    return createHmac('sha256', this.#secret)
      .update(`form ${form} ${id ?? ''}`)
      .digest('base64url')
  }

  /** Whether a submitted form has the token that this server gave to it. */
  isOwnForm(http: HttpContext, form: string, token: string | undefined): boolean {
    return token !== undefined && isSameText(token, this.createFormToken(http, form))
  }

  isSignedIn(http: HttpContext): boolean {
    return !this.isNeeded || this.#findSession(http) !== undefined
  }

  /**
   * Returns the functions that are called when the session of a request ends. Callers add to this set. Returns undefined
   * if the request has no session.
   */
  findEndListeners(http: HttpContext): Set<() => void> | undefined {
    return this.#findSession(http)?.endListeners
  }

  /**
   * Opens a session if the token is right, and returns its cookies. Returns `wrong` for a wrong token, after a delay,
   * and `busy` if too many sign-ins of the same address wait.
   */
  async signIn(http: HttpContext, token: string | undefined) {
    if (this.#gate === undefined || token === undefined) return 'wrong' as const
    const verdict = await this.#gate.checkSignIn(http.env.incoming.socket.remoteAddress ?? '', token)
    return verdict === 'right' ? { cookies: createSessionCookies(http, this.#openSession()) } : verdict
  }

  /** Ends the session of a request. Returns the cookies that make the browser drop the session's cookies. */
  signOut(http: HttpContext): readonly string[] {
    this.#endSession(readCookie(http, buildCookieName(http)))
    return createSessionCookies(http, '', '; Max-Age=0')
  }

  #openSession(): string {
    const id = randomBytes(32).toString('base64url')
    const timer = setTimeout(() => this.#endSession(id), sessionMs).unref()
    this.#open.set(id, { endsAtMs: systemTime.now() + sessionMs, timer, endListeners: new Set() })
    const [oldest] = this.#open.keys()
    if (this.#open.size > maxSessions) this.#endSession(oldest)
    return id
  }

  #endSession(id: string | undefined): void {
    const session = this.#open.get(id ?? '')
    this.#open.delete(id ?? '')
    clearTimeout(session?.timer)
    if (session === undefined) return
    setTimeout(() => {
      for (const end of session.endListeners) end()
    }, signOutDelayMs).unref()
  }

  #findSession(http: HttpContext): OpenSession | undefined {
    const id = readCookie(http, buildCookieName(http))
    const session = this.#open.get(id ?? '')
    if (session === undefined || systemTime.now() < session.endsAtMs) return session
    // If the machine was asleep, the timer that ends the session is late.
    this.#endSession(id)
    return undefined
  }
}

/** Returns the name of the session cookie. It has the port, because browsers share cookies between ports of a host. */
function buildCookieName(http: HttpContext): string {
  return `drydock-session-${http.env.incoming.socket.localPort}`
}

/** Returns a session cookie for the dashboard and one for the reference. A cookie for `/` would reach the service. */
function createSessionCookies(http: HttpContext, value: string, ending = ''): readonly string[] {
  return [dashboardBase, '/docs'].map(
    (path) => `${buildCookieName(http)}=${value}; Path=${path}; HttpOnly; SameSite=Strict${ending}`,
  )
}
