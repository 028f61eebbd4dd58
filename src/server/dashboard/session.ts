import { createHmac, randomBytes } from 'node:crypto'
import { systemTime } from '../../simulator/time/clock.ts'
import type { HttpContext } from '../exchange.ts'
import { cookieOf } from '../pages/cookies.ts'
import { isSameText } from '../same-text.ts'
import type { TokenGate } from '../token-gate.ts'

/** A session ends by itself after this much real time. */
const sessionMs = 12 * 60 * 60 * 1_000
/** The page that signs out is left by then: a stream that ends under it would be an error on its console. */
const leavingMs = 1_000
/** One more ends the oldest: whoever signs in knows the token, but memory stays bounded. */
const maxSessions = 1_000

export const signInForm = 'sign-in'

/** A session that has not ended. */
interface OpenSession {
  readonly endsAtMs: number
  readonly timer: NodeJS.Timeout
  /** Called when the session ends. */
  readonly endings: Set<() => void>
}

/** Who may use pages, and which forms are our own. Nothing of it outlives the process. */
export class Session {
  readonly #secret = randomBytes(32)
  readonly #gate: TokenGate | undefined
  /** By id, oldest first. */
  readonly #open = new Map<string, OpenSession>()

  /** `gate` knows the control token; without one, everybody whom the guard admits may use pages. */
  constructor(gate: TokenGate | undefined) {
    this.#gate = gate
  }

  get isNeeded(): boolean {
    return this.#gate !== undefined
  }

  /** What goes into a form, and must come back with it and the same session. */
  formToken(http: HttpContext, form: string): string {
    // The sign-in form is from before the session.
    const id = this.isNeeded && form !== signInForm ? cookieOf(http, cookieName(http)) : undefined
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

  /** What to call when the session of a request ends; undefined if it has none. */
  endings(http: HttpContext): Set<() => void> | undefined {
    return this.#sessionOf(http)?.endings
  }

  /**
   * The cookie for whoever knows the token; `wrong` after a while for others, and `busy` if too many sign-ins of the
   * client's address wait.
   */
  async signIn(
    http: HttpContext,
    token: string | undefined,
  ): Promise<{ readonly cookie: string } | 'wrong' | 'busy'> {
    if (this.#gate === undefined || token === undefined) return 'wrong'
    const verdict = await this.#gate.signIn(http.env.incoming.socket.remoteAddress ?? '', token)
    return verdict === 'right' ? { cookie: cookieWith(http, this.#begin()) } : verdict
  }

  /** Ends the session that a request has; gives the cookie that removes its own. */
  signOut(http: HttpContext): string {
    this.#end(cookieOf(http, cookieName(http)))
    return `${cookieWith(http, '')}; Max-Age=0`
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
    const id = cookieOf(http, cookieName(http))
    const session = this.#open.get(id ?? '')
    if (session === undefined || systemTime.now() < session.endsAtMs) return session
    // A machine that slept has the timer late.
    this.#end(id)
    return undefined
  }
}

/** Cookies are shared by all ports of a host: each simulator has a name of its own. */
function cookieName(http: HttpContext): string {
  return `drydock-session-${http.env.incoming.socket.localPort}`
}

function cookieWith(http: HttpContext, value: string): string {
  return `${cookieName(http)}=${value}; Path=/dashboard; HttpOnly; SameSite=Strict`
}
