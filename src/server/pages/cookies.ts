import { parse } from 'hono/utils/cookie'
import type { HttpContext } from '../service/exchange.ts'

/** Returns the value of a cookie of a request; undefined if the request has no cookie of this name. */
export function readCookie(http: HttpContext, name: string): string | undefined {
  const { cookie } = http.env.incoming.headers
  return cookie === undefined ? undefined : parse(cookie, name)[name]
}
