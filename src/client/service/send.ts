import { badPort, describeRequestError, getRequestErrorCode } from '../http/failure-reason.ts'
import { NoResponseError, ServiceError } from './service-error.ts'

/**
 * The part of the global `fetch` that the client uses, so that a caller can pass another implementation. The client passes
 * `method`, `headers`, `body`, `redirect` and `signal`. It reads `status`, `arrayBuffer` and `headers` of the response,
 * the headers with `get`.
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

/** A request to the service, with the key, the time limit and the `fetch` to send it with. */
export interface ServiceRequest {
  readonly baseUrl: string
  readonly key: string
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly fetch: Fetch
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/** A response of the service with a success status. */
export interface ServiceResponse {
  readonly status: number
  readonly header: (name: string) => string | null
  readonly bytes: Uint8Array
}

/**
 * Sends a request to the service once and follows no redirect, because a second request could buy a second label. Rejects
 * with a ServiceError for a status outside 200 to 299, a NoResponseError if no response can be read, and with the reason
 * of an aborted `signal`.
 */
export async function sendServiceRequest(request: ServiceRequest): Promise<ServiceResponse> {
  const { method, path } = request
  const endpoint = `${method} ${path}`
  const limit = AbortSignal.timeout(request.timeoutMs)
  // Calls JSON.stringify outside of the try, because a body that JSON cannot represent is the caller's mistake.
  const init = buildFetchInit(request, limit)
  try {
    const response = await request.fetch(request.baseUrl + path, init)
    const { status, headers } = response
    const bytes = new Uint8Array(await response.arrayBuffer())
    await waitForFreeConnection()
    const getHeader = (name: string) => headers.get(name)
    if (status >= 200 && status <= 299) return { status, header: getHeader, bytes }
    throw new ServiceError({
      request: endpoint,
      status,
      text: new TextDecoder().decode(bytes),
      header: getHeader,
    })
  } catch (error) {
    if (error instanceof ServiceError) throw error
    if (request.signal?.aborted === true) throw request.signal.reason
    const reason = limit.aborted
      ? `it took longer than ${request.timeoutMs / 1000} seconds`
      : describeRequestError(error)
    const wasSent = !unsentErrorCodes.some((code) => code === getRequestErrorCode(error))
    const mayBeCarriedOut = wasSent && mayChangeData(endpoint)
    throw new NoResponseError(endpoint, reason, { cause: error, mayBeCarriedOut })
  }
}

/**
 * Waits for one turn of the event loop. Before that, Node's fetch does not reuse the connection of the last response,
 * but opens a second connection for the next request.
 */
function waitForFreeConnection(): Promise<void> {
  // Uses MessageChannel, because fake timers of a test framework may replace setImmediate, but never MessageChannel.
  if (typeof MessageChannel === 'undefined') return Promise.resolve()
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port2.addEventListener('message', () => {
      port2.close()
      resolve()
    })
    port2.start()
    port1.postMessage(null)
  })
}

/** Returns the JSON body of a response. Throws a NoResponseError for any other body. */
export function parseJsonBody<Body>(request: string, { bytes, status }: ServiceResponse): Body {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (error) {
    const reason = `its body, with status ${status}, is not JSON`
    throw new NoResponseError(request, reason, { cause: error, mayBeCarriedOut: mayChangeData(request) })
  }
}

/** Whether the request with this method and path can change something at the service. */
const mayChangeData = (endpoint: string): boolean => !endpoint.startsWith('GET ')

function buildFetchInit(
  { method, key, body, signal }: ServiceRequest,
  limit: AbortSignal,
): Parameters<Fetch>[1] {
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

/** The error codes of a connection that was never made, so that no request was sent. */
const unsentErrorCodes = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', badPort]
