import type { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import { nextRequestId } from '../simulator/accounts/context.ts'
import { standardHeaders } from './answer.ts'
import { createBareApp } from './bare-app.ts'
import { controlBase } from './control-base.ts'
import { createDocs } from './docs.ts'
import type { Bindings, ServerContext } from './exchange.ts'
import { type HostGuardOptions, isAdmitted } from './host-guard.ts'
import { lazily } from './lazily.ts'
import { refuseForeign } from './refusal.ts'
import { send } from './send.ts'
import { createV1 } from './v1.ts'

export interface AppOptions extends HostGuardOptions {
  readonly controlToken: string | undefined
}

/**
 * All routes. The service is an app of its own, so that a request to it matches one handler, which Hono then calls
 * without putting a chain together for it.
 */
export function createApp(server: ServerContext, options: AppOptions): Hono<Bindings>['fetch'] {
  const service = createV1(server)
  const others = createUnversionedApp(server, options)
  return (request, bindings) => (isService(getPath(request)) ? service : others).fetch(request, bindings)
}

/** All but the service, in the order in which a request meets it: the guard before everything. */
export function createUnversionedApp(server: ServerContext, options: AppOptions): Hono<Bindings> {
  const app = createGuarded(server, options)
  if (server.isControlled)
    app.use(
      `${controlBase}/*`,
      lazily(() => loadControl(server, options.controlToken)),
    )
  app.route('/', createDocs(server))
  return app
}

/** What asks of no path but of the server as a whole: that it answers is all there is to say (choices 2). */
export function createOptionsApp(server: ServerContext, options: HostGuardOptions): Hono<Bindings>['fetch'] {
  const app = createGuarded(server, options)
  app.options('*', (http) => {
    const context = server.simulator.defaultAccount
    const headers = standardHeaders(context, nextRequestId(context, 'other'), null)
    return send(http, { status: 204, headers, body: null, errorCode: null })
  })
  return app.fetch
}

/** The service needs a key and so is safe from other sites' pages; everything else is not. */
function createGuarded(server: ServerContext, options: HostGuardOptions): Hono<Bindings> {
  const app = createBareApp(server)
  app.use('*', (http, next) =>
    isAdmitted(http.env.incoming, options) ? next() : Promise.resolve(refuseForeign(server, http)),
  )
  return app
}

/** Most runs of the service need the control protocol late or never, and reading its bodies takes long to set up. */
async function loadControl(server: ServerContext, token: string | undefined): Promise<Hono<Bindings>> {
  const { createControl } = await import('./control.ts')
  return createControl(server, token)
}

function isService(path: string): boolean {
  return path === '/v1' || path.startsWith('/v1/')
}
