import { parse } from 'hono/utils/cookie'
import type { HttpContext } from '../service/exchange.ts'

/** Returns a request's cookie; undefined if it has none of the name. */
export function cookieOf(http: HttpContext, name: string): string | undefined {
  const { cookie } = http.env.incoming.headers
  return cookie === undefined ? undefined : parse(cookie, name)[name]
}
