import constants from '../../../../fixtures/spec/constants.json' with { type: 'json' }
import type { Answer } from '../../http/answer.ts'
import { isObject } from '../../http/fields.ts'
import { codeOf, resourceIn, textIn } from '../response-fields.ts'
import type { CallStep, ClientName, ControlStep, Environment, Step } from '../step.ts'
import { Checks, ignored, type Judge } from './oracle.ts'
import { isEntitled, told } from './ownership.ts'

interface Tracker {
  readonly client: ClientName
  readonly environment: Environment
  readonly number: string
  readonly carrier: string
  readonly bornMs: number
  /** The events that were read last, each as its status and what the carrier said, in their order. */
  readonly read: readonly string[]
}

/** Something that a carrier has said of a parcel. */
interface Said {
  readonly client: ClientName
  readonly number: string
  readonly status: string
  readonly detail: string
  readonly atMs: number
}

/** What may keep carriers from being asked. */
interface Trouble {
  readonly sinceMs: number
  /** So many polls it can cost; undefined where there is no telling. */
  readonly polls: number | undefined
}

interface Memory {
  readonly trackers: Readonly<Record<string, Tracker>>
  readonly said: readonly Said[]
  readonly troubles: Readonly<Partial<Record<ClientName, Trouble>>>
  /** Parcels whose story was told anew, or has come to its end: what follows need not be looked for. */
  readonly closed: readonly string[]
}

/** Trackers are what was registered, and see what their carriers say, each by its own polls. */
export const trackers: Judge<Memory> = {
  group: 'EXPL-005',
  start: { trackers: {}, said: [], troubles: {}, closed: [] },
  after: (memory, step) => {
    if (step.kind !== 'call') return ignored(afterControl(memory, step))
    if (step.answer === undefined || !['registerTracker', 'getTracker'].includes(step.operation))
      return ignored(memory)
    const checks = new Checks()
    const next =
      step.operation === 'registerTracker'
        ? afterRegistration(checks, memory, step)
        : afterReading(checks, memory, step, step.answer)
    return checks.judgement(next)
  },
}

const nameOf = (client: ClientName, number: string): string => `${client} ${number}`

function afterControl(memory: Memory, step: Exclude<Step, CallStep>): Memory {
  switch (step.kind) {
    case 'event added':
      return withSaid(memory, step)
    case 'tracking scripted':
      return retold(memory, step.client, step.number)
    case 'fault added':
      return withTrouble(memory, step)
    case 'faults cleared': {
      const trouble = memory.troubles[step.client]
      if (trouble === undefined) return memory
      const over = { sinceMs: step.atMs, polls: 0 }
      return { ...memory, troubles: { ...memory.troubles, [step.client]: over } }
    }
    default:
      return memory
  }
}

function withSaid(memory: Memory, step: Extract<ControlStep, { kind: 'event added' }>): Memory {
  const { client, number, status, detail, atMs } = step
  const isClosed = memory.closed.includes(nameOf(client, number))
  if (detail === undefined || isClosed) return memory
  const next = { ...memory, said: [...memory.said, { client, number, status, detail, atMs }] }
  return status === 'delivered' ? closing(next, client, number) : next
}

/** What was said before the story was told anew need not be in it. */
function retold(memory: Memory, client: ClientName, number: string): Memory {
  const said = memory.said.filter((each) => each.client !== client || each.number !== number)
  return closing({ ...memory, said }, client, number)
}

function closing(memory: Memory, client: ClientName, number: string): Memory {
  const name = nameOf(client, number)
  return memory.closed.includes(name) ? memory : { ...memory, closed: [...memory.closed, name] }
}

function withTrouble(memory: Memory, step: Extract<ControlStep, { kind: 'fault added' }>): Memory {
  const { target, operation, times } = step.fault
  const isAboutPolls =
    typeof target === 'string' &&
    target.startsWith('carrier:') &&
    (operation === undefined || operation === 'tracking')
  if (!isAboutPolls) return memory
  const before = memory.troubles[step.client]?.polls ?? 0
  const isOpen =
    memory.troubles[step.client] !== undefined && memory.troubles[step.client]?.polls === undefined
  const polls = typeof times === 'number' && !isOpen ? before + times : undefined
  return { ...memory, troubles: { ...memory.troubles, [step.client]: { sinceMs: step.atMs, polls } } }
}

