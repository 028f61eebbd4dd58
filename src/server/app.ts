import { Hono } from 'hono'
import { ApiError } from '../simulator/errors.ts'
import { createControl } from './control.ts'
import { createDocs } from './docs.ts'
import type { Bindings, Surface } from './exchange.ts'
import { type HostGuardOptions, isAdmitted } from './host-guard.ts'
import { refuseRequest } from './refusal.ts'
import { createV1 } from './v1.ts'

export interface AppOptions extends HostGuardOptions {
  readonly control: boolean
  readonly controlToken: string | undefined
}

/** All surfaces and the order in which a request meets them. */
export function createApp(surface: Surface, options: AppOptions): Hono<Bindings> {
  const app = new Hono<Bindings>()
  // /v1 needs a key and so is safe from other sites' pages; everything else is not.
  app.route('/', createV1(surface))
  app.use('*', (http, next) =>
    isService(http.req.path) || isAdmitted(http.env.incoming, options)
      ? next()
      : Promise.resolve(refuseRequest(surface, http, new ApiError('CONTROL.ORIGIN.REFUSED'))),
  )
  if (options.control) app.route('/', createControl(surface, options.controlToken))
  app.route('/', createDocs(surface))
  app.notFound((http) => refuseRequest(surface, http, new ApiError('REQUEST.ROUTE.NOT_FOUND')))
  app.onError((_, http) => refuseRequest(surface, http, new ApiError('REQUEST.INTERNAL.ERROR')))
  return app
}

function isService(path: string): boolean {
  return path === '/v1' || path.startsWith('/v1/')
}
