import type { LookupFunction } from 'node:net'
import type { AttemptOutcome, WebhookAttempt } from '../../simulator/webhooks/outbox.ts'
import { explainRefusedUrl } from '../../simulator/webhooks/webhook-url.ts'
import { type AttemptFailure, classifyFailure } from './attempt-failure.ts'
import type { ReceiverConnection } from './receiver-connection.ts'
import { ReceiverSockets } from './receiver-sockets.ts'

/**
 * The status of the response, or the reason why there is none. The outbox of the account decides which statuses are a
 * success.
 */
type TransportOutcome =
  | Extract<AttemptOutcome, { readonly failure: null }>
  | { readonly responseCode: null; readonly failure: AttemptFailure }

/** The parts of a webhook attempt that are sent. */
type SentAttempt = Omit<WebhookAttempt, 'secret'>

export interface WebhookTransport {
  /** Makes one webhook attempt. Never rejects. Attempts that wait or run at `close` end as `reset`. */
  send(request: SentAttempt): Promise<TransportOutcome>
  /** Cuts off all attempts; resolves once no socket is left. */
  close(): Promise<void>
}

/**
 * Posts webhooks over real sockets and trusts no receiver (specification, Delivery and retries; choices 45).
 *
 * The outcome is decided at the response headers; redirects are not followed. The response body is discarded: after a
 * short, prompt body the connection is reused, otherwise it is cut. `deadlineMs` of real time limits a whole attempt,
 * name lookup and TLS included, from the moment it has a socket; the wait for a socket does not count. At most
 * `maxSockets` are open at once, idle ones included, and a receiver gets no more than its share (see
 * `ReceiverSockets`). Link-local addresses and those of cloud metadata are refused at every connection, by the address
 * that a name resolves to.
 */
export function createWebhookTransport(
  options: {
    readonly deadlineMs?: number
    readonly maxSockets?: number
    /**
     * How long an idle connection is kept. By default shorter than most receivers keep connections open, so that an
     * attempt seldom meets a closing one.
     */
    readonly idleMs?: number
    /** Resolves host names; by default as the operating system does. */
    readonly lookup?: LookupFunction
  } = {},
): WebhookTransport {
  const { deadlineMs = 10_000, maxSockets = 32, idleMs = 500, lookup } = options
  const sockets = new ReceiverSockets({ maxSockets, lookup, idleMs })

  return {
    async send(request) {
      if (explainRefusedUrl(request.url) !== undefined) return createFailedOutcome('blocked')
      const { origin, pathname, search } = new URL(request.url)
      const connection = await sockets.take(origin)
      if (connection === undefined) return createFailedOutcome('reset')
      const release = (isReusable: boolean) => sockets.release(connection, isReusable)
      return makeAttempt({ connection, path: pathname + search, request, deadlineMs, release })
    },
    close: () => sockets.close(),
  }
}

async function makeAttempt(options: {
  readonly connection: ReceiverConnection
  readonly path: string
  readonly request: SentAttempt
  readonly deadlineMs: number
  readonly release: (isReusable: boolean) => void
}): Promise<TransportOutcome> {
  const { connection, path, request, deadlineMs, release } = options
  let late = false
  const deadline = setTimeout(() => {
    late = true
    release(false)
  }, deadlineMs)
  try {
    const response = await connection.post({ path, body: request.body, headers: request.headers })
    response.canReuse.then(release, () => release(false))
    const { responseCode, isTestReceiver } = response
    return { responseCode, failure: null, isTestReceiver }
  } catch (error) {
    if (late) return createFailedOutcome('timeout')
    release(false)
    return createFailedOutcome(classifyFailure(error))
  } finally {
    clearTimeout(deadline)
  }
}

function createFailedOutcome(failure: AttemptFailure): TransportOutcome {
  return { responseCode: null, failure }
}
