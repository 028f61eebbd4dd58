import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Drydock } from '../../../src/index.ts'
import type { FaultInput } from '../../../src/simulator/faults/fault-input.ts'

/** The service as an example client uses it. Tests can also add faults and move time. */
export interface Shop {
  readonly url: string
  readonly keys: { readonly test: string; readonly walletOnly: string; readonly revoked: string }
  /** Adds a fault of the simulator. The client does not know of the fault. */
  addFault(fault: FaultInput): Promise<unknown>
  /** Waits a short time in real time, and a longer time by an advance of the account's clock. */
  pause(milliseconds: number): Promise<unknown>
}

/** Returns a simulator as the shop of an example client. */
export function createShop(dock: Drydock): Shop {
  const buildSeededKey = (digit: number): string => `pr_test_d0c0${String(digit).repeat(28)}`
  return {
    url: dock.url,
    keys: { test: dock.keys.test, walletOnly: buildSeededKey(1), revoked: buildSeededKey(2) },
    addFault: (fault) => dock.faults.add(fault),
    pause: (milliseconds) =>
      milliseconds < 5_000 ? wait(milliseconds) : dock.clock.advance(`${milliseconds}ms`),
  }
}

/** An example client, with the statuses and delays of its webhook receiver. */
export interface ExampleClient {
  run(shop: Shop): Promise<void>
  /** Returns the response to an event of the nth label, from 1 on. Undefined if the client has no webhook. */
  receive?(label: number): { readonly status: number; readonly delayMs?: number }
}

export interface Reply {
  readonly status: number
  readonly code: string | undefined
  /** Returns a value inside the body as text. `path`: the names and positions that lead to the value. */
  text(...path: readonly (string | number)[]): string
  /** Returns a value inside the body. */
  at(...path: readonly (string | number)[]): unknown
  header(name: string): string | undefined
}

export interface Message {
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Whether to open a separate connection for this request; by default, all requests use one connection. */
  readonly isSingle?: boolean
  /** The client closes the connection if there is no response after this time. */
  readonly timeoutMs?: number | undefined
}

/** Sends requests over one connection, in order. Rejects if no response comes. */
export class ShopConnection {
  readonly #url: string
  readonly #key: string
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 2 })

  constructor({ url, keys }: { readonly url: string; readonly keys: Pick<Shop['keys'], 'test'> }) {
    this.#url = url
    this.#key = keys.test
  }

  /** Sends a request such as `GET /v1/wallet`. */
  send(
    line: string,
    { key = this.#key, headers, body, isSingle = false, timeoutMs }: Message = {},
  ): Promise<Reply> {
    const [method = '', path = ''] = line.split(' ')
    const text = body === undefined ? undefined : JSON.stringify(body)
    const sent: Record<string, string> = { Authorization: `Bearer ${key}` }
    if (text !== undefined) {
      sent['Content-Type'] = 'application/json'
      sent['Content-Length'] = String(Buffer.byteLength(text))
    }
    return new Promise((resolve, reject) => {
      const agent = isSingle ? false : this.#agent
      const outgoing = request(`${this.#url}${path}`, { method, agent, headers: { ...sent, ...headers } })
      outgoing.once('error', reject)
      if (timeoutMs !== undefined) outgoing.setTimeout(timeoutMs, () => outgoing.destroy())
      outgoing.once('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('error', reject)
        response.once('end', () => {
          const read = (name: string) => response.headers[name]?.toString()
          resolve(createReply(response.statusCode ?? 0, Buffer.concat(chunks).toString(), read))
        })
      })
      outgoing.end(text)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

function createReply(status: number, text: string, header: Reply['header']): Reply {
  const body: unknown = text === '' ? undefined : JSON.parse(text)
  const at: Reply['at'] = (...path) => path.reduce((value: unknown, name) => Object(value)[name], body)
  const code = at('error', 'code')
  return {
    status,
    code: typeof code === 'string' ? code : undefined,
    at,
    text: (...path) => String(at(...path)),
    header,
  }
}
