import { removeTrailingSlashes } from '../../../trailing-slashes.ts'
import type { SentRequest } from '../answer.ts'
import type { WireRequest } from './sockets.ts'

/** A request as a rule describes it. */
export interface ClientRequest {
  readonly method: string
  /** A path below the base URL, or a whole URL. The key is sent only to the origin (host and port) of the target. */
  readonly path: string
  /** The key for the header `Authorization`; undefined sends no such header. */
  readonly key?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The body. Text and bytes are sent unchanged, any other value is sent as JSON. */
  readonly body?: unknown
  /** True if the rule tests 429 responses: the client returns a 429 at once, and the request may exceed the documented limit. */
  readonly takes429?: boolean | undefined
  /** True if the request must not be sent a second time, not even a GET that got no response. */
  readonly once?: boolean | undefined
  /** True if the rule made the target drop the response, so that a lost response is no sign of trouble. */
  readonly mayBeLost?: boolean | undefined
  /** True if the request undoes a change that the run made at the target. It is sent even after the run was stopped. */
  readonly cleansUp?: boolean | undefined
}

/** A request in two forms: as reports show it, and as the socket sends it. */
export interface Outgoing {
  readonly sent: SentRequest
  readonly wire: WireRequest
}

interface Address {
  readonly url: string
  readonly origin: string
  /** The path below the base URL, without query. */
  readonly path: string
  /** The percent-encoded path with its query. */
  readonly wirePath: string
}

/** Matches paths that a URL parser leaves unchanged, so that they need no parsing, which takes long. */
const plainPath = /^(?:\/[\w~-][\w.~-]*)+\/?$/

/** Creates a function that encodes a rule's request for the target, and adds the headers in `added`. */
export function createRequestEncoder(
  baseUrl: string,
  version: string,
  added: Readonly<Record<string, string>> = {},
): (request: ClientRequest) => Outgoing {
  const base = new URL(baseUrl)
  const basePath = removeTrailingSlashes(base.pathname)
  const usual = { 'User-Agent': `drydock-conformance/${version}`, 'Accept-Encoding': 'identity' }

  const addedNames = Object.keys(added)
  const addressOf = (path: string): Address => {
    const url = /^https?:\/\//.test(path) ? path : `${baseUrl}${path}`
    if (plainPath.test(path)) return { url, origin: base.origin, path, wirePath: `${basePath}${path}` }
    const { origin, pathname, search } = new URL(url)
    return { url, origin, path: pathname.slice(basePath.length), wirePath: `${pathname}${search}` }
  }

  return (request) => {
    const { url, origin, path, wirePath } = addressOf(request.path)
    const { method } = request
    const body = encodeBody(request.body)
    const isHome = origin === base.origin
    const key = isHome ? request.key : undefined
    const headers = {
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...request.headers,
    }
    return {
      sent: { method, url, path, headers, ...(isHome && { added: addedNames }), body, key },
      wire: {
        origin,
        path: wirePath,
        method,
        headers: { ...usual, ...(isHome && added), ...headers },
        body: body ?? null,
      },
    }
  }
}

function encodeBody(body: unknown): string | Buffer | undefined {
  if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) return body
  return JSON.stringify(body)
}
