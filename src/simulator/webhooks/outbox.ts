import type { Context } from '../accounts/context.ts'
import { type DeliveryRecord, redeliveriesOf } from '../accounts/records/deliveries.ts'
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

/** The result of an attempt: the response's status, or why there was no response. */
export type AttemptOutcome =
  | { readonly responseCode: number; readonly failure: null; readonly isTestReceiver?: true | undefined }
  | { readonly responseCode: null; readonly failure: string; readonly isTestReceiver?: undefined }

/**
 * Sends one attempt. Provided by the server, as the simulator opens no sockets. Never rejects; resolves with null
 * for an attempt that was cut off because the simulator is stopping, which does not count.
 */
export type SendWebhook = (attempt: WebhookAttempt) => Promise<AttemptOutcome | null>

/** The content of one attempt. The signature is over the bytes of `body`. */
export interface WebhookAttempt {
  readonly url: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  /** The secret of the signature, for a body that is changed and signed again. */
  readonly secret: string
}

/** The functions that an attempt needs from outside its account. */
export interface OutboxPorts {
  /** Resolves once every change so far is stored; undefined if there is nothing to wait for. */
  kept(): Promise<void> | undefined
  readonly send: SendWebhook
  /** Called after each attempt. */
  readonly attempted?: ((context: Context, attempt: Attempt) => void) | undefined
}

/** The maximum number of deliveries per environment; beyond it, the oldest ended ones are removed. */
export const endedDeliveriesKept = 10_000

/**
 * Adds a delivery of the label's event; does nothing without a webhook URL (choices 48). The event's `label_url` begins
 * with `baseUrl`.
 */
