import { Hono } from 'hono'
import { nextRequestId } from '../simulator/accounts/context.ts'
import { ApiError } from '../simulator/specification/errors.ts'
import type { Bindings, HttpContext, ServerContext } from './exchange.ts'
import { standardHeaders } from './prepared-response.ts'
import { allowHeader, refuseRequest } from './refusal.ts'
import { requestOrigin } from './request-origin.ts'
import { send } from './send.ts'

/** Serves the Postman collection and its environment, with the origin of the request. */
export function createPostman(server: ServerContext): Hono<Bindings> {
  const app = new Hono<Bindings>()
  for (const part of ['collection', 'environment'] as const) {
    const path = `/postman/${part}.json`
    app.get(path, (http) => sendPart(server, http, part))
    app.all(path, (http) =>
      refuseRequest(server, http, new ApiError('REQUEST.METHOD.NOT_ALLOWED'), {
        headers: allowHeader(['GET']),
      }),
    )
  }
  return app
}

async function sendPart(
  server: ServerContext,
  http: HttpContext,
  part: 'collection' | 'environment',
): Promise<Response> {
  const { postmanPart } = await import('./openapi.ts')
  const context = server.simulator.defaultAccount
  const headers = standardHeaders(context, nextRequestId(context, 'other'), null)
  return send(http, {
    status: 200,
    headers: [...headers, 'Content-Type', 'application/json; charset=utf-8'],
    body: postmanPart(part, requestOrigin(server, http)),
    errorCode: null,
  })
}
