import type { MiddlewareHandler } from 'hono'
import { createRequestId } from '../../simulator/accounts/context.ts'
import type { Bindings, HttpContext, ServerContext } from '../service/exchange.ts'
import { createStandardHeaders } from './prepared-response.ts'

/**
 * Adds the headers that every response has, such as the request id, to pages and their files. An error response has
 * these headers already.
 */
export function addResponseHeaders({ simulator }: ServerContext): MiddlewareHandler<Bindings> {
  return (http, next) => {
    const context = simulator.defaultAccount
    const headers = createStandardHeaders(context, createRequestId(context, 'other'), null)
    for (const [at, name] of headers.entries())
      if (at % 2 === 0) http.env.outgoing.setHeader(name, headers[at + 1] ?? '')
    return next()
  }
}

/** Returns the request id of the request for a page. */
export function readPageRequestId(http: HttpContext): string {
  return String(http.env.outgoing.getHeader('X-Request-Id'))
}
