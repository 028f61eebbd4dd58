import type { Hono, MiddlewareHandler } from 'hono'
import type { Bindings } from '../service/exchange.ts'

/** Passes requests to an app that is created when the first request arrives. */
export function createLazyApp(createApp: () => Promise<Hono<Bindings>>): MiddlewareHandler<Bindings> {
  let app: Promise<Hono<Bindings>> | undefined
  return async (http) => {
    app ??= createApp().catch((error: unknown) => {
      // After a failure, the next request tries to create the app again.
      app = undefined
      throw error
    })
    return (await app).fetch(http.req.raw, http.env)
  }
}
