import type { IncomingMessage } from 'node:http'
import { isObject } from '../http/fields.ts'
import { parseJsonBody } from '../http/json.ts'

/** A webhook request as it was received. */
export interface Arrival {
  readonly method: string
  readonly path: string
  /** The headers, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The bytes of the body, which were signed. */
  readonly body: Buffer
  /** The parsed body; undefined if it is not JSON. */
  readonly json: unknown
  /** The label that the event is about: `data.id`; undefined if there is none. */
  readonly labelId: string | undefined
  /** The number of the attempt for that label, from 1, in order of arrival. */
  readonly attempt: number
  readonly receivedAtMs: number
}

/** A webhook request that is not yet assigned to a box, so it has no attempt number. */
export type Delivery = Omit<Arrival, 'attempt'>

/** The reply to a delivery. */
export type Reply = Answering | Cutting

interface Answering {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** How long to wait before the reply, in milliseconds. */
  readonly afterMs?: number
}

/** Closes the connection without a reply. */
interface Cutting {
  readonly cut: true
}

/** Whether two replies are the same to the target: the same status, or both cut the connection. */
export function isSameReply(one: Reply, other: Reply): boolean {
  if ('cut' in one || 'cut' in other) return 'cut' in one && 'cut' in other
  return one.status === other.status
}

/** How many bytes of a delivery's body are read at most. */
const maxBodyBytes = 1024 * 1024

/** Creates a delivery from a request and its body. */
export function createDelivery(request: IncomingMessage, path: string, body: Buffer): Delivery {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value
  }
  const json = parseJsonBody(body)
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

/** Resolves with the body of a request; undefined if it is too long. */
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
