import { isDeepStrictEqual } from 'node:util'
import type { WireAlteration } from './alteration.ts'
import {
  decodePath,
  jsonOf,
  type WireDelivery,
  type WireRequest,
  type WireResponse,
  withSignedBody,
} from './wire.ts'

/** An alteration that changes texts on the way to the client, and changes them back on the way to the service. */
export function replacingText(out: (text: string) => string, back: (text: string) => string): WireAlteration {
  const request = (asked: WireRequest): WireRequest | undefined => {
    const path = decodePath(asked.path)
    const body = asked.body.toString('utf8')
    if (back(path) === path && back(body) === body) return undefined
    return { ...asked, path: back(path), body: Buffer.from(back(body)) }
  }
  // A download has the id of its label in the name of the file.
  const response = (answer: WireResponse): WireResponse | undefined => {
    const headers = mapValues(answer.headers, out)
    const changed = replaceInJson({ ...answer, headers }, out)
    return changed ?? (isDeepStrictEqual(headers, answer.headers) ? undefined : { ...answer, headers })
  }
  return {
    request,
    response,
    controlRequest: request,
    controlResponse: response,
    webhook: replacingInEvents(out),
  }
}

/** An alteration that changes texts in responses and events. */
export function replacingOutgoing(out: (text: string) => string): WireAlteration {
  return { response: (response) => replaceInJson(response, out), webhook: replacingInEvents(out) }
}

/** Changes the text of a JSON body; undefined if it stays the same. */
function replaceInJson<Message extends { readonly body: Buffer }>(
  message: Message,
  out: (text: string) => string,
): Message | undefined {
  const text = message.body.toString('utf8')
  if (jsonOf(message) === undefined || out(text) === text) return undefined
  return { ...message, body: Buffer.from(out(text)) }
}

function replacingInEvents(out: (text: string) => string) {
  return (delivery: WireDelivery): readonly WireDelivery[] | undefined => {
    const changed = replaceInJson(delivery, out)
    return changed && [withSignedBody(delivery, changed.body)]
  }
}

function mapValues(record: Readonly<Record<string, string>>, change: (value: string) => string) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}
