import { withoutTrailingSlashes } from '../../trailing-slashes.ts'
import { DrydockError } from './drydock-error.ts'
import {
  type ExchangeResponse,
  exchange,
  maxLargeResponseBytes,
  maxResponseBytes,
  openExchange,
  readResponse,
  timeoutMs,
} from './exchange.ts'
import { failureReason } from './failure-reason.ts'
import { protocolMissingError, UnreachableError } from './unreachable-error.ts'

/** Calls the control protocol of one simulator. */
export interface Control {
  /** The simulator's address, without a slash at its end. */
  readonly url: string
  /**
   * Makes a call and returns its response. Throws DrydockError for an error response, UnreachableError if
   * there is no response or the response is not a documented one.
   */
  ask<Body>(call: ControlCall): Promise<Body>
  /** Makes a call without reading its response. Throws like `ask`. */
  tell(call: ControlCall): Promise<void>
  /** Makes a call with an endless response, and yields it piece by piece. Throws like `ask`. */
  follow(path: string, signal: AbortSignal | undefined): AsyncGenerator<string, void>
}

interface ControlCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path below `/_drydock`, with a leading slash. */
  readonly path: string
  readonly body?: unknown
  /** The account that a call is about whose path does not name it, for a balancer in front of several simulators. */
  readonly account?: string | undefined
  /**
   * Advancing the clock takes as long as all work due on the way. Its response, and a snapshot, may be large.
   */
  readonly size?: 'long' | 'large'
}

/** The maximum time, response included, of calls that move the clock or carry a snapshot. */
const longTimeoutMs = 60 * 60 * 1_000
/** The maximum bytes of an error response to a stream request. */
const maxRefusalBytes = 1024 * 1024

/** Returns the control protocol of the simulator at `url`; makes no call. */
export function openControl(options: {
  readonly url: string
  readonly token?: string | undefined
  /** The maximum time of a call that is not long, in milliseconds; 30 s by default. */
  readonly limitMs?: number | undefined
  /** Receives the text of every successful response. */
  readonly onResponse?: ((text: string) => void) | undefined
}): Control {
  const url = withoutTrailingSlashes(options.url)
  const send = async (call: ControlCall): Promise<string> => {
    const { status, text } = await request({ ...options, url, call })
    if (status < 200 || status > 299) throw refusalError(url, { status, text })
    const { responseProblem } = await import('./response-check.ts')
    const problem = responseProblem(call, text)
    if (problem !== undefined)
      throw protocolMissingError(url, `its response to ${call.method} ${call.path} ${problem}`)
    options.onResponse?.(text)
    return text
  }
  return {
    url,
    ask: async <Body>(call: ControlCall): Promise<Body> => JSON.parse(await send(call)),
    tell: async (call) => {
      await send(call)
    },
    follow: (path, signal) => follow({ url, token: options.token, path, signal }),
  }
}

async function* follow(options: {
  readonly url: string
  readonly token: string | undefined
  readonly path: string
  readonly signal: AbortSignal | undefined
}): AsyncGenerator<string, void> {
  const { url, token, path, signal } = options
  try {
    const response = await openExchange({
      url: `${url}/_drydock${path}`,
      method: 'GET',
      headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
      signal,
    })
    const { statusCode: status = 0 } = response
    if (status === 200) yield* response.setEncoding('utf8')
    else throw refusalError(url, { status, text: (await readResponse(response, maxRefusalBytes)).toString() })
  } catch (error) {
    if (signal?.aborted === true) return
    throw error instanceof DrydockError
      ? error
      : new UnreachableError(url, failureReason(error), { cause: error })
  }
}

async function request(options: {
  readonly url: string
  readonly token?: string | undefined
  readonly limitMs?: number | undefined
  readonly call: ControlCall
}): Promise<ExchangeResponse> {
  const { url, token, call } = options
  // JSON.stringify throws outside of the try, because an invalid body is the caller's mistake.
  const body = call.body === undefined ? undefined : JSON.stringify(call.body)
  const limitMs = call.size === undefined ? (options.limitMs ?? timeoutMs) : longTimeoutMs
  const signal = AbortSignal.timeout(limitMs)
  try {
    return await exchange({
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
    const reason = signal.aborted ? `it took longer than ${limitMs / 1000} seconds` : failureReason(error)
    throw new UnreachableError(url, reason, { cause: error })
  }
}

const noControl = 'what is there has no control protocol, as with drydock serve --no-control'

/** Converts an error response: an envelope comes from a simulator, anything else from another server. */
function refusalError(
  url: string,
  { status, text }: { readonly status: number; readonly text: string },
): DrydockError | UnreachableError {
  const error = errorIn(text)
  if (typeof error['code'] !== 'string' || typeof error['message'] !== 'string')
    return protocolMissingError(url, `status ${status}`)
  // The service's own code: the server has none of the control protocol's routes.
  if (error['code'] === 'REQUEST.ROUTE.NOT_FOUND') return new UnreachableError(url, noControl)
  return new DrydockError(status, { ...error })
}

/** Returns the fields of the error in an envelope; none for other text. */
function errorIn(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(Object(JSON.parse(text)).error)
  } catch {
    return {}
  }
}
