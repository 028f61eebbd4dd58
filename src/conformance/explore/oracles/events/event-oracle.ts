import constants from '../../../../../fixtures/spec/constants.json' with { type: 'json' }
import { hasOffset, isObject, readTimestamp } from '../../../http/fields.ts'
import type { StatementId } from '../../../section.ts'
import { isRefused, resourceIn, textIn } from '../../response-fields.ts'
import type { CallStep, ClientName, ReceivedDelivery, Step } from '../../step.ts'
import { Checks, type Oracle } from '../oracle.ts'
import { checkLog, type LogMemory, noLog, withDelivered } from './delivery-log.ts'
import { checkEnvelope, checkPayload, creationTime, type Fields, fieldsOf } from './event-payloads.ts'

/** A span of a client's clock in which something has happened. */
interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** A label that was bought alone, and what has come of its event. */
interface Label {
  readonly client: ClientName
  readonly fields: Fields
  readonly boughtMs: number
  /** Its attempts have to come in their times: a webhook was set, and nothing has kept them from it since. */
  readonly isDue: boolean
  /** When each attempt came; what came twice counts once. */
  readonly attempts: readonly Span[]
  readonly twice: number
  readonly hasSucceeded: boolean
  readonly createdMs: number | undefined
  /** As the purchase was answered. */
  readonly purchaseCreatedMs: number | undefined
}

interface ClientState {
  readonly nowMs: number
  readonly hasWebhook: boolean
  /** The number of the webhook that was set last. */
  readonly webhook: number
  readonly isFaulty: boolean
  /** Labels may have been made that were never told of: by a batch, or by an answer that did not come. */
  readonly hasUnknownLabels: boolean
}

interface Memory {
  readonly clientStates: Readonly<Partial<Record<ClientName, ClientState>>>
  readonly labels: Readonly<Record<string, Label>>
  readonly log: LogMemory
}

const newClientState: ClientState = {
  nowMs: 0,
  hasWebhook: false,
  webhook: 0,
  isFaulty: false,
  hasUnknownLabels: false,
}

/** Each label that is bought alone is told of at the webhook of its client, and told again until it is taken. */
export const events: Oracle<Memory> = {
  group: 'EXPL-006',
  start: { clientStates: {}, labels: {}, log: noLog },
  after: (memory, step) => {
    const checks = new Checks()
    let next = withStep(withClientState(memory, step.client, { nowMs: step.atMs }), step)
    const came = new Map<string, readonly ReceivedDelivery[]>()
    for (const each of step.deliveries) {
      checkEnvelope(checks, each)
      const label = labelOf(next, each)
      if (label === undefined) checkStray(checks, next, { each, step })
      else if (checkOwner(checks, label, each)) {
        checkPayload(checks, each, label.fields)
        came.set(each.labelId ?? '', [...(came.get(each.labelId ?? '') ?? []), each])
      }
    }
    for (const [id, list] of came) next = withArrivals(checks, next, { id, list, step })
    next = { ...next, log: logAfter(checks, next, step) }
    if (step.kind === 'clock') {
      next = withClientState(next, step.client, { nowMs: step.toMs })
      checkMissing(checks, next, step.client, step.toMs)
    }
    if (step.kind === 'end') checkNeverSent(checks, next)
    return checks.verdict(next)
  },
}

function logAfter(checks: Checks, memory: Memory, step: Step): LogMemory {
  const { log } = memory
  const isDisturbed = log.isDisturbed || (step.kind === 'fault added' && step.fault['target'] === 'webhook')
  const clockOf = (client: ClientName): { readonly fromMs: number; readonly toMs: number } => {
    const { nowMs } = clientStateOf(memory, client)
    const hasMoved = step.kind === 'clock' && step.client === client
    return hasMoved ? { fromMs: step.fromMs, toMs: step.toMs } : { fromMs: nowMs, toMs: nowMs }
  }
  const known = isDisturbed === log.isDisturbed ? log : { ...log, isDisturbed }
  const withNew = withDelivered(known, step.deliveries, clockOf)
  return step.kind === 'call' && step.operation === 'listDeliveries'
    ? checkLog(checks, withNew, step)
    : withNew
}

function clientStateOf({ clientStates }: Memory, client: ClientName): ClientState {
  return clientStates[client] ?? newClientState
}

function withClientState(memory: Memory, client: ClientName, change: Partial<ClientState>): Memory {
  const clientState = { ...clientStateOf(memory, client), ...change }
  return { ...memory, clientStates: { ...memory.clientStates, [client]: clientState } }
}

function labelOf({ labels }: Memory, { labelId = '' }: ReceivedDelivery): Label | undefined {
  return Object.hasOwn(labels, labelId) ? labels[labelId] : undefined
}

/** What is under way may now go elsewhere, or nowhere: its times are not looked at any more. */
function withUnsureAttempts(memory: Memory, client: ClientName): Memory {
  const labels = Object.fromEntries(
    Object.entries(memory.labels).map(([id, label]) => [
      id,
      label.client === client ? { ...label, isDue: false } : label,
    ]),
  )
  return { ...memory, labels }
}

