import type { Hono, MiddlewareHandler } from 'hono'
import type { Bindings } from '../service/exchange.ts'

/** Passes requests to an app that is created for the first of them. */
export function createLazyApp(make: () => Promise<Hono<Bindings>>): MiddlewareHandler<Bindings> {
  let made: Promise<Hono<Bindings>> | undefined
  return async (http) => {
    made ??= make().catch((error: unknown) => {
      // After a failure, the next request tries again.
      made = undefined
      throw error
    })
    return (await made).fetch(http.req.raw, http.env)
  }
}
