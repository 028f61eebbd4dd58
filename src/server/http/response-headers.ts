import type { MiddlewareHandler } from 'hono'
import { createRequestId } from '../../simulator/accounts/context.ts'
import type { Bindings, HttpContext, ServerContext } from '../service/exchange.ts'
import { createStandardHeaders } from './prepared-response.ts'

/**
 * Adds the headers that every response has, such as the request id, to the responses of pages and their files. A refusal
 * has its own headers.
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

/** Returns the request id of a page. */
export function readPageRequestId(http: HttpContext): string {
  return String(http.env.outgoing.getHeader('X-Request-Id'))
}
