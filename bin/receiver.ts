import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { receiveBody } from '../src/client/http/receive-body.ts'
import { localUrl } from '../src/local-address.ts'
import { checkSignature, signatureHeader, testReceiverHeader } from '../src/simulator/webhooks/signature.ts'
import { forwardDelivery, type ReceiverResponse } from './parsing/forwarding.ts'
import { type ReceivedEvent, readEvent } from './printing/received-event.ts'

const bodyLimitBytes = 64 * 1024

/** A local endpoint for webhooks. */
export interface Receiver {
  readonly url: string
  /** Sets the secret of signatures from now on. */
  trust(secret: string): void
  close(): Promise<void>
}

interface ReceiverOptions {
  readonly port: number
  readonly host: string
  readonly secret: string
  /** The status for an event with a valid signature. */
  readonly respond: number
  /**
   * The URL to forward all deliveries to, also those with bad signatures: that receiver checks them itself.
   */
  readonly forwardTo: string | undefined
  /** Returns the present time, ISO 8601. */
  readonly now: () => Promise<string>
  readonly onEvent: (event: ReceivedEvent, status: number) => void
  /** Called for a delivery that is too large to be read. */
  readonly onTooLarge: (at: string) => void
}

/** Rejects with Node's error if it cannot listen. */
export async function openReceiver(options: ReceiverOptions): Promise<Receiver> {
  let { secret } = options
  const seen = new Set<string>()
  const server = createServer((request, response) => {
    receiveBody(request, bodyLimitBytes)
      .then(async (body) => {
        if (body === undefined) {
          refuse(response, 413, 'The body is larger than 64 KiB.\n')
          return options.onTooLarge(await options.now())
        }
        if (request.method !== 'POST') return refuse(response, 405, 'Webhooks are sent with POST.\n')
        // The time is read before the response: an advancing clock waits for the response, and moves on after it.
        const event = readAndRespond(request, { body, secret, seen, at: await options.now() })
        const reply = await makeResponse(event, { request, body, options })
        response.writeHead(reply.status, reply.headers).end(reply.body)
        options.onEvent(event, reply.status)
      })
      // The sender has disconnected.
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  return {
    url: `${localUrl(options.host, readPort(server.address()))}/`,
    trust: (given) => {
      secret = given
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function readAndRespond(
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

async function makeResponse(
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

function refuse(response: ServerResponse, status: number, reason: string): void {
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
