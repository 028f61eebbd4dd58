import type { ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { createCapacityError } from '../http/capacity.ts'
import type { HeaderList } from '../http/prepared-response.ts'
import type { HttpContext, ServerContext } from '../service/exchange.ts'

/** The body of a response without an end that contains server-sent events. */
export class EventStream {
  /** Begins to write events to the response, until its connection closes. */
  readonly begin: (outgoing: ServerResponse) => void

  constructor(begin: EventStream['begin']) {
    this.begin = begin
  }
}

/**
 * Sends the headers of an event stream and begins the stream. The headers forbid proxies to buffer the stream. Throws
 * REQUEST.CAPACITY.EXCEEDED if too many event streams are open.
 */
export function sendEvents(
  { capacity }: Pick<ServerContext, 'capacity'>,
  http: HttpContext,
  { headers, stream }: { readonly headers: HeaderList; readonly stream: EventStream },
): Response {
  const { outgoing, incoming } = http.env
  if (!capacity.takePlace('streams')) throw createCapacityError('streams')
  outgoing.once('close', () => capacity.freePlaces('streams'))
  const type = ['Content-Type', 'text/event-stream; charset=utf-8', 'X-Accel-Buffering', 'no']
  outgoing.writeHead(200, [...headers, ...type, 'X-Content-Type-Options', 'nosniff'])
  if (incoming.method === 'HEAD') outgoing.end()
  else {
    outgoing.flushHeaders()
    stream.begin(outgoing)
  }
  return RESPONSE_ALREADY_SENT
}