function afterRegistration(checks: Checks, memory: Memory, step: CallStep): Memory {
  const tracker = resourceIn(step.answer, 'tracker')
  if (tracker === undefined) return memory
  const id = textIn(tracker, 'id')
  checks.that('ENDPOINTS-65', id !== undefined, () => ({
    expected: 'a tracker with an id',
    seen: told(step.answer),
    why: 'a registration answers with one',
  }))
  const number = textIn(Object(step.body), 'tracking_number')
  const carrier = textIn(Object(step.body), 'carrier')
  if (id === undefined || number === undefined || carrier === undefined) return memory
  judgeRegistered(checks, tracker, { number, carrier }, step)
  // The same number again may lead to the tracker that there is, whose history goes on.
  const known = memory.trackers[id]
  if (known !== undefined && known.number === number) return memory
  const { client, environment } = step.key
  const made: Tracker = { client, environment, number, carrier, bornMs: step.atMs, read: [] }
  const next = { ...memory, trackers: { ...memory.trackers, [id]: made } }
  const isShared = Object.values(memory.trackers).some(
    (other) => other.client === client && other.number === number && other.carrier !== carrier,
  )
  // Whose parcel of two it is that something happens to is not stated: the control protocol names the number alone.
  return isShared ? retold(next, client, number) : next
}

/** What a tracker says of itself is what was registered; a registration need not say it. */
function judgeRegistered(
  checks: Checks,
  tracker: Readonly<Record<string, unknown>>,
  { number, carrier }: Pick<Tracker, 'number' | 'carrier'>,
  step: CallStep,
): void {
  const mayBeLeftOut = step.operation === 'registerTracker'
  const { tracking_number: toldNumber, carrier: toldCarrier } = tracker
  checks.that('RESOURCES-72', toldNumber === number || (mayBeLeftOut && toldNumber === undefined), () => ({
    expected: `tracking_number ${number}`,
    seen: `tracking_number ${JSON.stringify(toldNumber) ?? 'missing'}`,
    why: 'it was registered with this number',
  }))
  const isSame = String(toldCarrier).toLowerCase() === carrier.toLowerCase()
  checks.that('RESOURCES-73', isSame || (mayBeLeftOut && toldCarrier === undefined), () => ({
    expected: `carrier ${carrier}`,
    seen: `carrier ${JSON.stringify(toldCarrier) ?? 'missing'}`,
    why: 'it was registered with this carrier',
  }))
}

const statuses: readonly unknown[] = constants.trackingStatuses

function afterReading(checks: Checks, memory: Memory, step: CallStep, answer: Answer): Memory {
  const id = step.target ?? ''
  const known = Object.hasOwn(memory.trackers, id) ? memory.trackers[id] : undefined
  if (known === undefined || !isEntitled(step)) return memory
  if (step.key.client !== known.client || step.key.environment !== known.environment) return memory
  checks.that('ENDPOINTS-68', codeOf(answer) !== 'TRACKER.NOT_FOUND', () => ({
    expected: `the tracker ${id}`,
    seen: told(answer),
    why: `client ${known.client} has registered it, and reads it with a key of the same environment`,
  }))
  const tracker = resourceIn(answer, 'tracker')
  if (tracker === undefined) return memory
  checks.that('RESOURCES-71', tracker['id'] === id, () => ({
    expected: `the id ${id}`,
    seen: `id ${JSON.stringify(tracker['id']) ?? 'missing'}`,
    why: 'it was asked for by this id',
  }))
  judgeRegistered(checks, tracker, known, step)
  checks.that('RESOURCES-75', statuses.includes(tracker['status']), () => ({
    expected: `a status of ${statuses.join(', ')}`,
    seen: `status ${JSON.stringify(tracker['status']) ?? 'missing'}`,
    why: 'a tracker has one of these',
  }))
  const list = tracker['events']
  checks.that('RESOURCES-76', Array.isArray(list), () => ({
    expected: 'a list of events',
    seen: `events ${JSON.stringify(list) ?? 'missing'}`,
    why: 'a tracker has its whole history',
  }))
  const events = (Array.isArray(list) ? list : []).filter(isObject)
  const read = judgeEvents(checks, memory, events, { known, step })
  return { ...memory, trackers: { ...memory.trackers, [id]: { ...known, read } } }
}

interface Of {
  readonly known: Tracker
  readonly step: CallStep
}

type Event = Readonly<Record<string, unknown>>

const textOf = ({ status, status_detail }: Event): string => `${status}: ${status_detail}`

