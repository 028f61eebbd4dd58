import constants from '../../../../fixtures/spec/constants.json' with { type: 'json' }
import type { Answer } from '../../http/answer.ts'
import { isObject } from '../../http/fields.ts'
import { hour, minute, second } from '../durations.ts'
import { codeOf, resourceIn, textIn } from '../response-fields.ts'
import type { CallStep, ClientName, ControlStep, Environment, Step } from '../step.ts'
import { Checks, ignored, type Oracle } from './oracle.ts'
import { describeResponse, isEntitled } from './ownership.ts'

interface Tracker {
  readonly client: ClientName
  readonly environment: Environment
  readonly number: string
  readonly carrier: string
  readonly createdMs: number
  /** The events of the last reading in order, as `status: detail`. */
  readonly read: readonly string[]
}

/** An event that a carrier reported for a parcel. */
interface CarrierMessage {
  readonly client: ClientName
  readonly number: string
  readonly status: string
  readonly detail: string
  readonly atMs: number
}

/** Faults that keep carriers from being polled. */
interface PollFaults {
  readonly sinceMs: number
  /** How many polls the faults may suppress; undefined if unknown. */
  readonly polls: number | undefined
}

interface Memory {
  readonly trackers: Readonly<Record<string, Tracker>>
  readonly messages: readonly CarrierMessage[]
  readonly pollFaults: Readonly<Partial<Record<ClientName, PollFaults>>>
  /** Parcels with a new script or a final status. Their later events are not checked. */
  readonly closed: readonly string[]
}

/** A tracker keeps what was registered, and shows its carrier's events after the next poll. */
export const trackers: Oracle<Memory> = {
  group: 'EXPL-005',
  start: { trackers: {}, messages: [], pollFaults: {}, closed: [] },
  after: (memory, step) => {
    if (step.kind !== 'call') return ignored(afterControl(memory, step))
    if (step.answer === undefined || !['registerTracker', 'getTracker'].includes(step.operation))
      return ignored(memory)
    const checks = new Checks()
    const next =
      step.operation === 'registerTracker'
        ? afterRegistration(checks, memory, step)
        : afterReading(checks, memory, step, step.answer)
    return checks.verdict(next)
  },
}

const parcelName = (client: ClientName, number: string): string => `${client} ${number}`

function afterControl(memory: Memory, step: Exclude<Step, CallStep>): Memory {
  switch (step.kind) {
    case 'event added':
      return withMessage(memory, step)
    case 'tracking scripted':
      return withNewScript(memory, step.client, step.number)
    case 'fault added':
      return withPollFault(memory, step)
    case 'faults cleared': {
      const pollFault = memory.pollFaults[step.client]
      if (pollFault === undefined) return memory
      const over = { sinceMs: step.atMs, polls: 0 }
      return { ...memory, pollFaults: { ...memory.pollFaults, [step.client]: over } }
    }
    default:
      return memory
  }
}

function withMessage(memory: Memory, step: Extract<ControlStep, { kind: 'event added' }>): Memory {
  const { client, number, status, detail, atMs } = step
  const isClosed = memory.closed.includes(parcelName(client, number))
  if (detail === undefined || isClosed) return memory
  const next = { ...memory, messages: [...memory.messages, { client, number, status, detail, atMs }] }
  return status === 'delivered' ? withClosed(next, client, number) : next
}

/** A new script may drop earlier events. */
function withNewScript(memory: Memory, client: ClientName, number: string): Memory {
  const messages = memory.messages.filter((each) => each.client !== client || each.number !== number)
  return withClosed({ ...memory, messages }, client, number)
}

function withClosed(memory: Memory, client: ClientName, number: string): Memory {
  const name = parcelName(client, number)
  return memory.closed.includes(name) ? memory : { ...memory, closed: [...memory.closed, name] }
}

function withPollFault(memory: Memory, step: Extract<ControlStep, { kind: 'fault added' }>): Memory {
  const { target, operation, times } = step.fault
  const isAboutPolls =
    typeof target === 'string' &&
    target.startsWith('carrier:') &&
    (operation === undefined || operation === 'tracking')
  if (!isAboutPolls) return memory
  const known = memory.pollFaults[step.client]
  const before = known?.polls ?? 0
  const isOpen = known !== undefined && known.polls === undefined
  const polls = typeof times === 'number' && !isOpen ? before + times : undefined
  return { ...memory, pollFaults: { ...memory.pollFaults, [step.client]: { sinceMs: step.atMs, polls } } }
}

