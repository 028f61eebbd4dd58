import { Hono } from 'hono'
import { createRequestId } from '../../simulator/accounts/context.ts'
import { createStandardHeaders } from '../http/prepared-response.ts'
import { findRequestOrigin } from '../http/request-origin.ts'
import { createMethodRefusalHandler, respond } from '../http/respond.ts'
import type { Bindings, HttpContext, ServerContext } from '../service/exchange.ts'

/** Returns the app that serves the Postman files, with the origin of the request as the simulator's URL. */
export function createPostmanApp(server: ServerContext): Hono<Bindings> {
  const app = new Hono<Bindings>()
  for (const part of ['collection', 'environment'] as const) {
    const path = `/postman/${part}.json`
    app.get(path, (http) => sendPostmanPart(server, http, part))
    app.all(path, createMethodRefusalHandler(server))
  }
  return app
}

async function sendPostmanPart(
  server: ServerContext,
  http: HttpContext,
  part: 'collection' | 'environment',
): Promise<Response> {
  const { renderPostmanPart } = await import('./openapi.ts')
  const context = server.simulator.defaultAccount
  const headers = createStandardHeaders(context, createRequestId(context, 'other'), null)
  return respond(http, {
    status: 200,
    headers: [...headers, 'Content-Type', 'application/json; charset=utf-8'],
    body: renderPostmanPart(part, findRequestOrigin(server, http)),
    errorCode: null,
  })
}
