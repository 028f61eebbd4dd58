import { DrydockError } from './drydock-error.ts'
import { type ExchangeAnswer, exchange, openExchange } from './exchange.ts'
import { UnreachableError } from './unreachable-error.ts'

/** Calls the control protocol of one simulator. */
export interface Control {
  /** The simulator's address, without a slash at its end. */
  readonly url: string
  /**
   * Makes a call and returns its response. Throws DrydockError for an error response, UnreachableError if there
   * is no response.
   */
  ask<Body>(call: ControlCall): Promise<Body>
  /** Makes a call whose response is empty. Throws like `ask`. */
  tell(call: ControlCall): Promise<void>
  /** Makes a call whose response goes on, and gives it piece by piece. Throws like `ask`. */
  follow(path: string, signal: AbortSignal | undefined): AsyncGenerator<string, void>
}

interface ControlCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/_drydock`, with a leading slash. */
  readonly path: string
  readonly body?: unknown
  /** Advancing the clock takes as long as everything due on the way. */
  readonly mayTakeLong?: boolean
}

const patienceMs = 30_000

/** The control protocol of the simulator at `url`; makes no call. */
export function openControl(options: {
  readonly url: string
  readonly token?: string | undefined
  /** Receives the text of every successful response. */
  readonly onAnswer?: (text: string) => void
}): Control {
  const url = options.url.replace(/\/+$/, '')
  const send = async (call: ControlCall): Promise<string> => {
    const { status, text } = await request({ url, token: options.token, call })
    if (status < 200 || status > 299) throw refusal(url, { status, text })
    options.onAnswer?.(text)
    return text
  }
  return {
    url,
    ask: async <Body>(call: ControlCall): Promise<Body> => readJson(url, await send(call)),
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
    response.setEncoding('utf8')
    const { statusCode: status = 0 } = response
    if (status === 200) yield* response
    else throw refusal(url, { status, text: (await response.toArray()).join('') })
  } catch (error) {
    if (signal?.aborted === true) return
    throw error instanceof DrydockError ? error : new UnreachableError(url, reasonOf(error), { cause: error })
  }
}

async function request(options: {
  readonly url: string
  readonly token: string | undefined
  readonly call: ControlCall
}): Promise<ExchangeAnswer> {
  const { url, token, call } = options
  // A body that cannot be written as JSON is the caller's mistake, so it throws outside of the try.
  const body = call.body === undefined ? undefined : JSON.stringify(call.body)
  const signal = call.mayTakeLong === true ? undefined : AbortSignal.timeout(patienceMs)
  try {
    return await exchange({
      url: `${url}/_drydock${call.path}`,
      method: call.method,
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      body,
      signal,
    })
  } catch (error) {
    const reason = signal?.aborted ? `it took longer than ${patienceMs / 1000} seconds` : reasonOf(error)
    throw new UnreachableError(url, reason, { cause: error })
  }
}

const noControl = 'what is there has no control protocol, as with drydock serve --no-control'

/** An error envelope comes from a simulator; anything else comes from some other server. */
function refusal(
  url: string,
  { status, text }: { readonly status: number; readonly text: string },
): DrydockError | UnreachableError {
  const envelope = parseObject(text)
  if (envelope !== undefined && 'error' in envelope) {
    const { error } = envelope
    if (typeof error === 'object' && error !== null) {
      const refused = new DrydockError(status, { ...error })
      // The service's own code: none of the control protocol's routes is there.
      return refused.code === 'REQUEST.ROUTE.NOT_FOUND' ? new UnreachableError(url, noControl) : refused
    }
  }
  return new UnreachableError(url, `what is there does not speak the control protocol (status ${status})`)
}

function readJson<Body>(url: string, text: string): Body {
  if (parseObject(text) === undefined) {
    throw new UnreachableError(
      url,
      'what is there does not speak the control protocol (its answer is no JSON)',
    )
  }
  const body: Body = JSON.parse(text)
  return body
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return code === 'ECONNREFUSED' ? 'the connection was refused' : (code ?? error.message)
}
