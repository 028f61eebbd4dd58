import { Reviews } from '../../src/review/reviews.ts'
import { createControlApp } from '../../src/server/control.ts'
import { createDashboardApp } from '../../src/server/dashboard/dashboard.ts'
import { Session } from '../../src/server/dashboard/session.ts'
import { Capacity } from '../../src/server/http/capacity.ts'
import { ForeignRequests } from '../../src/server/http/foreign-requests.ts'
import { createAssetRoutes } from '../../src/server/pages/asset-routes.ts'
import { createRootRoutes } from '../../src/server/pages/root.ts'
import { Pauses } from '../../src/server/pause.ts'
import type { ServerContext } from '../../src/server/service/exchange.ts'
import { createServiceRoutes } from '../../src/server/service/v1.ts'
import { createUnversionedApp } from '../../src/server/unversioned-app.ts'
import { ReceivedEvents } from '../../src/server/webhooks/received-events.ts'
import { Simulator } from '../../src/simulator/simulator.ts'

/** A route of the server, such as `POST` and `/v1/labels/:id`. */
export interface ListedRoute {
  readonly method: string
  readonly path: string
}

/**
 * Lists each route outside the service once. The routes come from the routers themselves, so that no new route is left
 * out.
 */
export function listRoutesOutsideService(controlToken?: string): readonly ListedRoute[] {
  const server = createUnstartedServer()
  const guard = { ...hostGuard, controlToken }
  return listRoutes(
    createUnversionedApp(server, guard),
    createControlApp(server, undefined),
    createRootRoutes(server),
    createAssetRoutes(),
    createDashboardApp(server, new Session(undefined)),
  )
}

/** Lists each route of the service once. */
export function listServiceRoutes(): readonly ListedRoute[] {
  return listRoutes(createServiceRoutes(createUnstartedServer()))
}

function listRoutes(...apps: readonly { readonly routes: readonly ListedRoute[] }[]): readonly ListedRoute[] {
  const routes = apps
    .flatMap((app) => app.routes)
    .map(({ method, path }) => ({ method: method === 'ALL' ? 'POST' : method, path }))
  return [...new Map(routes.map((route) => [`${route.method} ${route.path}`, route])).values()]
}

const hostGuard = { host: '127.0.0.1', publicUrl: undefined, allowedHosts: [] }

/** A server that is never started and only lists its routes. */
function createUnstartedServer(): ServerContext {
  return {
    simulator: new Simulator({ baseUrl: () => '', send: () => Promise.resolve(null), seed: 'any' }),
    onExchange: undefined,
    reportDefect: () => undefined,
    conceal: (text) => text,
    pauses: new Pauses(),
    capacity: new Capacity(() => undefined),
    isControlled: true,
    hostGuard,
    foreign: new ForeignRequests(),
    received: new ReceivedEvents(),
    reviews: new Reviews(() => undefined),
    getLocalUrl: () => 'http://127.0.0.1:4010',
    varied: undefined,
    endings: new Set(),
  }
}