function withStep(memory: Memory, step: Step): Memory {
  const { client } = step
  switch (step.kind) {
    case 'call':
      return withCall(memory, step)
    case 'webhook set': {
      const { hasWebhook, webhook } = clientStateOf(memory, client)
      const isSame = hasWebhook && webhook === step.webhook
      const next = withClientState(memory, client, { hasWebhook: true, webhook: step.webhook })
      // The URL that is set already: what is under way goes on to it.
      return isSame ? next : withUnsureAttempts(next, client)
    }
    case 'webhook cleared':
      return withUnsureAttempts(withClientState(memory, client, { hasWebhook: false }), client)
    case 'fault added':
      return step.fault['target'] === 'webhook'
        ? withUnsureAttempts(withClientState(memory, client, { isFaulty: true }), client)
        : memory
    case 'faults cleared':
      return withClientState(memory, client, { isFaulty: false })
    default:
      return memory
  }
}

function withCall(memory: Memory, step: CallStep): Memory {
  const { operation, answer, key } = step
  if (operation === 'createBatch' || operation === 'buyBatch') {
    return isRefused(answer) ? memory : withClientState(memory, key.client, { hasUnknownLabels: true })
  }
  if (operation !== 'buyLabel') return memory
  const label = resourceIn(answer, 'label')
  const id = textIn(label, 'id')
  // An answer of 5xx, or of a fault, may stand for a label that was made.
  if (label === undefined || id === undefined) {
    return answer !== undefined && isRefused(answer) && !clientStateOf(memory, key.client).isFaulty
      ? memory
      : withClientState(memory, key.client, { hasUnknownLabels: true })
  }
  if (Object.hasOwn(memory.labels, id)) return memory
  const { hasWebhook, isFaulty } = clientStateOf(memory, key.client)
  const bought: Label = {
    client: key.client,
    fields: fieldsOf(label),
    boughtMs: step.atMs,
    isDue: hasWebhook && !isFaulty,
    attempts: [],
    twice: 0,
    hasSucceeded: false,
    createdMs: undefined,
    purchaseCreatedMs: readTimestamp(label['created_at']),
  }
  return { ...memory, labels: { ...memory.labels, [id]: bought } }
}

function checkStray(
  checks: Checks,
  memory: Memory,
  { each, step }: { readonly each: ReceivedDelivery; readonly step: Step },
): void {
  if (Object.values(memory.clientStates).some((clientState) => clientState.hasUnknownLabels)) return
  const isRefusal = step.kind === 'call' && step.operation === 'buyLabel' && isRefused(step.answer)
  checks.that(isRefusal ? 'EVENTS-5' : 'EVENTS-4', false, () => ({
    expected: 'no event',
    seen: `an event about ${each.labelId ?? 'no label'} at the webhook of client ${each.client}`,
    why: 'no purchase was answered with this label, and nothing else has an event',
  }))
}

function checkOwner(checks: Checks, label: Label, { client }: ReceivedDelivery): boolean {
  checks.that('EVENTS-6', client === label.client, () => ({
    expected: `the event of ${label.fields['id']} at the webhook of client ${label.client}`,
    seen: `it came to client ${client}`,
    why: `client ${label.client} has bought it, and each client has a webhook of its own`,
  }))
  return client === label.client
}

const minute = 60_000
const second = 1_000
const delaysMs = constants.webhookDelaysSeconds.map((delay) => delay * second)
const earlyMs = 30 * second
/** Retries may go out on whole minutes; where each is counted from the one before, that adds up. */
const lateMs = 65 * second

const attemptStatements: readonly StatementId[] = [
  'EVENTS-30',
  'EVENTS-31',
  'EVENTS-32',
  'EVENTS-33',
  'EVENTS-34',
]

/** When the next attempt may come: counted from the first one, or from the one before, whichever the service does. */
function nextSpan({ attempts, boughtMs }: Label): Span | undefined {
  const delay = delaysMs[attempts.length]
  if (delay === undefined) return undefined
  const first = attempts[0]?.fromMs ?? boughtMs
  const before = attempts.at(-1)?.toMs ?? boughtMs
  return { fromMs: first + delay - earlyMs, toMs: before + delay + lateMs }
}

interface LabelArrivals {
  readonly id: string
  readonly list: readonly ReceivedDelivery[]
  readonly step: Step
}

/** What came for one label in one step. */
function withArrivals(checks: Checks, memory: Memory, { id, list, step }: LabelArrivals): Memory {
  let label = memory.labels[id]
  if (label === undefined) return memory
  const { nowMs } = clientStateOf(memory, label.client)
  const isOwnMove = step.kind === 'clock' && step.client === label.client
  const span = isOwnMove ? { fromMs: step.fromMs, toMs: step.toMs } : { fromMs: nowMs, toMs: nowMs }
  for (const each of list) {
    label = afterArrival(checks, label, { each, span })
  }
  return { ...memory, labels: { ...memory.labels, [id]: label } }
}

