import { removeTrailingSlashes } from '../../trailing-slashes.ts'
import { decodeBody } from '../http/answer-receiver.ts'
import { ControlFailed } from '../http/failures.ts'
import { parseJsonBody } from '../http/json.ts'
import { openDeadline, TooLate } from '../http/sending/deadline.ts'
import {
  describeMissingResponse,
  isRefusedConnection,
  maxBodyBytes,
  openSockets,
} from '../http/sending/sockets.ts'

/** Sends calls to the control protocol of a target. */
export interface ControlClient {
  readonly url: string
  readonly hasToken: boolean
  /** Sends a call and resolves with the JSON of a 2xx response. Throws ControlFailed for any other status, or if no response comes. */
  call(method: ControlMethod, path: string, body?: unknown): Promise<unknown>
  /** Sends a call and resolves with the response, whatever its status. Throws ControlFailed if none comes. */
  ask(method: ControlMethod, path: string, body?: unknown): Promise<{ status: number; json: unknown }>
  close(): Promise<void>
}

/** The HTTP methods of the control protocol. */
export type ControlMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The time limit of calls that move the clock, in milliseconds. Such a call may take long, since thousands of deliveries can be due. */
const clockTimeoutMs = 120_000

/** Whether a control-protocol call got a response. From this, the run decides whether the target still responds. */
export interface CallOutcome {
  /** True if a response came, whatever its status. */
  readonly worked: boolean
  /** True if the connection was refused. */
  readonly isGone?: boolean
  /** Why no response came. */
  readonly lostFor?: string
}

/** How often a call that gets no response is sent at most. Only a call that may be carried out twice without harm is sent again. */
const maxTries = 3

/** Creates a client for the control protocol at a URL, without sending a call. */
export function openControlClient(options: {
  readonly url: string
  readonly token: string | undefined
  readonly timeoutMs: number
  /** Headers that are added to every call. */
  readonly headers?: Readonly<Record<string, string>>
  /** Called before each call, with its method and path (`place`). Returns a function to call with the outcome. */
  onSend?(place: string): (sent: CallOutcome) => void
  /** Called for each key and signing secret in a response. */
  onSecret?(secret: string): void
}): ControlClient {
  const url = removeTrailingSlashes(options.url)
  const { origin, pathname } = new URL(url)
  const basePath = removeTrailingSlashes(pathname)
  const sockets = openSockets({ origin, timeoutMs: options.timeoutMs, connections: 96 })
  const long = openDeadline(Math.max(clockTimeoutMs, options.timeoutMs))
  const buildMessage = createMessageBuilder(options.token, options.headers)
  const askOnce: ControlClient['ask'] = async (method, path, body) => {
    const place = describeCallPath(method, path)
    const end = options.onSend?.(place)
    try {
      const request = { origin, path: `${basePath}${path}`, method, ...buildMessage(body) }
      const deadline = path.includes('/clock') ? long : undefined
      const raw = await sockets.exchange(request, deadline)
      // Some gateways compress responses although the request does not ask for it.
      const bytes = await decodeBody(raw.body, raw.headers['content-encoding'], maxBodyBytes)
      end?.({ worked: true })
      if (options.onSecret !== undefined) findSecretsIn(bytes).forEach(options.onSecret)
      return { status: raw.status, json: parseJsonBody(bytes) }
    } catch (error) {
      const lostFor = describeMissingResponse(error)
      const isGone = isRefusedConnection(error)
      end?.({ worked: false, isGone, lostFor })
      const lost = isGone || error instanceof TooLate ? undefined : place
      throw new ControlFailed(`${method} ${path}: ${lostFor}`, { ...(lost !== undefined && { lost }) })
    }
  }
  const ask = repeatLostCalls(askOnce)
  return {
    url,
    hasToken: options.token !== undefined,
    ask,
    call: async (method, path, body) => requireSuccess(`${method} ${path}`, await ask(method, path, body)),
    close: async () => {
      long.close()
      await sockets.close()
    },
  }
}

/** Returns the JSON of a 2xx response to a call. Throws ControlFailed for any other status. */
export function requireSuccess(call: string, { status, json }: { status: number; json: unknown }): unknown {
  if (status >= 200 && status <= 299) return json
  throw new ControlFailed(`${call} got the status ${status}: ${JSON.stringify(json)?.slice(0, 300)}`)
}

/**
 * Returns a function like `ask` that sends a call again if it gets no response. A POST is not sent again, as the target
 * may have carried it out.
 */
function repeatLostCalls(ask: ControlClient['ask']): ControlClient['ask'] {
  return async (method, path, body) => {
    for (let tried = 1; ; tried += 1) {
      try {
        const answer = await ask(method, path, body)
        // If a repeated DELETE gets 404, the target carried out the first DELETE, and only its response was lost.
        const isDone = tried > 1 && method === 'DELETE' && answer.status === 404
        return isDone ? { status: 204, json: undefined } : answer
      } catch (error) {
        const isLost = error instanceof ControlFailed && error.lost !== undefined
        if (!isLost || method === 'POST' || tried === maxTries) throw error
      }
    }
  }
}

/** Renders the path of a control-protocol call as the documentation does: with `{a}` for the account, and without other ids. */
function describeCallPath(method: ControlMethod, path: string): string {
  const [, first = '', account, what] = path.split('/')
  const parts = [first, ...(account === undefined ? [] : ['{a}']), ...(what === undefined ? [] : [what])]
  return `${method} /_drydock/${parts.join('/')}`
}

/** Creates a function that builds the headers and the body of a control-protocol call, including the token and the added headers. */
function createMessageBuilder(token: string | undefined, headers: Readonly<Record<string, string>> = {}) {
  const bare: Readonly<Record<string, string>> = {
    'Accept-Encoding': 'identity',
    ...headers,
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
  }
  const withBody = { ...bare, 'Content-Type': 'application/json' }
  return (body: unknown) =>
    body === undefined ? { headers: bare, body: null } : { headers: withBody, body: JSON.stringify(body) }
}

const secretField = /"(?:key|test|live|signing_secret)"\s*:\s*"([^"\\]+)"/g
const fieldNames = ['"key"', '"keys"', '"signing_secret"']

/** Finds the keys and signing secrets in a response, by the names of their fields. */
function findSecretsIn(bytes: Buffer): readonly string[] {
  // Most responses have no secrets, and some are long, so the bytes are searched before they become text.
  if (!fieldNames.some((name) => bytes.includes(name))) return []
  return [...bytes.toString('utf8').matchAll(secretField)].map(([, secret = '']) => secret)
}
