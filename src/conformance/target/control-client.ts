import { Agent, request as sendRequest } from 'undici'
import { ControlFailed } from '../wire/failures.ts'

/** Calls of the control protocol (contract, section 3), whoever implements it. */
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
  /** Whether a call got an answer, whatever it said. */
  onTransport?(worked: boolean): void
}): ControlClient {
  const url = options.url.replace(/\/+$/, '')
  const agent = new Agent({ connections: 32, keepAliveTimeout: 2_000 })
  const ask: ControlClient['ask'] = async (method, path, body) => {
    const mayTakeLong = path.includes('/clock')
    try {
      const response = await sendRequest(`${url}${path}`, {
        dispatcher: agent,
        method,
        headers: {
          ...(options.token !== undefined && { Authorization: `Bearer ${options.token}` }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(
          mayTakeLong ? Math.max(patienceMs, options.timeoutMs) : options.timeoutMs,
        ),
      })
      const text = await response.body.text()
      options.onTransport?.(true)
      return { status: response.statusCode, json: parse(text) }
    } catch (error) {
      options.onTransport?.(false)
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
    close: () => agent.destroy(),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
