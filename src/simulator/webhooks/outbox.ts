import type { Context } from '../accounts/context.ts'
import { type DeliveryRecord, listRedeliveries } from '../accounts/records/deliveries.ts'
import type { LabelRecord } from '../accounts/records/labels.ts'
import type { LabelCreatedBody } from '../bodies/webhook.ts'
import { type FaultOn, triggerFault } from '../faults/trigger-fault.ts'
import { buildDownloadUrl } from '../resources/labels/label-body.ts'
import type { Environment } from '../specification/model.ts'
import { webhookDelaysMs } from '../specification/operations.ts'
import type { Task } from '../time/agenda.ts'
import { toTimestamp } from '../time/timestamp.ts'
import type { Attempt } from '../watching/simulator-observer.ts'
import { sign, signatureHeader } from './signature.ts'

/** The result of a webhook attempt: the status of the response, or why there was no response. */
export type AttemptOutcome =
  | { readonly responseCode: number; readonly failure: null; readonly isTestReceiver?: true | undefined }
  | { readonly responseCode: null; readonly failure: string; readonly isTestReceiver?: undefined }

/**
 * Sends one webhook attempt. The server provides this function, as the simulator opens no sockets. It never rejects. It
 * resolves with null if the attempt was cut off because the simulator stops; such an attempt does not count.
 */
export type SendWebhook = (attempt: WebhookAttempt) => Promise<AttemptOutcome | null>

/** The request of one webhook attempt. The signature is over the bytes of `body`. */
export interface WebhookAttempt {
  readonly url: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  /** The signing secret, for variations of the service that change the body and sign it again. */
  readonly secret: string
}

/** The functions that a webhook attempt needs from outside its account. */
export interface OutboxPorts {
  /** Resolves once all changes so far are in the data file; undefined if no change waits. */
  waitUntilStored(): Promise<void> | undefined
  readonly send: SendWebhook
  /** Receives each webhook attempt after its end. */
  readonly onAttempt?: ((context: Context, attempt: Attempt) => void) | undefined
}

/** The maximum number of deliveries per environment; if there are more, the oldest that are not pending are removed. */
export const maxKeptDeliveries = 10_000

/**
 * Adds a delivery of the label's event; does nothing without a webhook URL (choices 48). The event's `label_url` begins
 * with `baseUrl`.
 */
export function emitLabelCreated(context: Context, label: LabelRecord, baseUrl: string): void {
  const { url, signingSecret } = context.state.webhook.get()
  if (url === null || signingSecret === null) return
  const nowMs = context.clock.now()
  const delivery: DeliveryRecord = {
    id: context.random.drawId('whd'),
    environment: label.environment,
    labelId: label.id,
    url,
    signingSecret,
    body: createEventBody(label, baseUrl, nowMs),
    status: 'pending',
    attempts: [],
    scheduledAttempts: 0,
    createdAtMs: nowMs,
    nextAttemptAtMs: nowMs,
    redeliveries: [],
    delayed: false,
  }
  context.state.deliveries.set(delivery.id, delivery)
  context.deliveryOrder[label.environment].add(delivery)
  removeSurplusDeliveries(context, label.environment)
  context.timeline.schedule({ dueMs: nowMs, kind: 'webhook', id: delivery.id })
}

/**
 * Returns the payload of a label's event as JSON. It is written once, because the same bytes are signed and sent at each
 * attempt (specification, Payload, Signature).
 */
function createEventBody(label: LabelRecord, baseUrl: string, nowMs: number): string {
  const event: LabelCreatedBody = {
    event: 'label.created',
    data: {
      id: label.id,
      carrier: label.carrier,
      service: label.service,
      tracking_number: label.trackingNumber,
      rate_cents: label.rateCents,
      label_url: buildDownloadUrl(baseUrl, label.id),
      created_at: toTimestamp(label.createdAtMs),
    },
    timestamp: toTimestamp(nowMs),
  }
  return JSON.stringify(event)
}

/** Returns the due times of a delivery's waiting attempts: the scheduled one and requested redeliveries. */
export function listAttemptInstants(delivery: DeliveryRecord): readonly number[] {
  const requested = listRedeliveries(delivery).map(({ atMs }) => atMs)
  return delivery.nextAttemptAtMs === null ? requested : [delivery.nextAttemptAtMs, ...requested]
}

