import { badPort, failureCode, failureReason } from '../http/failure-reason.ts'
import { NoResponseError, ServiceError } from './service-error.ts'

/**
 * The part of the global `fetch` that the client uses, so that any implementation of it can be given. The client passes
 * `method`, `headers`, `body`, `redirect` and `signal`; of the response it reads `status`, `arrayBuffer` and `headers`,
 * these with `get`.
 */
export type Fetch = (
  url: string,
  init: {
    readonly method: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string
    readonly redirect: 'manual'
    readonly signal: AbortSignal
  },
) => Promise<{
  readonly status: number
  readonly headers: { get(name: string): string | null }
  arrayBuffer(): Promise<ArrayBuffer>
}>

/** A request of the client. */
export interface Sending {
  readonly baseUrl: string
  readonly key: string
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly fetch: Fetch
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/** A response with a success status. */
export interface Received {
  readonly status: number
  readonly header: (name: string) => string | null
  readonly bytes: Uint8Array
}

/**
 * Sends one request, once, and follows no redirect: the second request could buy a second label. Rejects with a ServiceError for
 * a status outside 200 to 299, a NoResponseError if no response can be read, and with the reason of an aborted `signal`.
 */
export async function send(sending: Sending): Promise<Received> {
  const { method, path } = sending
  const request = `${method} ${path}`
  const limit = AbortSignal.timeout(sending.timeoutMs)
  // JSON.stringify throws outside of the try, because an invalid body is the caller's mistake.
  const init = initOf(sending, limit)
  try {
    const response = await sending.fetch(sending.baseUrl + path, init)
    const { status, headers } = response
    const bytes = new Uint8Array(await response.arrayBuffer())
    const header = (name: string) => headers.get(name)
    if (status >= 200 && status <= 299) return { status, header, bytes }
    throw new ServiceError({ request, status, text: new TextDecoder().decode(bytes), header })
  } catch (error) {
    if (error instanceof ServiceError) throw error
    if (sending.signal?.aborted === true) throw sending.signal.reason
    const reason = limit.aborted
      ? `it took longer than ${sending.timeoutMs / 1000} seconds`
      : failureReason(error)
    const mayBeCarriedOut = !certainlyUnsent.some((code) => code === failureCode(error))
    throw new NoResponseError(request, reason, { cause: error, mayBeCarriedOut })
  }
}

/** Returns the JSON of a response. Throws a NoResponseError for any other body. */
export function jsonOf<Body>(request: string, { bytes, status }: Received): Body {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (error) {
    const reason = `its body, with status ${status}, is not JSON`
    throw new NoResponseError(request, reason, { cause: error, mayBeCarriedOut: true })
  }
}

function initOf({ method, key, body, signal }: Sending, limit: AbortSignal): Parameters<Fetch>[1] {
  return {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      Accept: 'application/json',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    redirect: 'manual',
    signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
  }
}

/** The errors of a connection that was never made. */
const certainlyUnsent = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', badPort]
