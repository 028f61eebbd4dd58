import type { MiddlewareHandler } from 'hono'
import { nextRequestId } from '../simulator/accounts/context.ts'
import { standardHeaders } from './answer.ts'
import type { Bindings, HttpContext, ServerContext } from './exchange.ts'

/**
 * Gives pages and their files the headers of every response, before they are made: what makes them knows of no request
 * ids. A refusal sends its own instead.
 */
export function identified({ simulator }: ServerContext): MiddlewareHandler<Bindings> {
  return (http, next) => {
    const context = simulator.defaultAccount
    const headers = standardHeaders(context, nextRequestId(context, 'other'), null)
    for (const [at, name] of headers.entries())
      if (at % 2 === 0) http.env.outgoing.setHeader(name, headers[at + 1] ?? '')
    return next()
  }
}

/** The request id of a page. */
export function pageRequestId(http: HttpContext): string {
  return String(http.env.outgoing.getHeader('X-Request-Id'))
}
