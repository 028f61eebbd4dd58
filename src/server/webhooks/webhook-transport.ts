import type { LookupFunction } from 'node:net'
import type { AttemptOutcome, WebhookAttempt } from '../../simulator/webhooks/outbox.ts'
import { explainRefusedUrl } from '../../simulator/webhooks/webhook-url.ts'
import { type AttemptFailure, classifyAttemptFailure } from './attempt-failure.ts'
import type { ReceiverConnection } from './receiver-connection.ts'
import { ReceiverSockets } from './receiver-sockets.ts'

/** The status of the response, or the reason why there is none. The caller decides which statuses are a success. */
type TransportOutcome =
  | Extract<AttemptOutcome, { readonly failure: null }>
  | { readonly responseCode: null; readonly failure: AttemptFailure }

/** The parts of a webhook attempt that are sent. */
type SentAttempt = Omit<WebhookAttempt, 'secret'>

export interface WebhookTransport {
  /** Makes one webhook attempt. Never rejects. If `close` is called meanwhile, the outcome is the failure `reset`. */
  send(request: SentAttempt): Promise<TransportOutcome>
  /** Ends all attempts. Resolves once no socket is left. */
  close(): Promise<void>
}

/**
 * Returns the transport that posts webhooks over sockets. It limits what a receiver can do to the simulator
 * (specification, Delivery and retries; choices 45).
 *
 * The outcome is known when the response headers arrive; redirects are not followed. The response body is discarded. If
 * it is short and comes promptly, the connection is reused, else it is cut off. `deadlineMs` limits the real time of an
 * attempt with name lookup and TLS; the wait for a socket does not count. At most `maxSockets` are open, idle ones
 * included, and `ReceiverSockets` shares them between receivers. Each connection to a link-local address or to that of
 * a cloud metadata service is refused, also if a host name resolves to it.
 */
export function createWebhookTransport(
  options: {
    readonly deadlineMs?: number
    readonly maxSockets?: number
    /**
     * How long an idle connection is kept open. The default is shorter than the time after which most receivers close
     * idle connections, so that an attempt seldom uses a connection that is closing.
     */
    readonly idleMs?: number
    /** Resolves host names; by default by the operating system. */
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
    return createFailedOutcome(classifyAttemptFailure(error))
  } finally {
    clearTimeout(deadline)
  }
}

function createFailedOutcome(failure: AttemptFailure): TransportOutcome {
  return { responseCode: null, failure }
}
