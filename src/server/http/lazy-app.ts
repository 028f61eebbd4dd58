import type { Hono, MiddlewareHandler } from 'hono'
import type { Bindings } from '../service/exchange.ts'

/** Passes requests to an app that is created when the first request arrives. */
export function createLazyApp(make: () => Promise<Hono<Bindings>>): MiddlewareHandler<Bindings> {
  let made: Promise<Hono<Bindings>> | undefined
  return async (http) => {
    made ??= make().catch((error: unknown) => {
      // After a failure, the next request tries to create the app again.
      made = undefined
      throw error
    })
    return (await made).fetch(http.req.raw, http.env)
  }
}
