import type { WireAlteration } from './alteration.ts'
import { decodePath, jsonOf, type WireRequest, type WireResponse, withSignedBody } from './wire.ts'

/** An alteration that changes texts on the way to the client, and changes them back on the way to the service. */
export function replacingText(out: (text: string) => string, back: (text: string) => string): WireAlteration {
  const request = (asked: WireRequest): WireRequest | undefined => {
    const path = decodePath(asked.path)
    const body = asked.body.toString('utf8')
    if (back(path) === path && back(body) === body) return undefined
    return { ...asked, path: back(path), body: Buffer.from(back(body)) }
  }
  const response = (answer: WireResponse): WireResponse | undefined => {
    const text = answer.body.toString('utf8')
    if (jsonOf(answer) === undefined || out(text) === text) return undefined
    return { ...answer, body: Buffer.from(out(text)) }
  }
  return {
    request,
    response,
    controlRequest: request,
    controlResponse: response,
    webhook: (delivery) => [withSignedBody(delivery, Buffer.from(out(delivery.body.toString('utf8'))))],
  }
}
