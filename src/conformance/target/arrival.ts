import type { IncomingMessage } from 'node:http'
import { isObject } from '../wire/fields.ts'
import { jsonIn } from '../wire/json.ts'

/** One webhook request as it came in. */
export interface Arrival {
  readonly method: string
  readonly path: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The bytes, before anything was made of them. */
  readonly body: Buffer
  /** Undefined where the body is no JSON. */
  readonly json: unknown
  /** What the event is about: `data.id`. */
  readonly labelId: string | undefined
  /** Which attempt for that label this is, from 1 on, as they came in. */
  readonly attempt: number
  readonly receivedAtMs: number
}

/** One that no box has counted yet. */
export type Delivery = Omit<Arrival, 'attempt'>

/** How a delivery is answered. */
export type Reply = Answering | Cutting

interface Answering {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** How long to wait before answering. */
  readonly afterMs?: number
}

/** The connection is cut, and nothing answered. */
interface Cutting {
  readonly cut: true
}

/** Longer ones are refused unread. */
const maxBodyBytes = 1024 * 1024

export function isSameReply(one: Reply, other: Reply): boolean {
  if ('cut' in one || 'cut' in other) return 'cut' in one && 'cut' in other
  return one.status === other.status
}

/** A request as a delivery, with the label that it is about if it says so. */
export function deliveryOf(request: IncomingMessage, path: string, body: Buffer): Delivery {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value
  }
  const json = jsonIn(body)
  const data = isObject(json) ? json['data'] : undefined
  const id = isObject(data) ? data['id'] : undefined
  return {
    method: request.method ?? '',
    path,
    headers,
    body,
    json,
    labelId: typeof id === 'string' ? id : undefined,
    receivedAtMs: Date.now(),
  }
}

/** Undefined for a body that is too long. */
export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > maxBodyBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
