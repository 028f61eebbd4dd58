import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import { createRequestId } from '../simulator/accounts/context.ts'
import { ApiError } from '../simulator/specification/errors.ts'
import { controlBase } from './control-base.ts'
import type { Session } from './dashboard/session.ts'
import { dashboardBase } from './dashboard-base.ts'
import { createDocsApp } from './documents/docs.ts'
import { createPostmanApp } from './documents/postman.ts'
import { createBareApp } from './http/bare-app.ts'
import { findHostIfAllKnown, type HostGuardOptions, isAdmittedOutsideService } from './http/host-guard.ts'
import { createLazyApp } from './http/lazy-app.ts'
import { createStandardHeaders, toHeaderPairs } from './http/prepared-response.ts'
import { createUnroutedRefusal, refuseForeignRequest } from './http/refusal.ts'
import { respond } from './http/respond.ts'
import { createHeaderMiddleware } from './http/response-headers.ts'
import type { Bindings, ServerContext, ServiceHttp } from './service/exchange.ts'
import { isServicePath } from './service/service-paths.ts'
import { TokenGate } from './token-gate.ts'

export interface AppOptions extends HostGuardOptions {
  readonly controlToken: string | undefined
}

/** Responds to a request whose path belongs to the service. */
export type ServeService = (http: ServiceHttp) => void | Promise<void>

/** Responds to a request in the form of Node's HTTP server. */
export type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>

/** The handlers of requests that Hono routes. */
export interface OtherHandlers {
  /** Responds to all requests except `OPTIONS *` and requests to plain paths of the service. */
  readonly toAny: NodeListener
  /** Responds to `OPTIONS *`, a request about the server as a whole. */
  readonly toServer: NodeListener
}

/** Returns the handlers of all requests that need Hono and its adaptor. */
export function createOtherHandlers(
  server: ServerContext,
  { options, serve }: { readonly options: AppOptions; readonly serve: ServeService },
): OtherHandlers {
  const app = createUnversionedApp(server, options)
  const toAny = async (request: Request, bindings: HttpBindings): Promise<Response> => {
    const path = getPath(request)
    if (!isServicePath(path)) return app.fetch(request, bindings)
    await serve({ req: { method: request.method, path }, env: bindings })
    return RESPONSE_ALREADY_SENT
  }
  return {
    toAny: adaptToNode(server, toAny),
    toServer: adaptToNode(server, createOptionsApp(server, options).fetch),
  }
}

function adaptToNode(
  server: ServerContext,
  fetch: (request: Request, bindings: HttpBindings) => Response | Promise<Response>,
): NodeListener {
  // The adaptor calls this function if the request target is no valid URL, or if an unexpected error occurs before the
  // app handles the request.
  const errorHandler = (error: unknown): Response => {
    const refusal = error instanceof RequestError ? new ApiError('REQUEST.SYNTAX.INVALID') : error
    const { status, headers, body } = createUnroutedRefusal(server, refusal)
    return new Response(String(body), { status, headers: toHeaderPairs(headers) })
  }
  // The adaptor's type also allows bindings of HTTP/2, but the server handles only HTTP/1.1.
  return getRequestListener((request, bindings) => fetch(request, bindings as HttpBindings), {
    overrideGlobalObjects: false,
    errorHandler,
  })
}

/** The paths of pages and of the files that pages load. */
const pagePaths = ['/', `${dashboardBase}/*`, '/docs/*', '/assets/*', '/favicon.ico']

/** Returns the app for all paths outside the service. The host guard checks each request first. */
export function createUnversionedApp(server: ServerContext, options: AppOptions): Hono<Bindings> {
  const app = createGuardedApp(server, options)
  for (const path of pagePaths) app.use(path, createHeaderMiddleware(server))
  const { controlToken } = options
  const gate = controlToken === undefined ? undefined : new TokenGate(controlToken, server.pauses)
  let session: Promise<Session> | undefined
  const openSession = (): Promise<Session> => {
    session ??= loadSession(gate)
    return session
  }
  if (server.isControlled) {
    const dashboard = createLazyApp(() => loadDashboard(server, openSession))
    app.use(
      `${controlBase}/*`,
      createLazyApp(() => loadControl(server, gate)),
    )
    app.all(
      '/',
      createLazyApp(() => loadRoot(server)),
    )
    app.use(`${dashboardBase}/*`, dashboard)
    app.route('/', createPostmanApp(server))
  }
  const assets = createLazyApp(loadAssets)
  for (const path of ['/assets/*', '/favicon.ico']) app.use(path, assets)
  app.route('/', createDocsApp(server, openSession))
  return app
}

/** Returns the app that responds to `OPTIONS *` with an empty 204 (choices 2). */
function createOptionsApp(server: ServerContext, options: HostGuardOptions): Hono<Bindings> {
  const app = createGuardedApp(server, options)
  app.options('*', (http) => {
    const context = server.simulator.defaultAccount
    const headers = createStandardHeaders(context, createRequestId(context, 'other'), null)
    return respond(http, { status: 204, headers, body: null, errorCode: null })
  })
  return app
}

/** The documents that pages of any origin may read, such as an API editor. They contain no data of accounts. */
const openDocuments = [
  '/arazzo.json',
  '/openapi.json',
  '/openapi.yaml',
  '/postman/collection.json',
  `${controlBase}/openapi.json`,
]

/**
 * Returns an app with the host guard, for paths outside the service. The guard refuses requests to an unknown host, and
 * requests of pages of other sites, except for `openDocuments`.
 */
function createGuardedApp(server: ServerContext, options: HostGuardOptions): Hono<Bindings> {
  const app = createBareApp(server)
  app.use('*', (http, next) => {
    const { incoming, outgoing } = http.env
    const { path, method } = http.req
    const isOpen = openDocuments.includes(path) && (method === 'GET' || method === 'HEAD')
    if (isOpen) outgoing.setHeader('Access-Control-Allow-Origin', '*')
    const isAllowed = isOpen
      ? findHostIfAllKnown(incoming, options) !== undefined
      : isAdmittedOutsideService(incoming, options)
    if (isAllowed) return next()
    refuseForeignRequest(server, http)
    return Promise.resolve(RESPONSE_ALREADY_SENT)
  })
  return app
}

/** Loads the control protocol on first use, because it takes long to load and many runs never need it. */
async function loadControl(server: ServerContext, gate: TokenGate | undefined): Promise<Hono<Bindings>> {
  const { createControlApp } = await import('./control.ts')
  return createControlApp(server, gate)
}

/** Loads the dashboard on first use, because many simulators are never opened in a browser. */
async function loadDashboard(
  server: ServerContext,
  openSession: () => Promise<Session>,
): Promise<Hono<Bindings>> {
  const { createDashboardApp } = await import('./dashboard/dashboard.ts')
  // Loading has blocked the event loop, so other requests run before the dashboard is created.
  await nextTurn()
  return createDashboardApp(server, await openSession())
}

/** Creates the Session object that the dashboard and the reference share. */
async function loadSession(gate: TokenGate | undefined): Promise<Session> {
  const { Session } = await import('./dashboard/session.ts')
  return new Session(gate)
}

async function loadRoot(server: ServerContext): Promise<Hono<Bindings>> {
  const { createRootRoutes } = await import('./pages/root.ts')
  return createRootRoutes(server)
}

async function loadAssets(): Promise<Hono<Bindings>> {
  const { createAssetRoutes } = await import('./pages/asset-routes.ts')
  return createAssetRoutes()
}
