import type { MiddlewareHandler } from 'hono'
import { createRequestId } from '../../simulator/accounts/context.ts'
import type { Bindings, HttpContext, ServerContext } from '../service/exchange.ts'
import { createStandardHeaders } from './prepared-response.ts'

/**
 * Adds the headers of every response, such as the request id, to responses with pages and their files. Error responses
 * have these headers already.
 */
export function createHeaderMiddleware({ simulator }: ServerContext): MiddlewareHandler<Bindings> {
  return (http, next) => {
    const context = simulator.defaultAccount
    const headers = createStandardHeaders(context, createRequestId(context, 'other'), null)
    for (const [at, name] of headers.entries())
      if (at % 2 === 0) http.env.outgoing.setHeader(name, headers[at + 1] ?? '')
    return next()
  }
}

/** Returns the request id of a request for a page. */
export function readPageRequestId(http: HttpContext): string {
  return String(http.env.outgoing.getHeader('X-Request-Id'))
}
