import { isAdmittedToService } from './http/host-guard.ts'
import { refuseForeignRequest } from './http/refusal.ts'
import type { ServerContext } from './service/exchange.ts'
import { createServiceRoutes } from './service/v1.ts'
import type { AppOptions, OtherHandlers, ServeService } from './unversioned-app.ts'

/** The handlers for requests to the service and for all other requests. */
export interface App {
  readonly serve: ServeService
  /**
   * Loads the handlers of all requests outside the service on first use: loading Hono, its adaptor and Node's Response
   * takes a fifth of the time of a start, and many runs use only the service.
   */
  readonly loadOthers: () => Promise<OtherHandlers>
}

/** Returns the handlers of all paths of the server. */
export function createApp(server: ServerContext, options: AppOptions): App {
  const service = createServiceRoutes(server)
  const serve: ServeService = (http) =>
    isAdmittedToService(http.env.incoming, options) ? service.serve(http) : refuseForeignRequest(server, http)
  return {
    serve,
    loadOthers: async () => {
      const { createOtherHandlers } = await import('./unversioned-app.ts')
      return createOtherHandlers(server, { options, serve })
    },
  }
}
