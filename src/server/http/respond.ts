import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { ApiError } from '../../simulator/specification/errors.ts'
import type { HttpContext, ServerContext } from '../service/exchange.ts'
import type { PreparedResponse } from './prepared-response.ts'
import { createAllowHeader, type RefusalFacts, refuseRequest } from './refusal.ts'
import { sendPreparedResponse } from './send.ts'

/** Sends a response in a route of Hono. Returns the value that tells Hono so. */
export function respond(http: HttpContext, response: PreparedResponse): Response {
  sendPreparedResponse(http, response)
  return RESPONSE_ALREADY_SENT
}

/** Responds to a request with an error, in a route of Hono. */
export async function sendRefusal(
  server: ServerContext,
  http: HttpContext,
  error: unknown,
  known: RefusalFacts = {},
): Promise<Response> {
  await refuseRequest(server, http, error, known)
  return RESPONSE_ALREADY_SENT
}

/** Returns a handler that refuses a method other than GET with 405, for a path that has only GET. */
export function createMethodRefusalHandler(server: ServerContext): (http: HttpContext) => Promise<Response> {
  const error = new ApiError('REQUEST.METHOD.NOT_ALLOWED')
  return (http) => sendRefusal(server, http, error, { headers: createAllowHeader(['GET']) })
}
