import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { readRequestBody } from '../src/client/http/receive-body.ts'
import { buildLocalUrl } from '../src/local-address.ts'
import { checkSignature, signatureHeader, testReceiverHeader } from '../src/simulator/webhooks/signature.ts'
import { forwardDelivery, type ReceiverResponse } from './parsing/forwarding.ts'
import { type ReceivedEvent, readEvent } from './printing/received-event.ts'

const maxBodyBytes = 64 * 1024

/** A local HTTP server that receives webhooks. */
export interface Receiver {
  readonly url: string
  /** Replaces the secret that verifies signatures. */
  setSecret(secret: string): void
  close(): Promise<void>
}

interface ReceiverOptions {
  readonly port: number
  readonly host: string
  readonly secret: string
  /** The status of the response to an event with a valid signature. */
  readonly respond: number
  /**
   * The URL to which all deliveries are forwarded. Deliveries with a bad signature are forwarded too, because the
   * receiver at this URL verifies them itself.
   */
  readonly forwardTo: string | undefined
  /** Returns the current time, ISO 8601. */
  readonly now: () => Promise<string>
  readonly onEvent: (event: ReceivedEvent, status: number) => void
  /** Is called for a delivery whose body is too large. */
  readonly onTooLarge: (at: string) => void
}

/** Starts a receiver of webhooks. Rejects with Node's error if it cannot listen. */
export async function openReceiver(options: ReceiverOptions): Promise<Receiver> {
  let { secret } = options
  const seen = new Set<string>()
  const server = createServer((request, response) => {
    readRequestBody(request, maxBodyBytes)
      .then(async (body) => {
        if (body === undefined) {
          refuseRequest(response, 413, 'The body is larger than 64 KiB.\n')
          return options.onTooLarge(await options.now())
        }
        if (request.method !== 'POST') return refuseRequest(response, 405, 'Webhooks are sent with POST.\n')
        // Reads the account's time before the response is sent: an advance of the clock may wait for this response, and
        // then moves the clock.
        const event = readReceivedEvent(request, { body, secret, seen, at: await options.now() })
        const reply = await buildResponse(event, { request, body, options })
        response.writeHead(reply.status, reply.headers).end(reply.body)
        options.onEvent(event, reply.status)
      })
      // Reading the body fails if the sender has disconnected.
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  return {
    url: `${buildLocalUrl(options.host, readPort(server.address()))}/`,
    setSecret: (given) => {
      secret = given
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function readReceivedEvent(
  request: IncomingMessage,
  delivery: {
    readonly body: Buffer
    readonly secret: string
    readonly seen: Set<string>
    readonly at: string
  },
): ReceivedEvent {
  const { body, secret, seen, at } = delivery
  const header = request.headers[signatureHeader.toLowerCase()]
  const signature = checkSignature(body, { header: header?.toString(), secret })
  const fields = readEvent(body)
  const isGood = signature === 'ok' && fields.label_id !== null
  const duplicate = isGood && seen.has(fields.label_id)
  if (isGood) seen.add(fields.label_id)
  return { at, signature, ...fields, duplicate }
}

async function buildResponse(
  event: ReceivedEvent,
  delivery: {
    readonly request: IncomingMessage
    readonly body: Buffer<ArrayBuffer>
    readonly options: ReceiverOptions
  },
): Promise<ReceiverResponse> {
  const { request, body, options } = delivery
  if (options.forwardTo !== undefined)
    return forwardDelivery(options.forwardTo, { headers: request.headers, body })
  const headers = { [testReceiverHeader]: 'yes' }
  return { status: event.signature === 'ok' ? options.respond : 401, headers, body: new Uint8Array() }
}

function refuseRequest(response: ServerResponse, status: number, reason: string): void {
  response
    .writeHead(status, {
      'Content-Type': 'text/plain',
      Connection: 'close',
      [testReceiverHeader]: 'yes',
    })
    .end(reason)
}

function readPort(address: ReturnType<ReturnType<typeof createServer>['address']>): number {
  return typeof address === 'object' && address !== null ? address.port : 0
}
