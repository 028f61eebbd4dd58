import { createHmac } from 'node:crypto'
import constants from '../../../fixtures/spec/constants.json' with { type: 'json' }
import { isObject } from '../wire/fields.ts'
import type { OperationName } from '../wire/operation.ts'

/** A request to the service, between the harness and it. */
export interface WireRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
  /** Undefined for what is none of the thirteen. */
  readonly operation: OperationName | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export interface WireResponse {
  readonly status: number
  /** Names as they go over the wire. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** One webhook attempt, between the service and the harness. */
export interface WireDelivery {
  /** POST unless told otherwise. */
  readonly method?: 'PUT'
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** The secret the harness was told, so that a changed body can be signed again. */
  readonly secret: string
}

/** The delivery with another body, signed as the service would sign it. */
export function withSignedBody(delivery: WireDelivery, body: Buffer): WireDelivery {
  const { signatureHeader, signaturePrefix } = constants
  const digest = createHmac('sha256', delivery.secret).update(body).digest('hex')
  return withHeader({ ...delivery, body }, signatureHeader.toLowerCase(), `${signaturePrefix}${digest}`)
}

/** The JSON of a message; undefined where it holds none. */
export function jsonOf({ body }: { readonly body: Buffer }): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** The same message with another JSON body. */
export function withJson<
  Message extends { readonly body: Buffer; readonly headers: Readonly<Record<string, string>> },
>(message: Message, json: unknown): Message {
  return { ...message, body: Buffer.from(JSON.stringify(json)) }
}

/** The label that a delivery is about; an empty text where it tells none. */
export function labelOf(delivery: WireDelivery): string {
  const json = jsonOf(delivery)
  const data = isObject(json) ? json['data'] : undefined
  return isObject(data) ? String(data['id']) : ''
}

/** A header's value, whatever its letter case. */
export function headerOf(
  { headers }: { readonly headers: Readonly<Record<string, string>> },
  name: string,
): string | undefined {
  const wanted = name.toLowerCase()
  return Object.entries(headers).find(([each]) => each.toLowerCase() === wanted)?.[1]
}

/** The same message with a header set, or taken away. */
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
