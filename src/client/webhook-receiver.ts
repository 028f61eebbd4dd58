import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { buildLocalUrl } from '../local-address.ts'
import { OptionsError } from '../options-error.ts'
import type { DeliveryEntry } from '../simulator/bodies/deliveries.ts'
import type { LabelCreatedBody, WebhookBody } from '../simulator/bodies/webhook.ts'
import { parseDuration } from '../simulator/time/duration.ts'
import {
  checkSignature,
  type SignatureState,
  signatureHeader,
  testReceiverHeader,
} from '../simulator/webhooks/signature.ts'
import type { AccountClock } from './clock.ts'
import { DrydockError } from './http/drydock-error.ts'
import { checkFieldNames } from './http/object-input.ts'
import { readRequestBody } from './http/receive-body.ts'

/** The kinds of events that the service sends. */
const eventKinds = ['label.created'] as const
/** A kind of event that the service sends: only `label.created` (specification, Events). */
export type WebhookEventKind = (typeof eventKinds)[number]

/** A webhook that arrived at the receiver. */
export interface ReceivedWebhook {
  /** The event; null if the signature is wrong or missing, or the body is no event. */
  readonly event: LabelCreatedBody | null
  /** The state of the header `PR-Signature`: `ok` if it matches the body, `BAD` if not, or `missing` (specification, Signature). */
  readonly signature: SignatureState
  /** The body as it arrived. */
  readonly body: string
  /** The HTTP headers, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>
}

/** The options of `webhook.receive()`. */
export interface ReceiveOptions {
  /** The status of the response to an event with a valid signature: 200 by default. Other events get 401. */
  readonly respond?: number | undefined
  /** The local address to listen at: 127.0.0.1 by default. */
  readonly host?: string | undefined
}

/** How long `waitFor` waits for an event. */
export interface WaitOptions {
  /** The maximum time by which the account's clock moves, from one due attempt or batch to the next, such as `5m`. */
  readonly within?: string | undefined
  /** How many milliseconds of real time to wait for an event: 2,000 by default. */
  readonly timeoutMs?: number | undefined
}

/** A receiver of the account's webhooks in this process. */
export interface WebhookReceiver {
  /** The URL at which the receiver listens. */
  readonly url: string
  /** All webhooks that have arrived, oldest first; also webhooks with a wrong signature. */
  readonly events: readonly ReceivedWebhook[]
  /**
   * Resolves with the oldest event of a kind that no earlier call has returned. Rejects if none arrives; the message
   * lists the webhooks that did arrive and the state of the account's deliveries.
   */
  waitFor(event: WebhookEventKind, options?: WaitOptions): Promise<LabelCreatedBody>
  /**
   * Stops the receiver, and restores the account's earlier webhook, unless somebody has set another webhook since then.
   */
  close(): Promise<void>
}

/** Sets and reads the account's webhook and reads its deliveries. */
export interface WebhookSetting {
  /** Sets an http or https URL; the result has the signing secret. */
  set(url: string): Promise<WebhookBody>
  /** Returns the URL and the signing secret; both are null if no webhook is set. */
  get(): Promise<WebhookBody>
  /** Removes the webhook: later purchases make no deliveries. */
  clear(): Promise<void>
  /** Returns all stored deliveries, newest first. */
  deliveries(): Promise<readonly DeliveryEntry[]>
}

/** The members of an account that the webhook receiver of the account uses. */
interface ReceivingAccount {
  readonly webhook: WebhookSetting
  readonly clock: Pick<AccountClock, 'now' | 'timeline' | 'advance'>
}

const maxBodyBytes = 64 * 1024
const pollIntervalMs = 50

/**
 * The URLs of receivers that closed while the account had another webhook, each with the webhook URL that the receiver
 * had replaced. A later receiver that has replaced the URL of a closed receiver then restores that earlier URL.
 */
const closedReceivers = new Map<string, string | null>()

/** Starts a receiver on a free port and sets it as the account's webhook. Rejects with Node's error if it cannot listen. */
export async function openWebhookReceiver(
  account: ReceivingAccount,
  { respond = 200, host = '127.0.0.1' }: ReceiveOptions,
): Promise<WebhookReceiver> {
  if (!Number.isInteger(respond) || respond < 200 || respond > 599)
    throw new OptionsError(`respond must be an HTTP status from 200 to 599, not ${JSON.stringify(respond)}.`)
  const events: ReceivedWebhook[] = []
  let secret = ''
  let previous: string | null = null
  const server = createServer((request, response) => {
    readRequestBody(request, maxBodyBytes)
      .then((body) => {
        if (body === undefined) return respondWithStatus(response, 413)
        const received = readReceivedWebhook(request, { body, secret })
        events.push(received)
        respondWithStatus(response, received.signature === 'ok' ? respond : 401)
      })
      // Reading the body fails if the sender has disconnected.
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, host, resolve)
  })
  const address = server.address()
  const url = `${buildLocalUrl(host, typeof address === 'object' && address !== null ? address.port : 0)}/`
  const close = async (): Promise<void> => {
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
    await restoreWebhook(account.webhook, { url, previous })
  }
  closedReceivers.delete(url)
  try {
    previous = (await account.webhook.get()).url
    secret = (await account.webhook.set(url)).signing_secret ?? ''
  } catch (error) {
    await close()
    throw error
  }
  const returned = new Set<ReceivedWebhook>()
  return {
    url,
    events,
    waitFor: (kind, options = {}) => waitForEvent(kind, { account, url, events, returned, options }),
    close,
  }
}

interface WaitContext {
  readonly account: ReceivingAccount
  readonly url: string
  readonly events: readonly ReceivedWebhook[]
  readonly returned: Set<ReceivedWebhook>
  readonly options: WaitOptions
}

