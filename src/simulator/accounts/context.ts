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
   * Returns the address at which clients reach the simulator; every label_url and docs_url starts with it.
   */
  readonly baseUrl: () => string
  readonly magic: boolean
  readonly rateLimits: boolean
  /** Real time, which never runs backwards. */
  readonly realTime: RealTime
  /** Returns the machine's clock, correct or not. An account without a start time begins at it. */
  readonly machineNow: () => number
  /** Returns the number of starts with these data. Request ids contain it, so that they never repeat. */
  readonly start: () => number
}

/** All state of one account: its clock, randomness, records and due work. It reaches no other account. */
export interface Context {
  readonly id: string
  readonly seed: string
  readonly settings: Settings
  readonly state: State
  readonly clock: Clock
  readonly random: Random
  readonly timeline: Timeline
  readonly deliveryOrder: Readonly<Record<Environment, DeliveryOrder>>
  /** Deliveries whose attempt has no response yet. */
  readonly attemptsUnderWay: Set<string>
  readonly requestLog: RequestLog
  readonly firedLog: FiredLog
  readonly controlLog: ControlLog
  /** Counted per account id, not in the state: a request id never repeats, even after a reset. */
  readonly requests: RequestCounts
  /** Whether any account has a label with this id: a label's PDF is served to everyone who knows its id. */
  readonly isLabelTaken: (labelId: string) => boolean
}

export interface RequestCounts {
  service: number
  /** Control and dashboard requests, counted apart so that they never change an id of the service. */
  other: number
}

/** Opens an account with empty state. `run` carries out due tasks; `failed` receives the error of one that throws. */
export function createContext(options: {
  readonly id: string
  readonly seed: string
  readonly settings: Settings
  readonly changed: ChangeListener
  readonly requests: RequestCounts
  readonly sparePages: SparePages
  readonly isLabelTaken: Context['isLabelTaken']
  readonly run: (context: Context, task: Task) => ReturnType<TaskRunner>
  readonly failed: (error: unknown, task: Task) => void
}): Context {
  const { id, seed, settings } = options
  const state = new State(options.changed)
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
      run: (task) => options.run(context, task),
      failed: options.failed,
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

/** Returns the next request id. It never repeats as long as the data live. */
export function nextRequestId(context: Context, kind: keyof RequestCounts = 'service'): string {
  context.requests[kind] += 1
  const number = context.settings.start() * 2 ** 32 + context.requests[kind]
  return context.random.numberedId('req', `${kind} ${context.id}`, number)
}
