import type { Hono, MiddlewareHandler } from 'hono'
import type { Bindings } from './exchange.ts'

/** Passes requests on to an app that is made when the first of them comes. */
export function lazily(make: () => Promise<Hono<Bindings>>): MiddlewareHandler<Bindings> {
  let made: Promise<Hono<Bindings>> | undefined
  return async (http) => {
    made ??= make().catch((error: unknown) => {
      // The next request may have more luck.
      made = undefined
      throw error
    })
    return (await made).fetch(http.req.raw, http.env)
  }
}
