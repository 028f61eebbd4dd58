import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { HttpContext } from '../exchange.ts'
import { cookieOf } from '../pages/cookies.ts'

/** Who may use pages, and which forms are our own. Nothing of it outlives the process. */
export class Session {
  readonly #secret = randomBytes(32)
  readonly #token: string | undefined

  /** `token` is the control token; without one, everybody whom the guard admits may use pages. */
  constructor(token: string | undefined) {
    this.#token = token
  }

  get isNeeded(): boolean {
    return this.#token !== undefined
  }

  /** What goes into a form, and must come back with it. */
  formToken(form: string): string {
    return this.#sign(`form ${form}`)
  }

  isOwnForm(form: string, token: string | undefined): boolean {
    return isSame(token, this.formToken(form))
  }

  isSignedIn(http: HttpContext): boolean {
    return !this.isNeeded || isSame(cookieOf(http, cookieName(http)), this.#sign('session'))
  }

  /** The cookie for whoever knows the token; undefined for others. */
  signIn(http: HttpContext, token: string | undefined): string | undefined {
    if (this.#token === undefined || !isSame(token, this.#token)) return undefined
    return `${cookieName(http)}=${this.#sign('session')}; Path=/dashboard; HttpOnly; SameSite=Strict`
  }

  signOut(http: HttpContext): string {
    return `${cookieName(http)}=; Path=/dashboard; HttpOnly; SameSite=Strict; Max-Age=0`
  }

  #sign(what: string): string {
    return createHmac('sha256', this.#secret).update(what).digest('base64url')
  }
}

/** Cookies are shared by all ports of a host: each simulator has a name of its own. */
function cookieName(http: HttpContext): string {
  return `drydock-session-${http.env.incoming.socket.localPort}`
}

/** Takes the same time whether or not they differ early. */
function isSame(given: string | undefined, wanted: string): boolean {
  if (given === undefined) return false
  const digest = (text: string): Buffer => createHmac('sha256', 'equal').update(text).digest()
  return timingSafeEqual(digest(given), digest(wanted))
}
