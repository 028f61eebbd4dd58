import type { IncomingMessage } from 'node:http'
import { isObject } from '../http/fields.ts'
import { jsonIn } from '../http/json.ts'
import type { Delivery } from './arrival.ts'

/** The longest body of a delivery that is read, in bytes. */
const maxBodyBytes = 1024 * 1024

/** Makes a delivery of a request and its body. */
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

/** The body of a request; undefined if it is too long. */
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