function afterArrival(
  checks: Checks,
  label: Label,
  { each, span }: { readonly each: ReceivedDelivery; readonly span: Span },
): Label {
  const createdMs = label.createdMs ?? creationTime(each)
  checks.that('EVENTS-12', creationTime(each) === createdMs, () => ({
    expected: `created_at ${new Date(createdMs ?? 0).toISOString()}`,
    seen: `created_at ${new Date(creationTime(each) ?? 0).toISOString()}`,
    why: `the attempt before for ${label.fields['id']} said so`,
  }))
  checkTimes(checks, label, { each, span })
  const known = { ...label, createdMs }
  if (!label.isDue) return known
  const due = label.hasSucceeded ? undefined : nextSpan(label)
  if (due === undefined || span.toMs < due.fromMs) return withRepeat(checks, known, span)
  const attempt = {
    fromMs: Math.max(span.fromMs, due.fromMs),
    toMs: Math.min(span.toMs, Math.max(due.toMs, span.fromMs)),
  }
  const hasSucceeded = 'status' in each.reply && each.reply.status >= 200 && each.reply.status <= 299
  checks.that(attemptStatements[label.attempts.length] ?? 'EVENTS-29', span.fromMs <= due.toMs, () => ({
    expected: `attempt ${label.attempts.length + 1} by ${new Date(due.toMs).toISOString()}`,
    seen: `it came after ${new Date(span.fromMs).toISOString()}`,
    why: 'the one before had failed, and this is when the next was due at the latest',
  }))
  return { ...known, attempts: [...label.attempts, attempt], hasSucceeded }
}

const halfHourMs = 30 * minute

/** An event says of its label when that was created, and of itself when it was delivered: the first time at the earliest. */
function checkTimes(
  checks: Checks,
  { purchaseCreatedMs, boughtMs, fields }: Label,
  { each, span }: { readonly each: ReceivedDelivery; readonly span: Span },
): void {
  const createdMs = creationTime(each)
  if (createdMs !== undefined && purchaseCreatedMs !== undefined) {
    checks.that('EVENTS-19', Math.abs(createdMs - purchaseCreatedMs) <= minute, () => ({
      expected: `data.created_at ${new Date(purchaseCreatedMs).toISOString()}`,
      seen: new Date(createdMs).toISOString(),
      why: `the purchase of ${fields['id']} was answered so`,
    }))
  }
  const timestamp = isObject(each.json) ? each.json['timestamp'] : undefined
  const text = typeof timestamp === 'string' ? timestamp : ''
  const atMs = readTimestamp(text)
  // One without an offset may be the local time of wherever the service is.
  if (atMs === undefined || !hasOffset(text)) return
  checks.that('EVENTS-21', atMs >= boughtMs - halfHourMs && atMs <= span.toMs + halfHourMs, () => ({
    expected: `a timestamp from ${new Date(boughtMs).toISOString()} to ${new Date(span.toMs).toISOString()}`,
    seen: text,
    why: `${fields['id']} was bought at the first, and its event came at the last at the latest`,
  }))
}

/** Each attempt may come twice at its time. What comes apart from them may once be such a second one that was late. */
function withRepeat(checks: Checks, label: Label, span: Span): Label {
  const lastMs = label.attempts.at(-1)?.toMs ?? label.boughtMs
  const isApart = span.fromMs > lastMs + minute
  const count = label.attempts.length
  const max = isApart ? 1 : Math.max(1, count)
  const statement = label.hasSucceeded
    ? 'EVENTS-35'
    : count >= delaysMs.length
      ? 'EVENTS-29'
      : (attemptStatements[count] ?? 'EVENTS-29')
  checks.that(statement, label.twice < max, () => ({
    expected: label.hasSucceeded ? 'nothing more' : `attempt ${count + 1} only when it is due, if at all`,
    seen: `${label.twice + 1} deliveries besides`,
    why: `${count} attempts were made for ${label.fields['id']}${label.hasSucceeded ? ', and the last was answered with 2xx' : ''}`,
  }))
  return { ...label, twice: label.twice + 1 }
}

/** All that was due by then has come. */
function checkMissing(checks: Checks, memory: Memory, client: ClientName, nowMs: number): void {
  for (const label of Object.values(memory.labels)) {
    if (label.client !== client || !label.isDue || label.hasSucceeded) continue
    const due = nextSpan(label)
    if (due === undefined) continue
    const count = label.attempts.length
    checks.that(attemptStatements[count] ?? 'EVENTS-28', nowMs <= due.toMs, () => ({
      expected: `attempt ${count + 1} by ${new Date(due.toMs).toISOString()}`,
      seen: `${count} attempts by ${new Date(nowMs).toISOString()}`,
      why: `${label.fields['id']} was bought while a webhook was set, and no attempt was answered with 2xx`,
    }))
  }
}

function checkNeverSent(checks: Checks, memory: Memory): void {
  for (const { client, fields, isDue, attempts } of Object.values(memory.labels)) {
    if (!isDue) continue
    checks.that('EVENTS-2', attempts.length > 0, () => ({
      expected: `an event about ${fields['id']}`,
      seen: 'no event',
      why: `client ${client} has bought it while its webhook was set`,
    }))
  }
}
