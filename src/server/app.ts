import type { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import { createBareApp } from './bare-app.ts'
import { controlBase } from './control-base.ts'
import { createDocs } from './docs.ts'
import type { Bindings, Surface } from './exchange.ts'
import { type HostGuardOptions, isAdmitted } from './host-guard.ts'
import { lazily } from './lazily.ts'
import { refuseForeign } from './refusal.ts'
import { createV1 } from './v1.ts'

export interface AppOptions extends HostGuardOptions {
  readonly controlToken: string | undefined
}

/**
 * All surfaces. The service is an app of its own, so that a request to it matches one handler, which Hono then calls
 * without putting a chain together for it.
 */
export function createApp(surface: Surface, options: AppOptions): Hono<Bindings>['fetch'] {
  const service = createV1(surface)
  const others = createOthers(surface, options)
  return (request, bindings) => (isService(getPath(request)) ? service : others).fetch(request, bindings)
}

/** All but the service, in the order in which a request meets it: the guard before everything. */
export function createOthers(surface: Surface, options: AppOptions): Hono<Bindings> {
  const app = createBareApp(surface)
  // The service needs a key and so is safe from other sites' pages; everything else is not.
  app.use('*', (http, next) =>
    isAdmitted(http.env.incoming, options) ? next() : Promise.resolve(refuseForeign(surface, http)),
  )
  if (surface.isControlled)
    app.use(
      `${controlBase}/*`,
      lazily(() => loadControl(surface, options.controlToken)),
    )
  app.route('/', createDocs(surface))
  return app
}

/** Most runs of the service need the control protocol late or never, and reading its bodies takes long to set up. */
async function loadControl(surface: Surface, token: string | undefined): Promise<Hono<Bindings>> {
  const { createControl } = await import('./control.ts')
  return createControl(surface, token)
}

function isService(path: string): boolean {
  return path === '/v1' || path.startsWith('/v1/')
}
