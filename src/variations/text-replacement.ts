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

/** Creates an alteration that replaces texts in responses and events, and puts the original texts back in requests. */
export function replaceTextBothWays(
  toClient: (text: string) => string,
  toService: (text: string) => string,
): WireAlteration {
  const request = (original: WireRequest): WireRequest | undefined => {
    const path = decodePath(original.path)
    const body = original.body.toString('utf8')
    if (toService(path) === path && toService(body) === body) return undefined
    return { ...original, path: toService(path), body: Buffer.from(toService(body)) }
  }
  // Headers are changed, too, because the file name of a download contains the id of its label.
  const response = (original: WireResponse): WireResponse | undefined => {
    const headers = mapValues(original.headers, toClient)
    const changed = replaceTextInJson({ ...original, headers }, toClient)
    return changed ?? (isDeepStrictEqual(headers, original.headers) ? undefined : { ...original, headers })
  }
  return {
    request,
    response,
    controlRequest: request,
    controlResponse: response,
    webhook: replaceTextInEvents(toClient),
  }
}

/** Creates an alteration that replaces texts in responses and events. */
export function replaceOutgoingText(toClient: (text: string) => string): WireAlteration {
  return {
    response: (response) => replaceTextInJson(response, toClient),
    webhook: replaceTextInEvents(toClient),
  }
}

/** Returns a message after a change of its JSON body as a text; undefined if the text stays the same. */
function replaceTextInJson<Message extends { readonly body: Buffer }>(
  message: Message,
  toClient: (text: string) => string,
): Message | undefined {
  const text = message.body.toString('utf8')
  if (jsonOf(message) === undefined || toClient(text) === text) return undefined
  return { ...message, body: Buffer.from(toClient(text)) }
}

function replaceTextInEvents(toClient: (text: string) => string) {
  return (delivery: WireDelivery): readonly WireDelivery[] | undefined => {
    const changed = replaceTextInJson(delivery, toClient)
    return changed && [withSignedBody(delivery, changed.body)]
  }
}

function mapValues(record: Readonly<Record<string, string>>, change: (value: string) => string) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}
