import { createHmac, randomBytes } from 'node:crypto'
import { systemTime } from '../../simulator/time/clock.ts'
import { dashboardBase } from '../dashboard-base.ts'
import { isSameText } from '../http/same-text.ts'
import { readCookie } from '../pages/cookies.ts'
import type { HttpContext } from '../service/exchange.ts'
import type { TokenGate } from '../token-gate.ts'

/** The lifetime of a session (real time). */
const sessionMs = 12 * 60 * 60 * 1_000
/** The time between the end of a session and of its streams. A stream that ends before its page logs an error. */
const signOutDelayMs = 1_000
/** The number of sessions after which a sign-in ends the oldest one, so that memory stays bounded. */
const maxSessions = 1_000

export const signInFormName = 'sign-in'

/** An active session. */
interface OpenSession {
  readonly endsAtMs: number
  readonly timer: NodeJS.Timeout
  /** The functions to call when the session ends. */
  readonly endListeners: Set<() => void>
}

/** Checks who may use the dashboard, and that submitted forms are its own. Sessions end with the process. */
export class Session {
  readonly #secret = randomBytes(32)
  readonly #gate: TokenGate | undefined
  /** Sessions by id, oldest first. */
  readonly #open = new Map<string, OpenSession>()

  /** `gate` checks the control token. Without a gate, nobody needs to sign in. */
  constructor(gate: TokenGate | undefined) {
    this.#gate = gate
  }

  /** Whether readers must sign in. */
  get isNeeded(): boolean {
    return this.#gate !== undefined
  }

  /** Returns the token for a form, valid only with the same session. */
  formToken(http: HttpContext, form: string): string {
    // The sign-in form exists before the session.
    const id = this.isNeeded && form !== signInFormName ? readCookie(http, cookieName(http)) : undefined
    return createHmac('sha256', this.#secret)
      .update(`form ${form} ${id ?? ''}`)
      .digest('base64url')
  }

  /** Whether a submitted form has the token that this server gave to it. */
  isOwnForm(http: HttpContext, form: string, token: string | undefined): boolean {
    return token !== undefined && isSameText(token, this.formToken(http, form))
  }

  isSignedIn(http: HttpContext): boolean {
    return !this.isNeeded || this.#findSession(http) !== undefined
  }

  /** Returns the functions that are called when a request's session ends; more can be added. Undefined without a session. */
  endListeners(http: HttpContext): Set<() => void> | undefined {
    return this.#findSession(http)?.endListeners
  }

  /** Returns the cookies for a correct token, `wrong` after a delay, or `busy` if too many sign-ins of the client wait. */
  async signIn(http: HttpContext, token: string | undefined) {
    if (this.#gate === undefined || token === undefined) return 'wrong' as const
    const verdict = await this.#gate.checkSignIn(http.env.incoming.socket.remoteAddress ?? '', token)
    return verdict === 'right' ? { cookies: createSessionCookies(http, this.#openSession()) } : verdict
  }

  /** Ends the session of a request and returns the cookies that remove its own. */
  signOut(http: HttpContext): readonly string[] {
    this.#endSession(readCookie(http, cookieName(http)))
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
    const id = readCookie(http, cookieName(http))
    const session = this.#open.get(id ?? '')
    if (session === undefined || systemTime.now() < session.endsAtMs) return session
    // If the machine slept, the timer is late.
    this.#endSession(id)
    return undefined
  }
}

/** Returns the name of the session's cookie. It has the port, because all ports of a host share cookies. */
function cookieName(http: HttpContext): string {
  return `drydock-session-${http.env.incoming.socket.localPort}`
}

/** Returns a cookie for each folder with forms. A cookie for all paths would also be sent to the service. */
function createSessionCookies(http: HttpContext, value: string, ending = ''): readonly string[] {
  return [dashboardBase, '/docs'].map(
    (path) => `${cookieName(http)}=${value}; Path=${path}; HttpOnly; SameSite=Strict${ending}`,
  )
}