function afterRegistration(checks: Checks, memory: Memory, step: CallStep): Memory {
  const tracker = resourceIn(step.answer, 'tracker')
  if (tracker === undefined) return memory
  const id = textIn(tracker, 'id')
  checks.that('ENDPOINTS-65', id !== undefined, () => ({
    expected: 'a tracker with an id',
    seen: describeResponse(step.answer),
    why: 'a registration returns one',
  }))
  const number = textIn(Object(step.body), 'tracking_number')
  const carrier = textIn(Object(step.body), 'carrier')
  if (id === undefined || number === undefined || carrier === undefined) return memory
  checkRegistered(checks, tracker, { number, carrier }, step)
  // A repeated registration may return the existing tracker with its history.
  const known = memory.trackers[id]
  if (known !== undefined && known.number === number) return memory
  const { client, environment } = step.key
  const made: Tracker = { client, environment, number, carrier, createdMs: step.atMs, read: [] }
  const next = { ...memory, trackers: { ...memory.trackers, [id]: made } }
  const isShared = Object.values(memory.trackers).some(
    (other) => other.client === client && other.number === number && other.carrier !== carrier,
  )
  // If two parcels share a number, the control protocol does not say which one an event is for.
  return isShared ? withNewScript(next, client, number) : next
}

/** Checks that a tracker shows the registered number and carrier. A registration may leave them out. */
function checkRegistered(
  checks: Checks,
  tracker: Readonly<Record<string, unknown>>,
  { number, carrier }: Pick<Tracker, 'number' | 'carrier'>,
  step: CallStep,
): void {
  const mayBeLeftOut = step.operation === 'registerTracker'
  const { tracking_number: shownNumber, carrier: shownCarrier } = tracker
  const why = `${number} of ${carrier} was registered`
  const isNumber = shownNumber === number || (mayBeLeftOut && shownNumber === undefined)
  checks.field('RESOURCES-72', ['tracking_number', shownNumber], isNumber, number, why)
  const isSame = String(shownCarrier).toLowerCase() === carrier.toLowerCase()
  const isCarrier = isSame || (mayBeLeftOut && shownCarrier === undefined)
  checks.field('RESOURCES-73', ['carrier', shownCarrier], isCarrier, carrier, why)
}

const statuses: readonly unknown[] = constants.trackingStatuses
const oneOfStatuses = `to be one of ${statuses.join(', ')}`

function afterReading(checks: Checks, memory: Memory, step: CallStep, answer: Answer): Memory {
  const id = step.target ?? ''
  const known = Object.hasOwn(memory.trackers, id) ? memory.trackers[id] : undefined
  if (known === undefined || !isEntitled(step)) return memory
  if (step.key.client !== known.client || step.key.environment !== known.environment) return memory
  checks.that('ENDPOINTS-68', codeOf(answer) !== 'TRACKER.NOT_FOUND', () => ({
    expected: `the tracker ${id}`,
    seen: describeResponse(answer),
    why: `client ${known.client} has registered it, and reads it with a key of the same environment`,
  }))
  const tracker = resourceIn(answer, 'tracker')
  if (tracker === undefined) return memory
  checks.field('RESOURCES-71', ['id', tracker['id']], tracker['id'] === id, id, 'the request named this id')
  checkRegistered(checks, tracker, known, step)
  const { status, events: list } = tracker
  const isStatus = statuses.includes(status)
  checks.field('RESOURCES-75', ['status', status], isStatus, oneOfStatuses, 'a tracker has one of these')
  const isList = Array.isArray(list)
  checks.field('RESOURCES-76', ['events', list], isList, 'to be a list', 'a tracker has its whole history')
  const events = (Array.isArray(list) ? list : []).filter(isObject)
  const read = checkEvents(checks, memory, events, { known, step })
  return { ...memory, trackers: { ...memory.trackers, [id]: { ...known, read } } }
}

interface Reading {
  readonly known: Tracker
  readonly step: CallStep
}

type Event = Readonly<Record<string, unknown>>

const textOf = ({ status, status_detail }: Event): string => `${status}: ${status_detail}`