/** Requests one more attempt of a delivery now, besides its scheduled attempts and other redeliveries. */
export function redeliver(context: Context, delivery: DeliveryRecord): void {
  const nowMs = context.clock.now()
  const redeliveries = sortByTime([...listRedeliveries(delivery), { atMs: nowMs, delayed: false }])
  context.state.deliveries.set(delivery.id, { ...delivery, redeliveries })
  context.timeline.schedule({ dueMs: nowMs, kind: 'webhook', id: delivery.id })
}

/** Sorts redeliveries by time; redeliveries at the same time keep their order. */
function sortByTime(redeliveries: ReturnType<typeof listRedeliveries>): ReturnType<typeof listRedeliveries> {
  return redeliveries.toSorted((one, other) => one.atMs - other.atMs)
}

/**
 * Makes the webhook attempt of a delivery that is due now. Resolves with the time of the attempt, or null if none was
 * due. The attempt is sent only once the change that caused it is stored. The delivery stays due until the response is
 * stored, so that after a crash the attempt is repeated and not lost.
 */
export async function attemptDelivery(
  context: Context,
  task: Task,
  outside: OutboxPorts,
): Promise<number | null> {
  if (context.attemptsUnderWay.has(task.id)) return null
  context.attemptsUnderWay.add(task.id)
  try {
    const stored = outside.waitUntilStored()
    if (stored !== undefined) await stored
    // The account may have been deleted during the wait.
    if (context.timeline.isStopped) return null
    return await sendDueAttempt(context, task, outside)
  } finally {
    context.attemptsUnderWay.delete(task.id)
  }
}

async function sendDueAttempt(context: Context, task: Task, outside: OutboxPorts): Promise<number | null> {
  const delivery = context.state.deliveries.get(task.id)
  const atMs = context.clock.now()
  if (delivery === undefined || !listAttemptInstants(delivery).some((dueMs) => dueMs <= atMs)) return null
  const [first] = listRedeliveries(delivery)
  const isRedelivery = first !== undefined && first.atMs <= atMs
  const fault = findWebhookFault(context, { isDelayed: isRedelivery ? first.delayed : delivery.delayed })
  const mode = fault?.mode
  if (mode === 'delay') {
    postponeAttempt(context, { delivery, task, isRedelivery, untilMs: atMs + (fault?.latencyMs ?? 0) })
    return null
  }
  const { realTime } = context.settings
  const startMs = realTime.now()
  const outcome = await sendDelivery(delivery, mode, outside.send)
  if (outcome === null) return null
  const updated = recordAttempt(context, { task, atMs, outcome, isRedelivery })
  outside.onAttempt?.(context, {
    deliveryId: delivery.id,
    labelId: delivery.labelId,
    number: delivery.attempts.length + 1,
    atMs,
    durationMs: realTime.now() - startMs,
    status: outcome.responseCode,
    failure: outcome.failure,
    isTestReceiver: outcome.isTestReceiver === true,
    fault: mode ?? null,
    isRedelivery,
    isRepeat: delivery.status === 'succeeded',
    isLate: isRedelivery ? first.delayed : delivery.delayed,
    outcome: updated?.status ?? delivery.status,
  })
  return atMs
}

/**
 * Triggers the injected fault that applies to a webhook attempt, and returns it; undefined if there is none. An attempt
 * that was already delayed is not delayed again.
 */
function findWebhookFault(
  context: Context,
  { isDelayed }: { readonly isDelayed: boolean },
): FaultOn<'webhook'> | undefined {
  return triggerFault(context, {
    target: 'webhook',
    operation: '*',
    among: ({ mode }) => mode !== 'delay' || !isDelayed,
  })
}

function postponeAttempt(
  context: Context,
  {
    delivery,
    task,
    isRedelivery,
    untilMs,
  }: {
    readonly delivery: DeliveryRecord
    readonly task: Task
    readonly isRedelivery: boolean
    readonly untilMs: number
  },
): void {
  const [, ...others] = listRedeliveries(delivery)
  const changed = isRedelivery
    ? { ...delivery, redeliveries: sortByTime([...others, { atMs: untilMs, delayed: true }]) }
    : { ...delivery, nextAttemptAtMs: untilMs, delayed: true }
  context.state.deliveries.set(delivery.id, changed)
  scheduleWaitingAttempts(context, { delivery: changed, task, newMs: untilMs })
}

