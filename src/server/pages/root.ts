import { Hono } from 'hono'
import packageFile from '../../../package.json' with { type: 'json' }
import { controlBase } from '../control-base.ts'
import { createMethodRefusalHandler, respond } from '../http/respond.ts'
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

/** Returns the app for `/`. It redirects browsers to the dashboard, and sends other clients the simulator's paths. */
export function createRootRoutes(server: ServerContext): Hono<Bindings> {
  const app = new Hono<Bindings>()
  app.get('/', (http) =>
    isPageRequest(http) ? sendRedirect(http, '/dashboard', { status: 302 }) : sendRootLinks(http),
  )
  app.all('/', createMethodRefusalHandler(server))
  return app
}

function isPageRequest(http: HttpContext): boolean {
  return http.env.incoming.headers.accept?.toLowerCase().includes('text/html') ?? false
}

function sendRootLinks(http: HttpContext): Response {
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
