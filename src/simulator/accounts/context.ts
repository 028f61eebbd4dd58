import { RequestLog } from '../requests/request-log.ts'
import type { SparePages } from '../requests/spare-pages.ts'
import type { Environment } from '../specification/model.ts'
import type { Task } from '../time/agenda.ts'
import { Clock, type RealTime } from '../time/clock.ts'
import { type TaskRunner, Timeline } from '../time/timeline.ts'
import { DeliveryOrder } from '../webhooks/delivery-order.ts'
import type { ChangeListener } from './collection.ts'
import { Random } from './random.ts'
import { State } from './state.ts'

/** What the whole simulator was started with and every account shares. */
export interface Settings {
  /** Where clients reach the simulator: begins every label_url and docs_url. */
  readonly baseUrl: () => string
  readonly magic: boolean
  readonly rateLimits: boolean
  /** Never runs backwards. */
  readonly realTime: RealTime
  /** What the machine's clock shows, right or wrong: where an account without a time of its own begins. */
  readonly machineNow: () => number
  /** Tells one start from the next with the same data, so that request ids never repeat. */
  readonly start: () => number
}

/** One account's world: its own time, randomness, state and due work. Nothing in it reaches another account. */
export interface Context {
  readonly id: string
  readonly seed: string
  readonly settings: Settings
  readonly state: State
  readonly clock: Clock
  readonly random: Random
  readonly timeline: Timeline
  readonly deliveryOrder: Readonly<Record<Environment, DeliveryOrder>>
  /** Deliveries with an attempt that has not been answered; whether one more was asked for meanwhile. */
  readonly attemptsUnderWay: Map<string, { redeliver: boolean }>
  readonly requestLog: RequestLog
  /** Counted for the account's name, not its state: a request id never repeats, whatever becomes of the account. */
  readonly requests: RequestCounts
  /** Whether any account has a label of this id: its address is open to whoever knows the id. */
  readonly isLabelTaken: (labelId: string) => boolean
}

export interface RequestCounts {
  service: number
  /** Everything but the service: counted apart, so that a look at the simulator changes no later answer. */
  other: number
}

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
    attemptsUnderWay: new Map(),
    requestLog: new RequestLog(options.sparePages),
    requests: options.requests,
    isLabelTaken: options.isLabelTaken,
  }
  return context
}

/** The next request id: different for every request there ever was with these data. */
export function nextRequestId(context: Context, kind: keyof RequestCounts = 'service'): string {
  context.requests[kind] += 1
  const number = context.settings.start() * 2 ** 32 + context.requests[kind]
  return context.random.numberedId('req', `${kind} ${context.id}`, number)
}