/**
 * Schedules attempts of a delivery after an attempt was made or postponed: the attempt at `newMs`, and an attempt that
 * became due while another one was running, because its task has ended without an attempt. All other attempts are
 * scheduled already.
 */
function scheduleWaitingAttempts(
  context: Context,
  {
    delivery,
    task,
    newMs,
  }: { readonly delivery: DeliveryRecord; readonly task: Task; readonly newMs: number | null },
): void {
  const nowMs = context.clock.now()
  const dueMs = Math.min(...listAttemptInstants(delivery))
  const instants = new Set(dueMs <= nowMs ? [dueMs] : [])
  if (newMs !== null) instants.add(newMs)
  for (const instantMs of instants) {
    context.timeline.schedule({ dueMs: instantMs, kind: 'webhook', id: delivery.id, order: task.order })
  }
}

/** Sends a delivery, with the effect of a fault if there is one. */
async function sendDelivery(
  delivery: DeliveryRecord,
  mode: Exclude<FaultOn<'webhook'>['mode'], 'delay'> | undefined,
  send: SendWebhook,
): Promise<AttemptOutcome | null> {
  const { signingSecret } = delivery
  switch (mode) {
    case undefined:
      return send(signAttempt(delivery, signingSecret))
    case 'drop':
      return { responseCode: null, failure: 'dropped' }
    case 'duplicate': {
      const attempt = signAttempt(delivery, signingSecret)
      const [first] = await Promise.all([send(attempt), send(attempt)])
      return first
    }
    case 'bad_signature':
      return send(signAttempt(delivery, `${signingSecret} but another`))
  }
}

function signAttempt({ url, body }: DeliveryRecord, secret: string): WebhookAttempt {
  const headers = { 'Content-Type': 'application/json', [signatureHeader]: sign(body, secret) }
  return { url, body, headers, secret }
}

/**
 * Stores the result of an attempt, and schedules the next attempt, whose delay counts from this one (choices 45).
 * Returns the delivery.
 */
function recordAttempt(
  context: Context,
  attempt: {
    readonly task: Task
    readonly atMs: number
    readonly outcome: AttemptOutcome
    readonly isRedelivery: boolean
  },
): DeliveryRecord | undefined {
  const { task, atMs, outcome, isRedelivery } = attempt
  const delivery = context.state.deliveries.get(task.id)
  // The delivery may have been removed before the receiver responded, because there were too many deliveries.
  if (delivery === undefined) return undefined
  const { responseCode, failure } = outcome
  const isDelivered = responseCode !== null && responseCode >= 200 && responseCode < 300
  const scheduledAttempts = delivery.scheduledAttempts + (isRedelivery ? 0 : 1)
  const delayMs = webhookDelaysMs[scheduledAttempts]
  const isExhausted = delayMs === undefined
  const nextAttemptAtMs =
    isDelivered || isExhausted ? null : isRedelivery ? delivery.nextAttemptAtMs : atMs + delayMs
  const updated: DeliveryRecord = {
    ...delivery,
    status: isDelivered
      ? 'succeeded'
      : delivery.status === 'pending' && isExhausted
        ? 'failed'
        : delivery.status,
    attempts: [...delivery.attempts, { atMs, responseCode, failure }],
    scheduledAttempts,
    nextAttemptAtMs,
    // A redelivery that was just attempted is the first in the list of requested redeliveries.
    redeliveries: listRedeliveries(delivery).slice(isRedelivery ? 1 : 0),
    delayed: isRedelivery && delivery.delayed,
  }
  context.state.deliveries.set(delivery.id, updated)
  if (updated.status !== 'pending') context.deliveryOrder[updated.environment].markEnded(updated.id)
  removeSurplusDeliveries(context, updated.environment)
  scheduleWaitingAttempts(context, { delivery: updated, task, newMs: isRedelivery ? null : nextAttemptAtMs })
  return updated
}

/** Removes the oldest deliveries that are not pending, until the maximum number is left. */
function removeSurplusDeliveries(context: Context, environment: Environment): void {
  for (const id of context.deliveryOrder[environment].takeSurplus(maxKeptDeliveries))
    context.state.deliveries.delete(id)
}