export function emitLabelCreated(context: Context, label: LabelRecord, baseUrl: string): void {
  const { url, signingSecret } = context.state.webhook.get()
  if (url === null || signingSecret === null) return
  const nowMs = context.clock.now()
  const delivery: DeliveryRecord = {
    id: context.random.id('whd'),
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
 * Returns the payload, serialised once: the same bytes are signed, sent and resent (specification, Payload,
 * Signature).
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

/** Returns the due times of this delivery's waiting attempts, the scheduled and the requested ones. */
export function listAttemptInstants(delivery: DeliveryRecord): readonly number[] {
  const byHand = redeliveriesOf(delivery).map(({ atMs }) => atMs)
  return delivery.nextAttemptAtMs === null ? byHand : [delivery.nextAttemptAtMs, ...byHand]
}

/** Schedules one more attempt now, in addition to the regular ones and to others that were requested. */
export function redeliver(context: Context, delivery: DeliveryRecord): void {
  const nowMs = context.clock.now()
  const redeliveries = sortByTime([...redeliveriesOf(delivery), { atMs: nowMs, delayed: false }])
  context.state.deliveries.set(delivery.id, { ...delivery, redeliveries })
  context.timeline.schedule({ dueMs: nowMs, kind: 'webhook', id: delivery.id })
}

/** Sorts attempts by time; those at the same time keep their order. */
function sortByTime(redeliveries: ReturnType<typeof redeliveriesOf>): ReturnType<typeof redeliveriesOf> {
  return redeliveries.toSorted((one, other) => one.atMs - other.atMs)
}

/**
 * Makes the due attempt; returns its time, null if there was none. It is sent only once the change that
 * caused it is stored. The record stays due until the response is stored, so that a crash in between repeats
 * the attempt instead of losing it.
 */
export async function attemptDelivery(
  context: Context,
  task: Task,
  outside: OutboxPorts,
): Promise<number | null> {
  if (context.attemptsUnderWay.has(task.id)) return null
  context.attemptsUnderWay.add(task.id)
  try {
    const kept = outside.kept()
    if (kept !== undefined) await kept
    // The account may have been deleted during the wait.
    if (context.timeline.isStopped) return null
    return await attemptNow(context, task, outside)
  } finally {
    context.attemptsUnderWay.delete(task.id)
  }
}

async function attemptNow(context: Context, task: Task, outside: OutboxPorts): Promise<number | null> {
  const delivery = context.state.deliveries.get(task.id)
  const atMs = context.clock.now()
  if (delivery === undefined || !listAttemptInstants(delivery).some((dueMs) => dueMs <= atMs)) return null
  const [first] = redeliveriesOf(delivery)
  const byHand = first !== undefined && first.atMs <= atMs
  const fault = findWebhookFault(context, { isDelayed: byHand ? first.delayed : delivery.delayed })
  const mode = fault?.mode
  if (mode === 'delay') {
    postpone(context, { delivery, task, byHand, untilMs: atMs + (fault?.latencyMs ?? 0) })
    return null
  }
  const { realTime } = context.settings
  const startMs = realTime.now()
  const outcome = await sendDelivery(delivery, mode, outside.send)
  if (outcome === null) return null
  const settled = recordAttempt(context, { task, atMs, outcome, byHand })
  outside.attempted?.(context, {
    deliveryId: delivery.id,
    labelId: delivery.labelId,
    number: delivery.attempts.length + 1,
    atMs,
    durationMs: realTime.now() - startMs,
    status: outcome.responseCode,
    failure: outcome.failure,
    isTestReceiver: outcome.isTestReceiver === true,
    fault: mode ?? null,
    isRedelivery: byHand,
    isRepeat: delivery.status === 'succeeded',
    isLate: byHand ? first.delayed : delivery.delayed,
    outcome: settled?.status ?? delivery.status,
  })
  return atMs
}

/** Returns the fault of a webhook attempt. A delay applies only once to each attempt. */
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

function postpone(
  context: Context,
  {
    delivery,
    task,
    byHand,
    untilMs,
  }: {
    readonly delivery: DeliveryRecord
    readonly task: Task
    readonly byHand: boolean
    readonly untilMs: number
  },
): void {
  const [, ...others] = redeliveriesOf(delivery)
  const changed = byHand
    ? { ...delivery, redeliveries: sortByTime([...others, { atMs: untilMs, delayed: true }]) }
    : { ...delivery, nextAttemptAtMs: untilMs, delayed: true }
  context.state.deliveries.set(delivery.id, changed)
  scheduleAfter(context, { delivery: changed, task, newMs: untilMs })
}

/**
 * Schedules the waiting attempts after one that was made or postponed: at the new time, and those that became
 * due meanwhile, whose own task found the attempt running. All others still have their task.
 */
function scheduleAfter(
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

/** Sends a delivery, normally or with the effect of a fault. */
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

/** Stores the result of an attempt, schedules the next, counted from this one (choices 45), and returns the record. */
function recordAttempt(
  context: Context,
  attempt: {
    readonly task: Task
    readonly atMs: number
    readonly outcome: AttemptOutcome
    readonly byHand: boolean
  },
): DeliveryRecord | undefined {
  const { task, atMs, outcome, byHand } = attempt
  const delivery = context.state.deliveries.get(task.id)
  // Newer deliveries may have displaced it before the receiver responded.
  if (delivery === undefined) return undefined
  const { responseCode, failure } = outcome
  const delivered = responseCode !== null && responseCode >= 200 && responseCode < 300
  const scheduledAttempts = delivery.scheduledAttempts + (byHand ? 0 : 1)
  const delayMs = webhookDelaysMs[scheduledAttempts]
  const exhausted = delayMs === undefined
  const nextAttemptAtMs = delivered || exhausted ? null : byHand ? delivery.nextAttemptAtMs : atMs + delayMs
  const settled: DeliveryRecord = {
    ...delivery,
    status: delivered ? 'succeeded' : delivery.status === 'pending' && exhausted ? 'failed' : delivery.status,
    attempts: [...delivery.attempts, { atMs, responseCode, failure }],
    scheduledAttempts,
    nextAttemptAtMs,
    // The first is the one that was made; later requests come after it.
    redeliveries: redeliveriesOf(delivery).slice(byHand ? 1 : 0),
    delayed: byHand && delivery.delayed,
  }
  context.state.deliveries.set(delivery.id, settled)
  if (settled.status !== 'pending') context.deliveryOrder[settled.environment].end(settled.id)
  removeSurplusDeliveries(context, settled.environment)
  scheduleAfter(context, { delivery: settled, task, newMs: byHand ? null : nextAttemptAtMs })
  return settled
}

/** Removes the oldest ended deliveries beyond the number kept. */
function removeSurplusDeliveries(context: Context, environment: Environment): void {
  for (const id of context.deliveryOrder[environment].takeSurplus(endedDeliveriesKept))
    context.state.deliveries.delete(id)
}
