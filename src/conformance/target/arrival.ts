import type { IncomingMessage } from 'node:http'
import { isObject } from '../http/fields.ts'
import { parseJsonBody } from '../http/json.ts'

/** A webhook request as the harness received it. */
export interface Arrival {
  readonly method: string
  readonly path: string
  /** The headers, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The bytes of the body, as they were signed. */
  readonly body: Buffer
  /** The parsed body; undefined if it is not JSON. */
  readonly json: unknown
  /** The label that the event is about: `data.id`; undefined if there is none. */
  readonly labelId: string | undefined
  /** The number of the delivery attempt for that label, from 1 on, in order of arrival. */
  readonly attempt: number
  readonly receivedAtMs: number
}

/** A webhook request that is not yet assigned to a rule, so it has no attempt number. */
export type Delivery = Omit<Arrival, 'attempt'>

/** The reply of the harness to a webhook delivery: a status, or a connection that is closed without a reply. */
export type Reply = StatusReply | { readonly cut: true }

interface StatusReply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** How long to wait before the reply, in milliseconds. */
  readonly afterMs?: number
}

/** Returns true if the target cannot tell two replies apart: both have the same status, or both close the connection. */
export function isSameReply(first: Reply, second: Reply): boolean {
  if ('cut' in first || 'cut' in second) return 'cut' in first && 'cut' in second
  return first.status === second.status
}

/** How many bytes of a webhook delivery's body are read at most. */
const maxBodyBytes = 1024 * 1024

/** Creates a webhook delivery from an HTTP request and its body. */
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

/** Resolves with the body of an HTTP request; undefined if it is too long. */
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
