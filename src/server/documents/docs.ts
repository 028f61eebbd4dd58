import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Handler, Hono } from 'hono'
import { createRequestId } from '../../simulator/accounts/context.ts'
import type { Session } from '../dashboard/session.ts'
import { createLazyApp } from '../http/lazy-app.ts'
import { createStandardHeaders } from '../http/prepared-response.ts'
import { findRequestOrigin } from '../http/request-origin.ts'
import { refuseMethod, respond } from '../http/respond.ts'
import type { Bindings, HttpContext, ServerContext } from '../service/exchange.ts'

/**
 * Serves the reference, to which docs_url links, and the OpenAPI documents. A signed-in reader may send
 * requests from the pages of operations, unless the server has no control protocol.
 */
export function createDocs(server: ServerContext, openSession: () => Promise<Session>): Hono<Bindings> {
  const app = new Hono<Bindings>()
  const reference = createLazyApp(() => loadReference(server, openSession))
  if (server.isControlled) app.post('/docs/operations/:name', reference)
  const pages: readonly (readonly [string, Handler<Bindings>])[] = [
    ['/openapi.json', (http) => sendDocument(server, http, 'json')],
    ['/openapi.yaml', (http) => sendDocument(server, http, 'yaml')],
    ['/arazzo.json', (http) => sendWorkflowDocument(server, http)],
    ['/docs/*', reference],
  ]
  for (const [path, sendDocumentPage] of pages) {
    app.get(path, sendDocumentPage)
    app.all(path, refuseMethod(server))
  }
  return app
}

/**
 * Loads the reference on first use, because it reads the documents and includes a Markdown parser. Other requests run
 * between the parts of this work and before the first page.
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

/** Returns an OpenAPI document with the origin of this request as the service's URL. */
async function sendDocument(
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