function checkEvents(
  checks: Checks,
  memory: Memory,
  events: readonly Event[],
  of: Reading,
): readonly string[] {
  const { known, step } = of
  for (const event of events) {
    const { status, status_detail: detail } = event
    const why = `the event ${JSON.stringify(event)} has a normalised status and what the carrier said`
    checks.field('RESOURCES-79', ['status', status], statuses.includes(status), oneOfStatuses, why)
    const isText = typeof detail === 'string'
    checks.field('RESOURCES-80', ['status_detail', detail], isText, 'to be a text', why)
  }
  const read = events.map(textOf)
  const isClosed = memory.closed.includes(parcelName(known.client, known.number))
  if (known.read.length > 0 && !isClosed) {
    const missing = known.read.find((each) => !read.includes(each))
    checks.that('RESOURCES-77', missing === undefined, () => ({
      expected: `"${missing}" still among the events`,
      seen: read.join(' | ') || 'no events',
      why: `an earlier reading of tracker ${step.target} had it, and a history keeps all events`,
    }))
  }
  checkMessages(checks, memory, events, of)
  return read
}

const pollMs = constants.trackingRefreshSeconds * second
const lateMs = minute

/** Checks that an event shows after the next unblocked poll, once. */
function checkMessages(
  checks: Checks,
  memory: Memory,
  events: readonly Event[],
  { known, step }: Reading,
): void {
  const details = events.map((event) => event['status_detail'])
  const own = memory.messages.filter(
    ({ client, number }) => client === known.client && number === known.number,
  )
  for (const message of own) {
    const at = details.indexOf(message.detail)
    const dueMs = dueOf(memory, message, known.createdMs)
    if (dueMs !== undefined && step.atMs >= dueMs) {
      checks.that('ENDPOINTS-71', at >= 0, () => ({
        expected: `an event "${message.detail}"`,
        seen: details.join(' | ') || 'no events',
        why: `the carrier reported it ${Math.floor((step.atMs - message.atMs) / hour)} hours ago, and tracking is refreshed every 4 hours`,
      }))
    }
    if (at < 0) continue
    const isOnce = own.filter(({ detail }) => detail === message.detail).length === 1
    checks.that('RESOURCES-77', !isOnce || details.lastIndexOf(message.detail) === at, () => ({
      expected: `"${message.detail}" once among the events`,
      seen: details.join(' | '),
      why: 'the carrier reported it once',
    }))
    checkStatus(checks, message, events[at]?.['status'])
  }
  checkOrder(checks, own, details)
}

function checkStatus(checks: Checks, message: CarrierMessage, status: unknown): void {
  const expected = statuses.includes(message.status) ? message.status : 'unknown'
  checks.field(
    expected === 'unknown' ? 'RESOURCES-87' : 'RESOURCES-81',
    ['status', status],
    status === expected,
    `${expected} with "${message.detail}"`,
    `the carrier reported ${message.status}`,
  )
}

/** Checks that events with unique texts are in the order of time. */
function checkOrder(checks: Checks, own: readonly CarrierMessage[], details: readonly unknown[]): void {
  const once = own.filter(({ detail }) => own.filter((each) => each.detail === detail).length === 1)
  const seen = once.filter(({ detail }) => details.filter((each) => each === detail).length === 1)
  for (const [index, message] of seen.entries()) {
    const next = seen[index + 1]
    if (next === undefined || next.atMs <= message.atMs) continue
    checks.that('RESOURCES-78', details.indexOf(message.detail) < details.indexOf(next.detail), () => ({
      expected: `"${message.detail}" before "${next.detail}"`,
      seen: details.join(' | '),
      why: 'the carrier reported them in this order',
    }))
  }
}

/** Returns when a poll must have seen the message; undefined if faults may suppress every poll. */
function dueOf(
  { pollFaults, closed }: Memory,
  message: CarrierMessage,
  createdMs: number,
): number | undefined {
  // A parcel with a new script or a final status may not be polled again.
  if (closed.includes(parcelName(message.client, message.number)) && message.status !== 'delivered')
    return undefined
  const sinceMs = Math.max(message.atMs, createdMs)
  const pollFault = pollFaults[message.client]
  if (pollFault === undefined) return sinceMs + pollMs + lateMs
  if (pollFault.polls === undefined) return undefined
  return Math.max(sinceMs, pollFault.sinceMs) + (1 + pollFault.polls) * pollMs + lateMs
}
