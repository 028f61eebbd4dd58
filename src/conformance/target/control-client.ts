import { openDeadline } from '../wire/deadline.ts'
import { ControlFailed } from '../wire/failures.ts'
import { jsonIn } from '../wire/json.ts'
import { openSockets } from '../wire/sockets.ts'

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

export function openControlClient(options: {
  readonly url: string
  readonly token: string | undefined
  readonly timeoutMs: number
  /** Hears of each call, and then whether it got an answer, whatever that said. */
  onSend?(place: string): (sent: { readonly worked: boolean }) => void
  /** Hears of each key and signing secret that an answer holds. */
  onSecret?(secret: string): void
}): ControlClient {
  const url = options.url.replace(/\/+$/, '')
  const { origin, pathname } = new URL(url)
  const basePath = pathname.replace(/\/+$/, '')
  const sockets = openSockets({ origin, timeoutMs: options.timeoutMs, connections: 96 })
  const long = openDeadline(Math.max(patienceMs, options.timeoutMs))
  const messageOf = messagesWith(options.token)
  const ask: ControlClient['ask'] = async (method, path, body) => {
    const end = options.onSend?.('control')
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
      end?.({ worked: false })
      throw new ControlFailed(`${method} ${path}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
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
