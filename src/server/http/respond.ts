import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { ApiError } from '../../simulator/specification/errors.ts'
import type { HttpContext, ServerContext } from '../service/exchange.ts'
import type { PreparedResponse } from './prepared-response.ts'
import { createAllowHeader, type Known, refuseRequest } from './refusal.ts'
import { send } from './send.ts'

/** Sends a response from a route that Hono handles. */
export function respond(http: HttpContext, response: PreparedResponse): Response {
  send(http, response)
  return RESPONSE_ALREADY_SENT
}

/** Refuses a request from a route that Hono handles. */
export async function refuse(
  server: ServerContext,
  http: HttpContext,
  error: unknown,
  known: Known = {},
): Promise<Response> {
  await refuseRequest(server, http, error, known)
  return RESPONSE_ALREADY_SENT
}

/** Returns a handler that refuses every method of a path that has only GET. */
export function refuseMethod(server: ServerContext): (http: HttpContext) => Promise<Response> {
  const error = new ApiError('REQUEST.METHOD.NOT_ALLOWED')
  return (http) => refuse(server, http, error, { headers: createAllowHeader(['GET']) })
}
