import { removeTrailingSlashes } from '../../trailing-slashes.ts'
import { DrydockError } from './drydock-error.ts'
import {
  defaultTimeoutMs,
  type HttpResponse,
  maxLargeResponseBytes,
  maxResponseBytes,
  openHttpResponse,
  readResponseBody,
  sendHttpRequest,
} from './exchange.ts'
import { describeRequestError } from './failure-reason.ts'
import { buildNoProtocolError, UnreachableError } from './unreachable-error.ts'

/** Calls the control protocol of one simulator. */
export interface ControlCaller {
  /** The simulator's address, without a slash at its end. */
  readonly url: string
  /**
   * Makes a call and returns its JSON response. Throws a DrydockError for an error response, and an UnreachableError
   * if there is no response or it is not a documented one.
   */
  fetchJson<Body>(call: ControlCall): Promise<Body>
  /** Makes a call and ignores the body of its response. Throws like `fetchJson`. */
  send(call: ControlCall): Promise<void>
  /** Makes a call whose response does not end, and yields its text piece by piece. Throws like `fetchJson`. */
  streamText(path: string, signal: AbortSignal | undefined): AsyncGenerator<string, void>
}

/** One call of the control protocol. */
interface ControlCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path below `/_drydock`, with a leading slash. */
  readonly path: string
  readonly body?: unknown
  /**
   * The account that a call concerns if its path contains no account. A load balancer in front of several simulators
   * needs it.
   */
  readonly account?: string | undefined
  /** `long` for a call that moves the clock, which waits for due work; `large` for a call that carries a snapshot. */
  readonly size?: 'long' | 'large'
}

/** The maximum time, response included, of calls that move the clock or carry a snapshot. */
const longTimeoutMs = 60 * 60 * 1_000
/** The maximum bytes of an error response to a stream request. */
const maxStreamErrorBytes = 1024 * 1024

/** Returns an object that calls the control protocol of the simulator at `url`; makes no call. */
export function createControlCaller(options: {
  readonly url: string
  readonly token?: string | undefined
  /** The maximum time of a call that is not long, in milliseconds; 30 s by default. */
  readonly limitMs?: number | undefined
  /** Receives the text of every successful response. */
  readonly onResponse?: ((text: string) => void) | undefined
}): ControlCaller {
  const url = removeTrailingSlashes(options.url)
  const sendCall = async (call: ControlCall): Promise<string> => {
    const { status, text } = await fetchControlResponse({ ...options, url, call })
    if (status < 200 || status > 299) throw buildResponseError(url, { status, text })
    const { describeResponseProblem } = await import('./response-check.ts')
    const problem = describeResponseProblem(call, text)
    if (problem !== undefined)
      throw buildNoProtocolError(url, `its response to ${call.method} ${call.path} ${problem}`)
    options.onResponse?.(text)
    return text
  }
  return {
    url,
    fetchJson: async <Body>(call: ControlCall): Promise<Body> => JSON.parse(await sendCall(call)),
    send: async (call) => {
      await sendCall(call)
    },
    streamText: (path, signal) => streamResponseText({ url, token: options.token, path, signal }),
  }
}

async function* streamResponseText(options: {
  readonly url: string
  readonly token: string | undefined
  readonly path: string
  readonly signal: AbortSignal | undefined
}): AsyncGenerator<string, void> {
  const { url, token, path, signal } = options
  try {
    const response = await openHttpResponse({
      url: `${url}/_drydock${path}`,
      method: 'GET',
      headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
      signal,
    })
    const { statusCode: status = 0 } = response
    if (status === 200) yield* response.setEncoding('utf8')
    else
      throw buildResponseError(url, {
        status,
        text: (await readResponseBody(response, maxStreamErrorBytes)).toString(),
      })
  } catch (error) {
    if (signal?.aborted === true) return
    throw error instanceof DrydockError
      ? error
      : new UnreachableError(url, describeRequestError(error), { cause: error })
  }
}

async function fetchControlResponse(options: {
  readonly url: string
  readonly token?: string | undefined
  readonly limitMs?: number | undefined
  readonly call: ControlCall
}): Promise<HttpResponse> {
  const { url, token, call } = options
  // Calls JSON.stringify outside of the try, because a body that JSON cannot represent is the caller's mistake.
  const body = call.body === undefined ? undefined : JSON.stringify(call.body)
  const limitMs = call.size === undefined ? (options.limitMs ?? defaultTimeoutMs) : longTimeoutMs
  const signal = AbortSignal.timeout(limitMs)
  try {
    return await sendHttpRequest({
      url: `${url}/_drydock${call.path}`,
      method: call.method,
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(call.account !== undefined && { 'Drydock-Account': encodeURIComponent(call.account) }),
      },
      body,
      signal,
      maxBytes: call.size === undefined ? maxResponseBytes : maxLargeResponseBytes,
    })
  } catch (error) {
    const reason = signal.aborted
      ? `it took longer than ${limitMs / 1000} seconds`
      : describeRequestError(error)
    throw new UnreachableError(url, reason, { cause: error })
  }
}

const noControlReason =
  'the server has no control protocol; perhaps it was started with drydock serve --no-control'

/** Returns the error to throw for an error response. A response without an error envelope is not from a simulator. */
function buildResponseError(
  url: string,
  { status, text }: { readonly status: number; readonly text: string },
): DrydockError | UnreachableError {
  const error = parseErrorObject(text)
  if (typeof error['code'] !== 'string' || typeof error['message'] !== 'string')
    return buildNoProtocolError(url, `status ${status}`)
  // A server of the service sends this code for an unknown path, so this server has no control protocol.
  if (error['code'] === 'REQUEST.ROUTE.NOT_FOUND') return new UnreachableError(url, noControlReason)
  return new DrydockError(status, { ...error })
}

/** Returns the error object of an error envelope in JSON; an empty object for any other text. */
function parseErrorObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(Object(JSON.parse(text)).error)
  } catch {
    return {}
  }
}
