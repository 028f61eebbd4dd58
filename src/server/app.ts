import { isAdmittedToService } from './http/host-guard.ts'
import { refuseForeign } from './http/refusal.ts'
import type { ServerContext } from './service/exchange.ts'
import { createV1 } from './service/v1.ts'
import type { AppOptions, OtherHandlers, ServeService } from './unversioned-app.ts'

/** The handlers of all requests. */
export interface App {
  readonly serve: ServeService
  /**
   * Loads the handlers of all requests except those of the service. Hono, its adaptor and Node's own Response take a
   * fifth of a start, and many runs only use the service.
   */
  readonly loadOthers: () => Promise<OtherHandlers>
}

/** Returns the handlers of all paths of the server. */
export function createApp(server: ServerContext, options: AppOptions): App {
  const service = createV1(server)
  const serve: ServeService = (http) =>
    isAdmittedToService(http.env.incoming, options) ? service.serve(http) : refuseForeign(server, http)
  return {
    serve,
    loadOthers: async () => {
      const { createOtherHandlers } = await import('./unversioned-app.ts')
      return createOtherHandlers(server, { options, serve })
    },
  }
}
