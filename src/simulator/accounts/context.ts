import { RequestLog } from '../requests/request-log.ts'
import type { SparePages } from '../requests/spare-pages.ts'
import type { Environment } from '../specification/model.ts'
import type { Task } from '../time/agenda.ts'
import { Clock, type RealTime } from '../time/clock.ts'
import { type TaskRunner, Timeline } from '../time/timeline.ts'
import { ControlLog } from '../watching/control-log.ts'
import { FiredLog } from '../watching/fired-log.ts'
import { DeliveryOrder } from '../webhooks/delivery-order.ts'
import type { ChangeListener } from './collection.ts'
import { Random } from './random.ts'
import { State } from './state.ts'

/** The settings of the simulator, the same for all accounts. */
export interface Settings {
  /**
   * Returns the URL at which clients reach the simulator; every label_url and docs_url starts with it.
   */
  readonly baseUrl: () => string
  readonly magic: boolean
  readonly rateLimits: boolean
  /** Real time, which never runs backwards. */
  readonly realTime: RealTime
  /** Returns the time of the machine's clock. An account without a start time begins at this time. */
  readonly machineNow: () => number
  /** Returns how often the simulator was started with this data file. Request ids depend on it, so that they never repeat. */
  readonly start: () => number
}

/** All that belongs to one account while the simulator runs: its clock, random numbers, records, logs and due work. */
export interface Context {
  readonly id: string
  readonly seed: string
  readonly settings: Settings
  readonly state: State
  readonly clock: Clock
  readonly random: Random
  readonly timeline: Timeline
  readonly deliveryOrder: Readonly<Record<Environment, DeliveryOrder>>
  /** The ids of webhook deliveries with an attempt to which no response has come yet. */
  readonly attemptsUnderWay: Set<string>
  readonly requestLog: RequestLog
  readonly firedLog: FiredLog
  readonly controlLog: ControlLog
  /**
   * The number of requests to the account. It is not part of the account's state, so request ids do not repeat after a
   * reset.
   */
  readonly requests: RequestCounts
  /**
   * Whether any account has a label with this id. A label id may exist only once in all accounts, because the PDF of a
   * sandbox label can be read without a key.
   */
  readonly isLabelTaken: (labelId: string) => boolean
}

export interface RequestCounts {
  service: number
  /**
   * The number of requests to the control protocol and the dashboard. They are counted separately, so that they do not
   * change the ids of requests to the service.
   */
  other: number
}

/** Creates the context of an account with empty state. */
export function createContext(options: {
  readonly id: string
  readonly seed: string
  readonly settings: Settings
  readonly onChange: ChangeListener
  readonly requests: RequestCounts
  readonly sparePages: SparePages
  readonly isLabelTaken: Context['isLabelTaken']
  readonly runTask: (context: Context, task: Task) => ReturnType<TaskRunner>
  /** Receives the error of a task that a timer started. */
  readonly onTaskFailure: (error: unknown, task: Task) => void
}): Context {
  const { id, seed, settings } = options
  const state = new State(options.onChange)
  const clock = new Clock({ setting: state.clock, realTime: settings.realTime })
  const random = new Random({ seed, account: id, counters: state.counters })
  const context: Context = {
    id,
    seed,
    settings,
    state,
    clock,
    random,
    timeline: new Timeline({
      clock,
      realTime: settings.realTime,
      runTask: (task) => options.runTask(context, task),
      onTaskFailure: options.onTaskFailure,
    }),
    deliveryOrder: { test: new DeliveryOrder(), live: new DeliveryOrder() },
    attemptsUnderWay: new Set(),
    requestLog: new RequestLog(options.sparePages),
    firedLog: new FiredLog(),
    controlLog: new ControlLog(),
    requests: options.requests,
    isLabelTaken: options.isLabelTaken,
  }
  return context
}

/** Returns a new request id of an account. It never repeats, even after a restart with the same data file. */
export function createRequestId(context: Context, kind: keyof RequestCounts = 'service'): string {
  context.requests[kind] += 1
  const number = context.settings.start() * 2 ** 32 + context.requests[kind]
  return context.random.deriveIdFromNumber('req', `${kind} ${context.id}`, number)
}
