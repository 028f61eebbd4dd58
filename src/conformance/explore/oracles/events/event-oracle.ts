import { readTimestamp } from '../../../http/fields.ts'
import { isRefused, resourceIn, textIn } from '../../response-fields.ts'
import type { CallStep, ClientName, Delivery, Step } from '../../step.ts'
import { Checks, type Oracle } from '../oracle.ts'
import { checkDeliveryLog, type LogMemory, noLog, withLoggedDeliveries } from './delivery-log.ts'
import { checkArrivalTime, checkMissingAttempts, type NotifiedLabel, type Span } from './event-attempts.ts'
import { checkEnvelope, checkPayload, readEventFields } from './event-payloads.ts'

/** The clock and the webhook of a client, as far as the steps of the walk have shown them. */
interface ClientState {
  readonly nowMs: number
  readonly hasWebhook: boolean
  /** The number of the webhook that the client set last. */
  readonly webhook: number
  readonly isFaulty: boolean
  /** True if labels may exist that no response has named: labels of a batch, or of a purchase whose response was lost. */
  readonly hasUnknownLabels: boolean
}

interface Memory {
  readonly clientStates: Readonly<Partial<Record<ClientName, ClientState>>>
  readonly labels: Readonly<Record<string, NotifiedLabel>>
  readonly log: LogMemory
}

const newClientState: ClientState = {
  nowMs: 0,
  hasWebhook: false,
  webhook: 0,
  isFaulty: false,
  hasUnknownLabels: false,
}

/**
 * Checks in random walks that the client's webhook gets an event for each label that is bought alone, and that the
 * service repeats failed deliveries until a 2xx reply.
 */
export const events: Oracle<Memory> = {
  group: 'EXPL-006',
  start: { clientStates: {}, labels: {}, log: noLog },
  judge: (memory, step) => {
    const checks = new Checks()
    let next = updateMemoryAfterStep(withClientState(memory, step.client, { nowMs: step.atMs }), step)
    const came = new Map<string, readonly Delivery[]>()
    for (const each of step.deliveries) {
      checkEnvelope(checks, each)
      const label = findDeliveredLabel(next, each)
      if (label === undefined) checkUnknownLabel(checks, next, { each, step })
      else if (checkEventOwner(checks, label, each)) {
        checkPayload(checks, each, label.fields)
        came.set(each.labelId ?? '', [...(came.get(each.labelId ?? '') ?? []), each])
      }
    }
    for (const [id, list] of came) next = withArrivals(checks, next, { id, list, step })
    next = { ...next, log: updateLogAfterStep(checks, next, step) }
    if (step.kind === 'clock') {
      next = withClientState(next, step.client, { nowMs: step.toMs })
      const own = Object.values(next.labels).filter(({ client }) => client === step.client)
      checkMissingAttempts(checks, own, step.toMs)
    }
    if (step.kind === 'end') checkEachPurchaseNotified(checks, next)
    return checks.verdict(next)
  },
}

/** Adds the deliveries of a step to the expected log, and checks a reading of the log. */
function updateLogAfterStep(checks: Checks, memory: Memory, step: Step): LogMemory {
  const { log } = memory
  const isDisturbed = log.isDisturbed || (step.kind === 'fault added' && step.fault['target'] === 'webhook')
  const known = isDisturbed === log.isDisturbed ? log : { ...log, isDisturbed }
  const withNew = withLoggedDeliveries(known, step.deliveries, (client) =>
    computeClockSpan(memory, step, client),
  )
  return step.kind === 'call' && step.operation === 'listDeliveries'
    ? checkDeliveryLog(checks, withNew, step)
    : withNew
}

/** Returns the times on a client's clock at the start and at the end of a step. */
function computeClockSpan(memory: Memory, step: Step, client: ClientName): Span {
  const { nowMs } = clientStateOf(memory, client)
  const hasMoved = step.kind === 'clock' && step.client === client
  return hasMoved ? { fromMs: step.fromMs, toMs: step.toMs } : { fromMs: nowMs, toMs: nowMs }
}

function clientStateOf({ clientStates }: Memory, client: ClientName): ClientState {
  return clientStates[client] ?? newClientState
}

function withClientState(memory: Memory, client: ClientName, change: Partial<ClientState>): Memory {
  const clientState = { ...clientStateOf(memory, client), ...change }
  return { ...memory, clientStates: { ...memory.clientStates, [client]: clientState } }
}

/** Returns the bought label that a delivery is about; undefined if no purchase returned it. */
function findDeliveredLabel({ labels }: Memory, { labelId = '' }: Delivery): NotifiedLabel | undefined {
  return Object.hasOwn(labels, labelId) ? labels[labelId] : undefined
}

/** Stops the checks of a client's remaining delivery attempts: after a change of the webhook, they may go to another URL or nowhere. */
function withUncertainAttempts(memory: Memory, client: ClientName): Memory {
  const labels = Object.fromEntries(
    Object.entries(memory.labels).map(([id, label]) => [
      id,
      label.client === client ? { ...label, isDue: false } : label,
    ]),
  )
  return { ...memory, labels }
}

