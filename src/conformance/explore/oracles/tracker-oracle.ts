import type { Answer } from '../../http/answer.ts'
import { isObject } from '../../http/fields.ts'
import { errorCodeIn, resourceIn, textIn } from '../response-fields.ts'
import type { CallStep, ClientName, ControlStep, Step } from '../step.ts'
import { Checks, ignoreStep, type Oracle } from './oracle.ts'
import { describeResponse, hasValidScopedKey } from './ownership.ts'
import {
  checkTrackerEvents,
  nameParcel,
  oneOfStatuses,
  statuses,
  type Tracker,
  type TrackerMemory,
} from './tracker-events.ts'

/** Checks in random walks that a tracker keeps what was registered, and shows its carrier's events after the next poll. */
export const trackers: Oracle<TrackerMemory> = {
  group: 'EXPL-005',
  start: { trackers: {}, messages: [], pollFaults: {}, closed: [] },
  judge: (memory, step) => {
    if (step.kind !== 'call') return ignoreStep(rememberControlStep(memory, step))
    if (step.answer === undefined || !['registerTracker', 'getTracker'].includes(step.operation))
      return ignoreStep(memory)
    const checks = new Checks()
    const next =
      step.operation === 'registerTracker'
        ? checkRegistration(checks, memory, step)
        : checkTrackerReading(checks, memory, step, step.answer)
    return checks.verdict(next)
  },
}

/** Returns the memory after a step that is no request: new carrier events, tracking scripts and faults. */
function rememberControlStep(memory: TrackerMemory, step: Exclude<Step, CallStep>): TrackerMemory {
  switch (step.kind) {
    case 'event added':
      return rememberCarrierMessage(memory, step)
    case 'tracking scripted':
      return forgetMessagesAndCloseParcel(memory, step.client, step.number)
    case 'fault added':
      return rememberPollFault(memory, step)
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

/** Adds a carrier event, unless later events of the parcel are not checked. */
function rememberCarrierMessage(
  memory: TrackerMemory,
  step: Extract<ControlStep, { kind: 'event added' }>,
): TrackerMemory {
  const { client, number, status, detail, atMs } = step
  const isClosed = memory.closed.includes(nameParcel(client, number))
  if (detail === undefined || isClosed) return memory
  const next = { ...memory, messages: [...memory.messages, { client, number, status, detail, atMs }] }
  return status === 'delivered' ? markParcelClosed(next, client, number) : next
}

/** Forgets the carrier messages of a parcel and marks it as closed. A new tracking script may have dropped its events. */
function forgetMessagesAndCloseParcel(
  memory: TrackerMemory,
  client: ClientName,
  number: string,
): TrackerMemory {
  const messages = memory.messages.filter((each) => each.client !== client || each.number !== number)
  return markParcelClosed({ ...memory, messages }, client, number)
}

/** Ends the checks of later events of a parcel. */
function markParcelClosed(memory: TrackerMemory, client: ClientName, number: string): TrackerMemory {
  const name = nameParcel(client, number)
  return memory.closed.includes(name) ? memory : { ...memory, closed: [...memory.closed, name] }
}

/** Adds a fault that may prevent polls. Several faults add up their numbers of triggers. */
function rememberPollFault(
  memory: TrackerMemory,
  step: Extract<ControlStep, { kind: 'fault added' }>,
): TrackerMemory {
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

/** Checks the response to a tracker registration, and adds the tracker. */
function checkRegistration(checks: Checks, memory: TrackerMemory, step: CallStep): TrackerMemory {
  const tracker = resourceIn(step.answer, 'tracker')
  if (tracker === undefined) return memory
  const id = textIn(tracker, 'id')
  checks.that('ENDPOINTS-65', id !== undefined, () => ({
    expected: 'a tracker with an id',
    seen: describeResponse(step.answer),
    why: 'a registration returns a tracker with an id',
  }))
  const number = textIn(Object(step.body), 'tracking_number')
  const carrier = textIn(Object(step.body), 'carrier')
  if (id === undefined || number === undefined || carrier === undefined) return memory
  checkRegisteredFields(checks, tracker, { number, carrier }, step)
  // If the same tracking number is registered again, the service may return the existing tracker with its history.
  const known = memory.trackers[id]
  if (known !== undefined && known.number === number) return memory
  const { client, environment } = step.key
  const made: Tracker = { client, environment, number, carrier, createdMs: step.atMs, read: [] }
  const next = { ...memory, trackers: { ...memory.trackers, [id]: made } }
  const isShared = Object.values(memory.trackers).some(
    (other) => other.client === client && other.number === number && other.carrier !== carrier,
  )
  // If two parcels share a number, the control protocol does not say to which parcel an event belongs.
  return isShared ? forgetMessagesAndCloseParcel(next, client, number) : next
}

/** Checks that a tracker shows the registered number and carrier. The response to a registration may leave them out. */
function checkRegisteredFields(
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

/** Checks a reading of a known tracker by its owner, and remembers the events that it shows. */
function checkTrackerReading(
  checks: Checks,
  memory: TrackerMemory,
  step: CallStep,
  answer: Answer,
): TrackerMemory {
  const id = step.target ?? ''
  const known = Object.hasOwn(memory.trackers, id) ? memory.trackers[id] : undefined
  if (known === undefined || !hasValidScopedKey(step)) return memory
  if (step.key.client !== known.client || step.key.environment !== known.environment) return memory
  checks.that('ENDPOINTS-68', errorCodeIn(answer) !== 'TRACKER.NOT_FOUND', () => ({
    expected: `the tracker ${id}`,
    seen: describeResponse(answer),
    why: `client ${known.client} has registered it, and reads it with a key of the same environment`,
  }))
  const tracker = resourceIn(answer, 'tracker')
  if (tracker === undefined) return memory
  checks.field('RESOURCES-71', ['id', tracker['id']], tracker['id'] === id, id, 'the request named this id')
  checkRegisteredFields(checks, tracker, known, step)
  const { status, events: list } = tracker
  const isStatus = statuses.includes(status)
  checks.field('RESOURCES-75', ['status', status], isStatus, oneOfStatuses, 'a tracker has one of these')
  const isList = Array.isArray(list)
  checks.field('RESOURCES-76', ['events', list], isList, 'to be a list', 'a tracker has its whole history')
  const events = (Array.isArray(list) ? list : []).filter(isObject)
  const read = checkTrackerEvents(checks, memory, events, { known, step })
  return { ...memory, trackers: { ...memory.trackers, [id]: { ...known, read } } }
}
