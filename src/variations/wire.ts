import { createHmac } from 'node:crypto'
import constants from '../../fixtures/spec/constants.json' with { type: 'json' }
import type operations from '../../fixtures/spec/operations.json'
import { isObject } from './json.ts'

/** One of the thirteen operations of the service. */
export type OperationName = keyof typeof operations

/** A request on its way from a client to the service. */
export interface WireRequest {
  readonly method: string
  /** The path with its query. */
  readonly path: string
  /** The operation of the request; undefined if it is none of the thirteen. */
  readonly operation: OperationName | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** A response on its way from the service to a client. */
export interface WireResponse {
  readonly status: number
  /** The headers, with their names in the letter case in which the service sends them. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** A webhook attempt on its way from the service to its receiver. */
export interface WireDelivery {
  /** The HTTP method; POST if undefined. */
  readonly method?: 'PUT'
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** The signing secret, so that a changed body can be signed again. */
  readonly secret: string
}

/** Returns the webhook delivery with another body and the signature that the service would make for it. */
export function withSignedBody(delivery: WireDelivery, body: Buffer): WireDelivery {
  const { signatureHeader, signaturePrefix } = constants
  const digest = createHmac('sha256', delivery.secret).update(body).digest('hex')
  return withHeader({ ...delivery, body }, signatureHeader.toLowerCase(), `${signaturePrefix}${digest}`)
}

/** Returns the JSON value in the body of a request, response or delivery; undefined if the body is not JSON. */
export function jsonOf({ body }: { readonly body: Buffer }): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** Returns the request, response or delivery with another JSON body. */
export function withJson<
  Message extends { readonly body: Buffer; readonly headers: Readonly<Record<string, string>> },
>(message: Message, json: unknown): Message {
  return { ...message, body: Buffer.from(JSON.stringify(json)) }
}

/** Returns the id of the label in a delivery; empty if it has none. */
export function readLabelId(delivery: WireDelivery): string {
  const json = jsonOf(delivery)
  const data = isObject(json) ? json['data'] : undefined
  return isObject(data) ? String(data['id']) : ''
}

/** Returns the value of a header, by its name in any letter case; undefined if it is missing. */
export function headerOf(
  { headers }: { readonly headers: Readonly<Record<string, string>> },
  name: string,
): string | undefined {
  const wanted = name.toLowerCase()
  return Object.entries(headers).find(([each]) => each.toLowerCase() === wanted)?.[1]
}

/** Returns the message with a header set to a value, or removed if the value is undefined. */
export function withHeader<Message extends { readonly headers: Readonly<Record<string, string>> }>(
  message: Message,
  name: string,
  value: string | undefined,
): Message {
  const wanted = name.toLowerCase()
  const others = Object.entries(message.headers).filter(([each]) => each.toLowerCase() !== wanted)
  return {
    ...message,
    headers: Object.fromEntries(value === undefined ? others : [...others, [name, value]]),
  }
}

/** Returns a path with its percent signs decoded; unchanged if they are malformed. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
