import { Hono } from 'hono'
import packageFile from '../../../package.json' with { type: 'json' }
import { controlBase } from '../control-base.ts'
import { refuseMethod, respond } from '../http/respond.ts'
import type { Bindings, HttpContext, ServerContext } from '../service/exchange.ts'
import { sendRedirect } from './send-page.tsx'

const rootLinks = {
  name: 'drydock',
  version: packageFile.version,
  links: {
    service: '/v1',
    control: controlBase,
    dashboard: '/dashboard',
    docs: '/docs',
    openapi: '/openapi.json',
    arazzo: '/arazzo.json',
    control_openapi: `${controlBase}/openapi.json`,
    postman_collection: '/postman/collection.json',
    postman_environment: '/postman/environment.json',
  },
}

/** Serves `/`: redirects browsers to the dashboard, and lists the paths of the simulator for programs. */
export function createRootRoutes(server: ServerContext): Hono<Bindings> {
  const app = new Hono<Bindings>()
  app.get('/', (http) =>
    isPageRequest(http) ? sendRedirect(http, '/dashboard', { status: 302 }) : sendLinks(http),
  )
  app.all('/', refuseMethod(server))
  return app
}

function isPageRequest(http: HttpContext): boolean {
  return http.env.incoming.headers.accept?.toLowerCase().includes('text/html') ?? false
}

function sendLinks(http: HttpContext): Response {
  const headers = [
    'Content-Type',
    'application/json; charset=utf-8',
    'Cache-Control',
    'no-store',
    'Vary',
    'Accept',
  ]
  return respond(http, { status: 200, headers, body: JSON.stringify(rootLinks), errorCode: null })
}