function judgeEvents(checks: Checks, memory: Memory, events: readonly Event[], of: Of): readonly string[] {
  const { known, step } = of
  for (const event of events) {
    checks.that('RESOURCES-79', statuses.includes(event['status']), () => ({
      expected: `an event with a status of ${statuses.join(', ')}`,
      seen: JSON.stringify(event),
      why: 'each event has a normalised status',
    }))
    checks.that('RESOURCES-80', typeof event['status_detail'] === 'string', () => ({
      expected: 'an event with status_detail',
      seen: JSON.stringify(event),
      why: 'each event says what the carrier said',
    }))
  }
  const read = events.map(textOf)
  const isRetold = memory.closed.includes(nameOf(known.client, known.number))
  if (known.read.length > 0 && !isRetold) {
    const missing = known.read.find((each) => !read.includes(each))
    checks.that('RESOURCES-77', missing === undefined, () => ({
      expected: `"${missing}" still among the events`,
      seen: read.join(' | ') || 'no events',
      why: `it was there when tracker ${step.target} was read before, and a history is full`,
    }))
  }
  judgeSaid(checks, memory, events, of)
  return read
}

const hour = 3_600_000
const pollMs = constants.trackingRefreshSeconds * 1_000
const lateMs = 60_000

/** What the carrier has said is there after the next poll that was not kept from asking, and nothing of another parcel. */
function judgeSaid(checks: Checks, memory: Memory, events: readonly Event[], { known, step }: Of): void {
  const details = events.map((event) => event['status_detail'])
  const own = memory.said.filter(({ client, number }) => client === known.client && number === known.number)
  for (const said of own) {
    const at = details.indexOf(said.detail)
    const dueMs = dueOf(memory, said, known.bornMs)
    if (dueMs !== undefined && step.atMs >= dueMs) {
      checks.that('ENDPOINTS-71', at >= 0, () => ({
        expected: `an event "${said.detail}"`,
        seen: details.join(' | ') || 'no events',
        why: `the carrier said so ${Math.floor((step.atMs - said.atMs) / hour)} hours ago, and tracking is refreshed every 4 hours`,
      }))
    }
    if (at < 0) continue
    const isOnce = own.filter(({ detail }) => detail === said.detail).length === 1
    checks.that('RESOURCES-77', !isOnce || details.lastIndexOf(said.detail) === at, () => ({
      expected: `"${said.detail}" once among the events`,
      seen: details.join(' | '),
      why: 'the carrier said so once, and a history is what has happened',
    }))
    judgeStatus(checks, said, events[at]?.['status'])
  }
  judgeOrder(checks, own, details)
}

function judgeStatus(checks: Checks, said: Said, status: unknown): void {
  const expected = statuses.includes(said.status) ? said.status : 'unknown'
  checks.that(expected === 'unknown' ? 'RESOURCES-87' : 'RESOURCES-81', status === expected, () => ({
    expected: `the status ${expected} with "${said.detail}"`,
    seen: `status ${JSON.stringify(status) ?? 'missing'}`,
    why:
      expected === 'unknown'
        ? `the carrier called it ${said.status}, which is none of the six`
        : 'that is what the carrier said',
  }))
}

/** Words that came at different times, and each only once, stand in the order in which they came. */
function judgeOrder(checks: Checks, own: readonly Said[], details: readonly unknown[]): void {
  const once = own.filter(({ detail }) => own.filter((each) => each.detail === detail).length === 1)
  const seen = once.filter(({ detail }) => details.filter((each) => each === detail).length === 1)
  for (const [index, said] of seen.entries()) {
    const next = seen[index + 1]
    if (next === undefined || next.atMs <= said.atMs) continue
    checks.that('RESOURCES-78', details.indexOf(said.detail) < details.indexOf(next.detail), () => ({
      expected: `"${said.detail}" before "${next.detail}"`,
      seen: details.join(' | '),
      why: 'the carrier said them in this order, and a history is in the order of time',
    }))
  }
}

/** By when a poll must have seen it; undefined where something may keep them from it for ever. */
function dueOf({ troubles, closed }: Memory, said: Said, bornMs: number): number | undefined {
  // A story that was told anew, or came to its end meanwhile, need not have been asked for.
  if (closed.includes(nameOf(said.client, said.number)) && said.status !== 'delivered') return undefined
  const sinceMs = Math.max(said.atMs, bornMs)
  const trouble = troubles[said.client]
  if (trouble === undefined) return sinceMs + pollMs + lateMs
  if (trouble.polls === undefined) return undefined
  return Math.max(sinceMs, trouble.sinceMs) + (1 + trouble.polls) * pollMs + lateMs
}
