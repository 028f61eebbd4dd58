import { createHmac, randomBytes } from 'node:crypto'
import { systemTime } from '../../simulator/time/clock.ts'
import { dashboardBase } from '../dashboard-base.ts'
import { isSameText } from '../http/same-text.ts'
import { readCookie } from '../pages/cookies.ts'
import type { HttpContext } from '../service/exchange.ts'
import type { TokenGate } from '../token-gate.ts'

/** The lifetime of a session (real time). */
const sessionMs = 12 * 60 * 60 * 1_000
/**
 * The browser leaves the page that signs out within this time. If its stream ended earlier, the console would
 * show an error.
 */
const leavingMs = 1_000
/** Memory stays bounded: one more sign-in ends the oldest session. */
const maxSessions = 1_000

export const signInForm = 'sign-in'

/** An active session. */
interface OpenSession {
  readonly endsAtMs: number
  readonly timer: NodeJS.Timeout
  /** Called when the session ends. */
  readonly endings: Set<() => void>
}

/** Checks who may use pages, and which forms are ours. Its state ends with the process. */
export class Session {
  readonly #secret = randomBytes(32)
  readonly #gate: TokenGate | undefined
  /** Sessions by id, oldest first. */
  readonly #open = new Map<string, OpenSession>()

  /** `gate` checks the control token. Without it, everyone who passes the host guard may use pages. */
  constructor(gate: TokenGate | undefined) {
    this.#gate = gate
  }

  get isNeeded(): boolean {
    return this.#gate !== undefined
  }

  /** Returns the token for a form, valid only with the same session. */
  formToken(http: HttpContext, form: string): string {
    // The sign-in form is made before the session.
    const id = this.isNeeded && form !== signInForm ? readCookie(http, cookieName(http)) : undefined
    return createHmac('sha256', this.#secret)
      .update(`form ${form} ${id ?? ''}`)
      .digest('base64url')
  }

  isOwnForm(http: HttpContext, form: string, token: string | undefined): boolean {
    return token !== undefined && isSameText(token, this.formToken(http, form))
  }

  isSignedIn(http: HttpContext): boolean {
    return !this.isNeeded || this.#sessionOf(http) !== undefined
  }

  /** Calls back when a request's session ends; returns undefined if it has none. */
  endings(http: HttpContext): Set<() => void> | undefined {
    return this.#sessionOf(http)?.endings
  }

  /**
   * Returns the cookies for a correct token; `wrong`, after a delay, for any other, and `busy` if too many
   * sign-ins of the client's address wait.
   */
  async signIn(
    http: HttpContext,
    token: string | undefined,
  ): Promise<{ readonly cookies: readonly string[] } | 'wrong' | 'busy'> {
    if (this.#gate === undefined || token === undefined) return 'wrong'
    const verdict = await this.#gate.signIn(http.env.incoming.socket.remoteAddress ?? '', token)
    return verdict === 'right' ? { cookies: cookiesWith(http, this.#begin()) } : verdict
  }

  /** Ends the session of a request and returns the cookies that remove its own. */
  signOut(http: HttpContext): readonly string[] {
    this.#end(readCookie(http, cookieName(http)))
    return cookiesWith(http, '', '; Max-Age=0')
  }

  #begin(): string {
    const id = randomBytes(32).toString('base64url')
    const timer = setTimeout(() => this.#end(id), sessionMs).unref()
    this.#open.set(id, { endsAtMs: systemTime.now() + sessionMs, timer, endings: new Set() })
    const [oldest] = this.#open.keys()
    if (this.#open.size > maxSessions) this.#end(oldest)
    return id
  }

  #end(id: string | undefined): void {
    const session = this.#open.get(id ?? '')
    this.#open.delete(id ?? '')
    clearTimeout(session?.timer)
    if (session === undefined) return
    setTimeout(() => {
      for (const end of session.endings) end()
    }, leavingMs).unref()
  }

  #sessionOf(http: HttpContext): OpenSession | undefined {
    const id = readCookie(http, cookieName(http))
    const session = this.#open.get(id ?? '')
    if (session === undefined || systemTime.now() < session.endsAtMs) return session
    // After a sleep of the machine, the timer is late.
    this.#end(id)
    return undefined
  }
}

/** All ports of a host share cookies, so each simulator has its own cookie name. */
function cookieName(http: HttpContext): string {
  return `drydock-session-${http.env.incoming.socket.localPort}`
}

/** One cookie for each folder with forms, as a cookie for all paths would also be sent to the service. */
function cookiesWith(http: HttpContext, value: string, ending = ''): readonly string[] {
  return [dashboardBase, '/docs'].map(
    (path) => `${cookieName(http)}=${value}; Path=${path}; HttpOnly; SameSite=Strict${ending}`,
  )
}
