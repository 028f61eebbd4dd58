import { removeTrailingSlashes } from '../../../trailing-slashes.ts'
import type { Answer, Purchase, SendingRule, SentRequest } from '../answer.ts'
import { errorCodeOf } from '../expect.ts'
import { Throttled, Unsafe } from '../failures.ts'
import { findOperation, type Operation, type OperationName, pathOf } from '../operation.ts'
import { findErrorCode } from '../spec-error.ts'
import { type ClientRequest, createRequestEncoder } from './outgoing.ts'
import type { Pace } from './pace.ts'
import { type Sending, Transport, type TransportOptions } from './transport.ts'

/** Sends requests to one target, within its rate limits and within the spending limit of the run. */
export interface Client {
  readonly baseUrl: string
  /**
   * Sends a request and resolves with the response, whatever its status. Throws TransportFailure if no response came,
   * Throttled if a rate limit of the target lasts too long, and Unsafe if the rule must not send the request.
   */
  send(request: ClientRequest, sender: SendingRule): Promise<Answer>
  /** Tests whether the target responds at all, with a request that has no key and belongs to no rule. */
  isReachable(): Promise<boolean>
  close(): Promise<void>
}

/** The facts about the target and the run that a client of the target needs. */
export interface ClientOptions extends TransportOptions {
  readonly baseUrl: string
  readonly version: string
  /** Headers that are added to every request to the target. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Delays requests, so that the run stays within the documented rate limits; undefined if every rule has separate keys. */
  readonly pace?: Pace | undefined
  /** How long the whole run may still wait after 429 responses, in milliseconds. Each wait reduces it. */
  readonly waitBudget: { leftMs: number }
  /** Waits in real time. The user sees `what` as the reason for the wait. */
  pause(waitMs: number, what: string): Promise<void>
}

const maxTries = 3

/** Creates a client for the target at a base URL. */
export function openClient(options: ClientOptions): Client {
  const baseUrl = removeTrailingSlashes(options.baseUrl)
  const encodeRequest = createRequestEncoder(baseUrl, options.version, options.headers)
  const transport = new Transport(new URL(baseUrl).origin, options)
  const away = { leftMs: maxAwayMs, untilMs: 0 }
  return {
    baseUrl,
    send: async (asked, sender) => {
      const cleansUp = asked.cleansUp === true
      if (!cleansUp) options.signal.throwIfAborted()
      const outgoing = encodeRequest(asked)
      const { sent } = outgoing
      const operation = findOperation(sent.method, sent.path)
      requireSpendingAllowed(sent, operation?.name, sender)
      const takes429 = asked.takes429 === true
      const sending = {
        ...outgoing,
        operation,
        sender,
        cleansUp,
        once: asked.once === true,
        mayBeLost: asked.mayBeLost === true,
      }
      const purchase =
        operation !== undefined && spending.has(operation.name)
          ? await sender.preparePurchase(operation.name, sent)
          : undefined
      return sendWithinLimits(sending, { takes429, transport, options, purchase, away })
    },
    isReachable: async () => {
      const path = `${removeTrailingSlashes(new URL(baseUrl).pathname)}${pathOf('getWallet')}`
      return (await transport.canReach(path)) || transport.canReach(path)
    },
    close: () => transport.close(),
  }
}

