import { openDeadline, TooLate } from '../wire/deadline.ts'
import { ControlFailed } from '../wire/failures.ts'
import { jsonIn } from '../wire/json.ts'
import { isRefusedConnection, openSockets } from '../wire/sockets.ts'

/** Calls of the control protocol, whoever implements it. */
export interface ControlClient {
  readonly url: string
  readonly hasToken: boolean
  /** Throws ControlFailed for any answer but 2xx, and where none comes. */
  call(method: ControlMethod, path: string, body?: unknown): Promise<unknown>
  /** The answer whatever its status is. Throws ControlFailed where none comes. */
  ask(method: ControlMethod, path: string, body?: unknown): Promise<{ status: number; json: unknown }>
  close(): Promise<void>
}

export type ControlMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Moving time on may take long: 5,000 deliveries can be due. */
const patienceMs = 120_000

/** What came of a call. */
export interface HeardOfCall {
  /** An answer came, whatever it says. */
  readonly worked: boolean
  /** Nobody takes connections there. */
  readonly isGone?: boolean
  /** Why no answer came. */
  readonly lostFor?: string
}

/** A call that changes nothing when it is carried out once more is asked so often where no answer comes. */
const mostTries = 3

export function openControlClient(options: {
  readonly url: string
  readonly token: string | undefined
  readonly timeoutMs: number
  /** Hears of each call, and then whether it got an answer, whatever that said. */
  onSend?(place: string): (sent: HeardOfCall) => void
  /** Hears of each key and signing secret that an answer holds. */
  onSecret?(secret: string): void
}): ControlClient {
  const url = options.url.replace(/\/+$/, '')
  const { origin, pathname } = new URL(url)
  const basePath = pathname.replace(/\/+$/, '')
  const sockets = openSockets({ origin, timeoutMs: options.timeoutMs, connections: 96 })
  const long = openDeadline(Math.max(patienceMs, options.timeoutMs))
  const messageOf = messagesWith(options.token)
  const askOnce: ControlClient['ask'] = async (method, path, body) => {
    const place = placeOf(method, path)
    const end = options.onSend?.(place)
    try {
      const request = { origin, path: `${basePath}${path}`, method, ...messageOf(body) }
      const { status, body: bytes } = await sockets.exchange(
        request,
        path.includes('/clock') ? long : undefined,
      )
      end?.({ worked: true })
      if (options.onSecret !== undefined) secretsIn(bytes).forEach(options.onSecret)
      return { status, json: jsonIn(bytes) }
    } catch (error) {
      const lostFor = error instanceof Error ? error.message : String(error)
      const isGone = isRefusedConnection(error)
      end?.({ worked: false, isGone, lostFor })
      const lost = isGone || error instanceof TooLate ? undefined : place
      throw new ControlFailed(`${method} ${path}: ${lostFor}`, { ...(lost !== undefined && { lost }) })
    }
  }
  const ask = untilAnswered(askOnce)
  return {
    url,
    hasToken: options.token !== undefined,
    ask,
    call: async (method, path, body) => {
      const { status, json } = await ask(method, path, body)
      if (status >= 200 && status <= 299) return json
      throw new ControlFailed(`${method} ${path} answered ${status}: ${JSON.stringify(json)?.slice(0, 300)}`)
    },
    close: async () => {
      long.close()
      await sockets.close()
    },
  }
}

/** Asks again where no answer came, but for a POST: who knows whether it was carried out? */
function untilAnswered(ask: ControlClient['ask']): ControlClient['ask'] {
  return async (method, path, body) => {
    for (let tried = 1; ; tried += 1) {
      try {
        const answer = await ask(method, path, body)
        // What is not there any more was deleted by the call whose answer was lost.
        const isDone = tried > 1 && method === 'DELETE' && answer.status === 404
        return isDone ? { status: 204, json: undefined } : answer
      } catch (error) {
        const isLost = error instanceof ControlFailed && error.lost !== undefined
        if (!isLost || method === 'POST' || tried === mostTries) throw error
      }
    }
  }
}

/** A call as the control protocol writes it, without the ids of what it is about. */
function placeOf(method: ControlMethod, path: string): string {
  const [, first = '', account, what] = path.split('/')
  const parts = [first, ...(account === undefined ? [] : ['{a}']), ...(what === undefined ? [] : [what])]
  return `${method} /_drydock/${parts.join('/')}`
}

/** Makes what a request says: its headers, with the token if there is one, and its body. */
function messagesWith(token: string | undefined) {
  const bare: Readonly<Record<string, string>> =
    token === undefined ? {} : { Authorization: `Bearer ${token}` }
  const withBody = { ...bare, 'Content-Type': 'application/json' }
  return (body: unknown) =>
    body === undefined ? { headers: bare, body: null } : { headers: withBody, body: JSON.stringify(body) }
}

const secretField = /"(?:key|test|live|signing_secret)"\s*:\s*"([^"\\]+)"/g
const fieldNames = ['"key"', '"keys"', '"signing_secret"']

/** What the protocol calls a key or a signing secret, however that looks. */
function secretsIn(bytes: Buffer): readonly string[] {
  // Most answers have none, and some are long.
  if (!fieldNames.some((name) => bytes.includes(name))) return []
  return [...bytes.toString('utf8').matchAll(secretField)].map(([, secret = '']) => secret)
}
