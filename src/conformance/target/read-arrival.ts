import type { IncomingMessage } from 'node:http'
import { isObject } from '../wire/fields.ts'
import { jsonIn } from '../wire/json.ts'
import type { Delivery } from './arrival.ts'

/** Longer ones are refused unread. */
const maxBodyBytes = 1024 * 1024

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