/** Waits until the rate limits allow a request, and sends it. After a 429, waits and sends it again, unless the rule tests 429 responses. */
async function sendWithinLimits(
  sending: Sending,
  by: {
    readonly takes429: boolean
    readonly transport: Transport
    readonly options: ClientOptions
    readonly away: WaitsAfter503
    readonly purchase?: Purchase | undefined
  },
): Promise<Answer> {
  const { sent, operation, sender } = sending
  const { pace, waitBudget } = by.options
  for (let tried = 1; ; tried += 1) {
    await pace?.waitForLimit(sent.key, operation, { atOnce: by.takes429 })
    const sendRequest = (): Promise<Answer> => by.transport.sendWithRetry(sending)
    const answer = await (by.purchase?.carryOut(sendRequest) ?? sendRequest())
    pace?.record(answer)
    if (tried < maxTries && !by.takes429 && reserveWaitAfter503(sending, answer, by.away)) {
      await by.options.pause(
        readRetryAfterMs(answer),
        `${sent.method} ${sent.path}, which is temporarily unavailable (503)`,
      )
      continue
    }
    sender.onAnswer(answer)
    if (answer.status !== 429 || by.takes429) return answer
    const waitMs = readRetryAfterMs(answer)
    if (tried === maxTries || waitMs > waitBudget.leftMs) {
      throw new Throttled(
        `${sent.method} ${sent.path}: the target limits requests (429) for longer than the run may wait${describeLowerLimit(answer, operation, pace)}`,
      )
    }
    waitBudget.leftMs -= waitMs
    await by.options.pause(waitMs, `${sent.method} ${sent.path}, whose rate limit is used up (429)`)
  }
}

/** The waits after 503 responses: how long the run may still wait, and when the current waits end. */
interface WaitsAfter503 {
  leftMs: number
  untilMs: number
}

const maxAwayMs = 60_000

/**
 * Decides whether a request is sent again after a 503 with `Retry-After`. If so, subtracts the wait from the time that
 * the run may still wait; waits at the same time count once. A 503 with a documented code is a final response, and a
 * purchase is never sent again.
 */
function reserveWaitAfter503({ operation, once }: Sending, answer: Answer, away: WaitsAfter503): boolean {
  if (answer.status !== 503 || once || spending.has(operation?.name)) return false
  if (answer.headers['retry-after'] === undefined || findErrorCode(errorCodeOf(answer)) !== undefined)
    return false
  const nowMs = performance.now()
  const untilMs = Math.max(away.untilMs, nowMs + readRetryAfterMs(answer))
  const moreMs = untilMs - Math.max(away.untilMs, nowMs)
  if (moreMs > away.leftMs) return false
  away.leftMs -= moreMs
  away.untilMs = untilMs
  return true
}

/** If the target reports a lower rate limit than the run assumes, returns advice to append to a message; otherwise an empty text. */
function describeLowerLimit(
  { headers }: Answer,
  operation: Operation | undefined,
  pace: Pace | undefined,
): string {
  const reported = Number(headers['x-ratelimit-limit'])
  if (operation === undefined || pace === undefined || !(reported > 0 && reported < pace.limitOf(operation)))
    return ''
  return `. It reports a limit of ${reported} a minute, lower than ${pace.limitOf(operation)}: put "limits": {"${operation.endpoint}": ${reported}} into the profile, and the run respects it`
}

const spending: ReadonlySet<OperationName | undefined> = new Set(['buyLabel', 'createBatch', 'buyBatch'])

/** Throws Unsafe for a purchase with a live key if the rule may not spend money. It is the last check before a request is sent. */
function requireSpendingAllowed(
  request: SentRequest,
  operation: OperationName | undefined,
  sender: SendingRule,
): void {
  if (!spending.has(operation) || sender.maySpend()) return
  if (Object.values(request.headers).some((value) => value.includes('pr_live_'))) {
    throw new Unsafe(
      `${request.method} ${request.path} was not sent: with a live key it could charge the wallet, which the rule is not allowed to do`,
    )
  }
}

function readRetryAfterMs({ headers }: Answer): number {
  const reported = headers['retry-after']
  const seconds = Number(reported)
  if (Number.isFinite(seconds) && seconds >= 0) return Math.min(seconds, 3_600) * 1_000
  // Retry-After may also be a date (RFC 9110, 10.2.3).
  const untilMs = Date.parse(reported ?? '') - Date.now()
  return Number.isNaN(untilMs) ? 60_000 : Math.min(Math.max(0, untilMs), 3_600_000)
}