async function waitForEvent(kind: WebhookEventKind, waiting: WaitContext): Promise<LabelCreatedBody> {
  const { account, events, returned, options } = waiting
  const { within, timeoutMs = 2_000 } = checkFieldNames(options, 'waitFor', { within: true, timeoutMs: true })
  if (!eventKinds.includes(kind))
    throw new OptionsError(
      `waitFor: there is no event ${JSON.stringify(kind)}, only ${eventKinds.join(', ')}.`,
    )
  const spanMs = within === undefined ? 0 : parseDuration(within)
  if (spanMs === undefined)
    throw new OptionsError(`waitFor: within must be a duration such as 5m, not ${JSON.stringify(within)}.`)
  const untilMs = Date.parse(await account.clock.now()) + spanMs
  const endsAtMs = performance.now() + timeoutMs
  for (;;) {
    const found = events.find((received) => received.event?.event === kind && !returned.has(received))
    if (found?.event) {
      returned.add(found)
      return found.event
    }
    const hasMoved = await advanceToNextWork(account.clock, within === undefined ? null : untilMs)
    if (hasMoved) continue
    if (performance.now() > endsAtMs) throw new Error(await describeFailedWait(kind, waiting))
    await pause(pollIntervalMs)
  }
}

/**
 * Advances the clock to the next webhook attempt or batch that is due up to `untilMs`, which then runs. Returns false
 * if none is due, or if `untilMs` is null.
 */
async function advanceToNextWork(clock: ReceivingAccount['clock'], untilMs: number | null): Promise<boolean> {
  if (untilMs === null) return false
  const { now, due } = await clock.timeline({ to: new Date(untilMs).toISOString() })
  const next = due.find(({ kind }) => kind === 'webhook' || kind === 'batch')
  if (next === undefined) return false
  // If the clock runs, its time may already be later than the due time. The advance then is by zero.
  await clock.advance({ seconds: Math.max(0, (Date.parse(next.at) - Date.parse(now)) / 1000) })
  return true
}

/**
 * Describes the webhooks that arrived although another event was expected, and the state of the account's deliveries.
 */
async function describeFailedWait(
  kind: string,
  { account, url, events, options }: WaitContext,
): Promise<string> {
  const { within, timeoutMs = 2_000 } = checkFieldNames(options, 'waitFor', { within: true, timeoutMs: true })
  const [{ url: set }, deliveries] = await Promise.all([account.webhook.get(), account.webhook.deliveries()])
  const arrived = events.map(
    ({ event, signature }) => `${event?.event ?? 'something other than an event'} (signature ${signature})`,
  )
  const own = deliveries.filter((delivery) => delivery.url === url)
  return [
    `No further ${kind} arrived within ${within === undefined ? '' : `${within} of the account's clock and `}${timeoutMs} ms of real time.`,
    set === url
      ? `The receiver got ${arrived.length === 0 ? 'nothing' : arrived.join(', ')}.`
      : `The account's webhook is ${set ?? 'not set any more'}, and not this receiver at ${url}.`,
    ...own
      .slice(0, 5)
      .map(
        ({ id, status, attempts, attempt_log: log, next_attempt_at: next }) =>
          `Delivery ${id}: ${status} after ${attempts} attempt${attempts === 1 ? '' : 's'} (${log.at(-1)?.failure ?? log.at(-1)?.response_code ?? 'none'}), ${next === null ? 'no more are due' : `next at ${next}`}.`,
      ),
    ...(own.length > 0
      ? []
      : deliveries.length === 0
        ? ['The account has no deliveries: no label has been bought since the webhook was set.']
        : ["The account's deliveries went to other webhooks, none to this receiver."]),
    ...(within === undefined && own.some(({ next_attempt_at: next }) => next !== null)
      ? ["To move the account's clock to later attempts, give { within: '24h' }."]
      : []),
  ].join('\n')
}

function readReceivedWebhook(
  request: IncomingMessage,
  { body, secret }: { readonly body: Buffer; readonly secret: string },
): ReceivedWebhook {
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const signature = checkSignature(body, { header: headers[signatureHeader.toLowerCase()], secret })
  const text = body.toString('utf8')
  // A body with a valid signature is an event, because only the simulator knows the secret.
  return { event: signature === 'ok' ? JSON.parse(text) : null, signature, body: text, headers }
}

function respondWithStatus(response: ServerResponse, status: number): void {
  response.writeHead(status, { [testReceiverHeader]: 'yes' }).end()
}

/**
 * Replaces the account's webhook by the previous one if it still has the receiver's URL. Ignores an account that was
 * deleted.
 */
async function restoreWebhook(
  webhook: WebhookSetting,
  { url, previous }: { readonly url: string; readonly previous: string | null },
): Promise<void> {
  try {
    if ((await webhook.get()).url !== url) {
      closedReceivers.set(url, previous)
      return
    }
    const restored = findUrlToRestore(previous)
    if (restored === null || restored === url) await webhook.clear()
    else await webhook.set(restored)
  } catch (error) {
    if (!(error instanceof DrydockError && error.code === 'CONTROL.ACCOUNT.NOT_FOUND')) throw error
  }
}

/**
 * Returns `url` itself. If `url` is that of a closed receiver, returns the webhook URL that this receiver had replaced.
 */
function findUrlToRestore(url: string | null, triedUrls: readonly string[] = []): string | null {
  const earlier = url === null ? undefined : closedReceivers.get(url)
  if (url === null || earlier === undefined) return url
  // If a port was used twice, the search for an earlier URL could return to the same receiver.
  return triedUrls.includes(url) ? null : findUrlToRestore(earlier, [...triedUrls, url])
}
