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
import { createDocs } from './documents/docs.ts'
import { createPostman } from './documents/postman.ts'
import { createBareApp } from './http/bare-app.ts'
import { findOnlyKnownHost, type HostGuardOptions, isAdmitted } from './http/host-guard.ts'
import { createLazyApp } from './http/lazy-app.ts'
import { createStandardHeaders, toHeaderPairs } from './http/prepared-response.ts'
import { createUnroutedRefusal, refuseForeign } from './http/refusal.ts'
import { respond } from './http/respond.ts'
import { addResponseHeaders } from './http/response-headers.ts'
import type { Bindings, ServerContext, ServiceHttp } from './service/exchange.ts'
import { isServicePath } from './service/service-paths.ts'
import { TokenGate } from './token-gate.ts'

export interface AppOptions extends HostGuardOptions {
  readonly controlToken: string | undefined
}

/** Responds to a request to the service. */
export type ServeService = (http: ServiceHttp) => void | Promise<void>

/** Responds to a request of Node. */
export type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>

/** The handlers of requests that Hono routes. */
export interface OtherHandlers {
  /** Responds to any request to a path. */
  readonly toAny: NodeListener
  /** Responds to a request to the server as a whole. */
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
  // The adaptor calls this function for a request target that is no path, or an unexpected error before the app's
  // handler.
  const errorHandler = (error: unknown): Response => {
    const refusal = error instanceof RequestError ? new ApiError('REQUEST.SYNTAX.INVALID') : error
    const { status, headers, body } = createUnroutedRefusal(server, refusal)
    return new Response(String(body), { status, headers: toHeaderPairs(headers) })
  }
  // By its type, the adaptor could pass bindings of HTTP/2, but Node's server only passes requests of HTTP/1.1.
  return getRequestListener((request, bindings) => fetch(request, bindings as HttpBindings), {
    overrideGlobalObjects: false,
    errorHandler,
  })
}

/** The paths of pages and of their files. */
const pagePaths = ['/', `${dashboardBase}/*`, '/docs/*', '/assets/*', '/favicon.ico']

/** Returns the app for all paths outside the service. The host guard checks each request first. */
export function createUnversionedApp(server: ServerContext, options: AppOptions): Hono<Bindings> {
  const app = createGuardedApp(server, options)
  for (const path of pagePaths) app.use(path, addResponseHeaders(server))
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
    app.route('/', createPostman(server))
  }
  const assets = createLazyApp(loadAssets)
  for (const path of ['/assets/*', '/favicon.ico']) app.use(path, assets)
  app.route('/', createDocs(server, openSession))
  return app
}

/** Responds to `OPTIONS *`, which concerns the server as a whole, with an empty 204 (choices 2). */
function createOptionsApp(server: ServerContext, options: HostGuardOptions): Hono<Bindings> {
  const app = createGuardedApp(server, options)
  app.options('*', (http) => {
    const context = server.simulator.defaultAccount
    const headers = createStandardHeaders(context, createRequestId(context, 'other'), null)
    return respond(http, { status: 204, headers, body: null, errorCode: null })
  })
  return app
}

/**
 * The documents that a page of any origin may read, such as an editor in another tab. The documents contain no account
 * data.
 */
const openDocuments = [
  '/arazzo.json',
  '/openapi.json',
  '/openapi.yaml',
  '/postman/collection.json',
  `${controlBase}/openapi.json`,
]

/**
 * Returns an app with the host guard, for paths outside the service. The guard refuses requests to an unknown host, and
 * requests of foreign pages for anything but `openDocuments`.
 */
function createGuardedApp(server: ServerContext, options: HostGuardOptions): Hono<Bindings> {
  const app = createBareApp(server)
  app.use('*', (http, next) => {
    const { incoming, outgoing } = http.env
    const { path, method } = http.req
    const isOpen = openDocuments.includes(path) && (method === 'GET' || method === 'HEAD')
    if (isOpen) outgoing.setHeader('Access-Control-Allow-Origin', '*')
    const isAllowed = isOpen
      ? findOnlyKnownHost(incoming, options) !== undefined
      : isAdmitted(incoming, options)
    if (isAllowed) return next()
    refuseForeign(server, http)
    return Promise.resolve(RESPONSE_ALREADY_SENT)
  })
  return app
}

/** Loads the control protocol on first use: loading takes long, and many runs need it late or never. */
async function loadControl(server: ServerContext, gate: TokenGate | undefined): Promise<Hono<Bindings>> {
  const { createControl } = await import('./control.ts')
  return createControl(server, gate)
}

/** Loads the dashboard and its pages on first use: a simulator without visitors needs none. */
async function loadDashboard(
  server: ServerContext,
  openSession: () => Promise<Session>,
): Promise<Hono<Bindings>> {
  const { createDashboard } = await import('./dashboard/dashboard.ts')
  // Waits a turn of the event loop, so that other requests run before the first page.
  await nextTurn()
  return createDashboard(server, await openSession())
}

/** Loads the session, which dashboard and reference share. */
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
