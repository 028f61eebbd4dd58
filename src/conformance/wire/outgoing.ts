import type { SentRequest } from './answer.ts'
import type { WireRequest } from './sockets.ts'

/** A request as rules write it. */
export interface ClientRequest {
  readonly method: string
  /** Below the base URL, or a whole URL; the key goes to the target's origin alone. */
  readonly path: string
  /** Sent as a bearer; undefined sends no Authorization header. */
  readonly key?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Text and bytes go as they are, anything else as JSON. */
  readonly body?: unknown
  /** A 429 is what the rule is about: it is given as it comes, and the documented limit may be exceeded. */
  readonly takes429?: boolean | undefined
  /** It leaves once at most, also where a GET without an answer would be asked again. */
  readonly once?: boolean | undefined
  /** Whoever sends it has asked the target to lose it: that it does tells nothing of the target. */
  readonly mayBeLost?: boolean | undefined
  /** Puts something right that the run has done: goes out even when the run has been stopped. */
  readonly cleansUp?: boolean | undefined
}

/** A request ready to go: what is told of it, and what goes on the wire. */
export interface Outgoing {
  readonly sent: SentRequest
  readonly wire: WireRequest
}

interface Address {
  readonly url: string
  readonly origin: string
  /** Below the base URL, without a query. */
  readonly path: string
  /** As it goes on the wire. */
  readonly wirePath: string
}

/** Paths that a URL made of them would hold as they are: no parsing needed. */
const plainPath = /^(?:\/[\w~-][\w.~-]*)+\/?$/

/** Makes requests to a target out of what rules write. */
export function openAddressing(baseUrl: string, version: string): (request: ClientRequest) => Outgoing {
  const base = new URL(baseUrl)
  const basePath = base.pathname.replace(/\/+$/, '')
  const usual = { 'User-Agent': `drydock-conformance/${version}`, 'Accept-Encoding': 'identity' }

  const addressOf = (path: string): Address => {
    const url = /^https?:\/\//.test(path) ? path : `${baseUrl}${path}`
    if (plainPath.test(path)) return { url, origin: base.origin, path, wirePath: `${basePath}${path}` }
    const { origin, pathname, search } = new URL(url)
    return { url, origin, path: pathname.slice(basePath.length), wirePath: `${pathname}${search}` }
  }

  return (request) => {
    const { url, origin, path, wirePath } = addressOf(request.path)
    const { method } = request
    const body = readBody(request.body)
    const key = origin === base.origin ? request.key : undefined
    const headers = {
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...request.headers,
    }
    return {
      sent: { method, url, path, headers, body, key },
      wire: { origin, path: wirePath, method, headers: { ...usual, ...headers }, body: body ?? null },
    }
  }
}

function readBody(body: unknown): string | Buffer | undefined {
  if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) return body
  return JSON.stringify(body)
}
