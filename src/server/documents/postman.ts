import { Hono } from 'hono'
import { nextRequestId } from '../../simulator/accounts/context.ts'
import { ApiError } from '../../simulator/specification/errors.ts'
import { standardHeaders } from '../http/prepared-response.ts'
import { allowHeader, refuseRequest } from '../http/refusal.ts'
import { requestOrigin } from '../http/request-origin.ts'
import { send } from '../http/send.ts'
import type { Bindings, HttpContext, ServerContext } from '../service/exchange.ts'

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
