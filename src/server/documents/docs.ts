import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Handler, Hono } from 'hono'
import { createRequestId } from '../../simulator/accounts/context.ts'
import type { Session } from '../dashboard/session.ts'
import { createLazyApp } from '../http/lazy-app.ts'
import { createStandardHeaders } from '../http/prepared-response.ts'
import { findRequestOrigin } from '../http/request-origin.ts'
import { createMethodRefusalHandler, respond } from '../http/respond.ts'
import type { Bindings, HttpContext, ServerContext } from '../service/exchange.ts'

/**
 * Returns the app that serves the reference, to which `docs_url` in errors links, and the OpenAPI documents. If the
 * server has a control protocol, a signed-in reader can send requests from the pages of operations.
 */
export function createDocsApp(server: ServerContext, openSession: () => Promise<Session>): Hono<Bindings> {
  const app = new Hono<Bindings>()
  const reference = createLazyApp(() => loadReference(server, openSession))
  if (server.isControlled) app.post('/docs/operations/:name', reference)
  const pages: readonly (readonly [string, Handler<Bindings>])[] = [
    ['/openapi.json', (http) => sendOpenApiDocument(server, http, 'json')],
    ['/openapi.yaml', (http) => sendOpenApiDocument(server, http, 'yaml')],
    ['/arazzo.json', (http) => sendWorkflowDocument(server, http)],
    ['/docs/*', reference],
  ]
  for (const [path, sendDocumentPage] of pages) {
    app.get(path, sendDocumentPage)
    app.all(path, createMethodRefusalHandler(server))
  }
  return app
}

/**
 * Loads the reference on first use, because its documents and its Markdown parser take long to load. It loads them in
 * parts, so that other requests run in between.
 */
async function loadReference(
  server: ServerContext,
  openSession: () => Promise<Session>,
): Promise<Hono<Bindings>> {
  await import('../docs/model/document.ts')
  await nextTurn()
  await import('../docs/model/operations.ts')
  await nextTurn()
  await import('../docs/model/errors.ts')
  await nextTurn()
  const { createReference } = await import('../docs/reference.tsx')
  await nextTurn()
  return createReference(server, await openSession())
}

/** Sends the service's OpenAPI document, with the origin of the request as the service's URL. */
async function sendOpenApiDocument(
  server: ServerContext,
  http: HttpContext,
  form: 'json' | 'yaml',
): Promise<Response> {
  const { renderServiceDocument } = await import('./openapi.ts')
  const text = renderServiceDocument(form, findRequestOrigin(server, http))
  return sendDocumentText(server, http, [`application/${form}; charset=utf-8`, text])
}

async function sendWorkflowDocument(server: ServerContext, http: HttpContext): Promise<Response> {
  const { readWorkflowDocument } = await import('./openapi.ts')
  return sendDocumentText(server, http, ['application/json; charset=utf-8', readWorkflowDocument()])
}

function sendDocumentText(
  server: ServerContext,
  http: HttpContext,
  [type, body]: readonly [type: string, body: string],
): Response {
  const context = server.simulator.defaultAccount
  const headers = createStandardHeaders(context, createRequestId(context, 'other'), null)
  return respond(http, { status: 200, headers: [...headers, 'Content-Type', type], body, errorCode: null })
}