/** Returns the memory after a step: new labels, and changes of webhooks and faults. */
function updateMemoryAfterStep(memory: Memory, step: Step): Memory {
  const { client } = step
  switch (step.kind) {
    case 'call':
      return updateMemoryAfterCall(memory, step)
    case 'webhook set': {
      const { hasWebhook, webhook } = clientStateOf(memory, client)
      const isSame = hasWebhook && webhook === step.webhook
      const next = withClientState(memory, client, { hasWebhook: true, webhook: step.webhook })
      // If the client sets the same URL again, the remaining delivery attempts go to it.
      return isSame ? next : withUncertainAttempts(next, client)
    }
    case 'webhook cleared':
      return withUncertainAttempts(withClientState(memory, client, { hasWebhook: false }), client)
    case 'fault added':
      return step.fault['target'] === 'webhook'
        ? withUncertainAttempts(withClientState(memory, client, { isFaulty: true }), client)
        : memory
    case 'faults cleared':
      return withClientState(memory, client, { isFaulty: false })
    default:
      return memory
  }
}

/** Adds the label that a purchase returned, or records that labels without known ids may exist. */
function updateMemoryAfterCall(memory: Memory, step: CallStep): Memory {
  const { operation, answer, key } = step
  if (operation === 'createBatch' || operation === 'buyBatch') {
    return isRefused(answer) ? memory : withClientState(memory, key.client, { hasUnknownLabels: true })
  }
  if (operation !== 'buyLabel') return memory
  const label = resourceIn(answer, 'label')
  const id = textIn(label, 'id')
  // A 5xx response, or one that a fault changed, may hide that a label was created.
  if (label === undefined || id === undefined) {
    return answer !== undefined && isRefused(answer) && !clientStateOf(memory, key.client).isFaulty
      ? memory
      : withClientState(memory, key.client, { hasUnknownLabels: true })
  }
  if (Object.hasOwn(memory.labels, id)) return memory
  const { hasWebhook, isFaulty } = clientStateOf(memory, key.client)
  const bought: NotifiedLabel = {
    client: key.client,
    fields: readEventFields(label),
    boughtMs: step.atMs,
    isDue: hasWebhook && !isFaulty,
    attempts: [],
    duplicates: 0,
    hasSucceeded: false,
    createdMs: undefined,
    purchaseCreatedMs: readTimestamp(label['created_at']),
  }
  return { ...memory, labels: { ...memory.labels, [id]: bought } }
}

/** Reports a delivery about a label that no purchase returned, unless labels without known ids may exist. */
function checkUnknownLabel(
  checks: Checks,
  memory: Memory,
  { each, step }: { readonly each: Delivery; readonly step: Step },
): void {
  if (Object.values(memory.clientStates).some((clientState) => clientState.hasUnknownLabels)) return
  const isRefusal = step.kind === 'call' && step.operation === 'buyLabel' && isRefused(step.answer)
  checks.that(isRefusal ? 'EVENTS-5' : 'EVENTS-4', false, () => ({
    expected: 'no event',
    seen: `an event ${each.labelId === undefined ? 'without a label id' : `about ${each.labelId}`} at the webhook of client ${each.client}`,
    why: 'no purchase returned this label, and only purchases have events',
  }))
}

/** Checks that an event comes to the webhook of the client that bought the label. Returns whether it does. */
function checkEventOwner(checks: Checks, label: NotifiedLabel, { client }: Delivery): boolean {
  checks.that('EVENTS-6', client === label.client, () => ({
    expected: `the event of ${label.fields['id']} at the webhook of client ${label.client}`,
    seen: `the event at the webhook of client ${client}`,
    why: `client ${label.client} bought the label, and each client has a separate webhook`,
  }))
  return client === label.client
}

interface LabelArrivals {
  readonly id: string
  readonly list: readonly Delivery[]
  readonly step: Step
}

/** Checks and records the webhook deliveries for one label that arrived in one step. */
function withArrivals(checks: Checks, memory: Memory, { id, list, step }: LabelArrivals): Memory {
  let label = memory.labels[id]
  if (label === undefined) return memory
  const span = computeClockSpan(memory, step, label.client)
  for (const each of list) {
    label = checkArrivalTime(checks, label, { each, span })
  }
  return { ...memory, labels: { ...memory.labels, [id]: label } }
}

/** Checks at the end of a walk that each label that needs an event has got one. */
function checkEachPurchaseNotified(checks: Checks, memory: Memory): void {
  for (const { client, fields, isDue, attempts } of Object.values(memory.labels)) {
    if (!isDue) continue
    checks.that('EVENTS-2', attempts.length > 0, () => ({
      expected: `an event about ${fields['id']}`,
      seen: 'no event',
      why: `client ${client} bought this label while a webhook was set`,
    }))
  }
}
