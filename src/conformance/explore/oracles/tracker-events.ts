import constants from '../../../../fixtures/spec/constants.json' with { type: 'json' }
import { hour, minute, second } from '../durations.ts'
import type { CallStep, ClientName, Environment } from '../step.ts'
import type { Checks } from './oracle.ts'

export interface Tracker {
  readonly client: ClientName
  readonly environment: Environment
  readonly number: string
  readonly carrier: string
  readonly createdMs: number
  /** The tracking events that the last reading showed, in order, as `status: detail`. */
  readonly read: readonly string[]
}

/** A tracking event that a carrier reported for a parcel. */
export interface CarrierMessage {
  readonly client: ClientName
  readonly number: string
  readonly status: string
  readonly detail: string
  readonly atMs: number
}

/** Faults that keep the service from polling carriers. */
interface PollFaults {
  readonly sinceMs: number
  /** How many polls the faults may prevent; undefined if unknown. */
  readonly polls: number | undefined
}

/** The trackers and parcels, as far as the steps of a walk have shown them. */
export interface TrackerMemory {
  readonly trackers: Readonly<Record<string, Tracker>>
  readonly messages: readonly CarrierMessage[]
  readonly pollFaults: Readonly<Partial<Record<ClientName, PollFaults>>>
  /** Parcels with a new tracking script or a final status. Their later events are not checked. */
  readonly closed: readonly string[]
}

/** Returns the name of a parcel in the memory of the oracle. Two clients may use the same tracking number. */
export const nameParcel = (client: ClientName, number: string): string => `${client} ${number}`

export const statuses: readonly unknown[] = constants.trackingStatuses
/** The expected value of a tracking status, in words. */
export const oneOfStatuses = `to be one of ${statuses.join(', ')}`

/** A response that shows a known tracker. */
interface Reading {
  readonly known: Tracker
  readonly step: CallStep
}

type Event = Readonly<Record<string, unknown>>

/** Returns a tracking event as text, to compare the events of two readings. */
const describeEvent = ({ status, status_detail }: Event): string => `${status}: ${status_detail}`

/** Checks the events that a reading of a tracker shows, and returns them as texts. */
export function checkTrackerEvents(
  checks: Checks,
  memory: TrackerMemory,
  events: readonly Event[],
  of: Reading,
): readonly string[] {
  const { known, step } = of
  for (const event of events) {
    const { status, status_detail: detail } = event
    const why = `each event has a normalised status and the text of the carrier: ${JSON.stringify(event)}`
    checks.field('RESOURCES-79', ['status', status], statuses.includes(status), oneOfStatuses, why)
    const isText = typeof detail === 'string'
    checks.field('RESOURCES-80', ['status_detail', detail], isText, 'to be a text', why)
  }
  const read = events.map(describeEvent)
  const isClosed = memory.closed.includes(nameParcel(known.client, known.number))
  if (known.read.length > 0 && !isClosed) {
    const missing = known.read.find((each) => !read.includes(each))
    checks.that('RESOURCES-77', missing === undefined, () => ({
      expected: `"${missing}" still among the events`,
      seen: read.join(' | ') || 'no events',
      why: `an earlier reading of tracker ${step.target} showed this event, and a history keeps all events`,
    }))
  }
  checkCarrierMessages(checks, memory, events, of)
  return read
}

/** How often the service asks a carrier for new tracking events, in milliseconds. */
const pollMs = constants.trackingRefreshSeconds * second
/** How late a poll may be, in milliseconds. */
const lateMs = minute

/** Checks that each carrier event appears once in the tracker's history, after the next poll that no fault prevents. */
function checkCarrierMessages(
  checks: Checks,
  memory: TrackerMemory,
  events: readonly Event[],
  { known, step }: Reading,
): void {
  const details = events.map((event) => event['status_detail'])
  const own = memory.messages.filter(
    ({ client, number }) => client === known.client && number === known.number,
  )
  for (const message of own) {
    const at = details.indexOf(message.detail)
    const dueMs = computeEventDueTime(memory, message, known.createdMs)
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
    checkMessageStatus(checks, message, events[at]?.['status'])
  }
  checkMessageOrder(checks, own, details)
}

/** Checks that a tracking event has the status that the carrier reported, or `unknown` for an undocumented status. */
function checkMessageStatus(checks: Checks, message: CarrierMessage, status: unknown): void {
  const expected = statuses.includes(message.status) ? message.status : 'unknown'
  checks.field(
    expected === 'unknown' ? 'RESOURCES-87' : 'RESOURCES-81',
    ['status', status],
    status === expected,
    `${expected} with "${message.detail}"`,
    `the carrier reported ${message.status}`,
  )
}

/** Checks that tracking events with unique texts are in chronological order. */
function checkMessageOrder(
  checks: Checks,
  own: readonly CarrierMessage[],
  details: readonly unknown[],
): void {
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

/** Returns when a poll must have fetched the carrier's event; undefined if faults may prevent every poll. */
function computeEventDueTime(
  { pollFaults, closed }: TrackerMemory,
  message: CarrierMessage,
  createdMs: number,
): number | undefined {
  // The service may no longer poll a parcel with a new tracking script or a final status.
  if (closed.includes(nameParcel(message.client, message.number)) && message.status !== 'delivered')
    return undefined
  const sinceMs = Math.max(message.atMs, createdMs)
  const pollFault = pollFaults[message.client]
  if (pollFault === undefined) return sinceMs + pollMs + lateMs
  if (pollFault.polls === undefined) return undefined
  return Math.max(sinceMs, pollFault.sinceMs) + (1 + pollFault.polls) * pollMs + lateMs
}
