import packageFile from '../../../package.json' with { type: 'json' }
import { readWalks } from '../explore/walk-script.ts'
import type { Answer } from '../http/answer.ts'
import { findPresentEndpoint } from '../http/expect.ts'
import { pathOf } from '../http/operation.ts'
import { type Client, openClient } from '../http/sending/client.ts'
import { createPace, type Pace } from '../http/sending/pace.ts'
import type { ConformanceOptions, RunSlowness } from '../options.ts'
import type { Leftover, Observation } from '../report/report.ts'
import type { Rule } from '../rule.ts'
import { openResourcePool, type ResourcePool } from '../setup/resource-pool.ts'
import { openControlledAccount } from '../target/account.ts'
import type { Prepared } from '../target/preparation.ts'
import { hasOwnAccounts, type Target } from '../target/target.ts'
import { createInvariants, createObserver, type Invariants, type Observer } from './invariants.ts'
import { type Buying, createLimitedBuying, createUnlimitedBuying } from './money/buying.ts'
import { createLiveWalletReader, type LiveWallet } from './money/live-wallet.ts'
import {
  createSpendingCount,
  realClock,
  type Spending,
  type SpendingClock,
  walletRule,
} from './money/spending.ts'
import { computeWalkExtent, prepareSharedExploration, type SharedExploration } from './shared-exploration.ts'
import { type AdaptiveTimeout, createAdaptiveTimeout } from './waiting/adaptive-timeout.ts'
import { type ClockTrust, createClockTrust } from './waiting/clock-trust.ts'
import { type LostRequestCounts, type Stopping, watchReachability } from './waiting/lost-requests.ts'
import {
  type Concurrency,
  createConcurrencyControl,
  createSemaphore,
  type Semaphore,
} from './waiting/semaphore.ts'
import {
  createLimitRenewal,
  type ExpiredKey,
  type LimitRenewal,
  prepareExpiredKey,
} from './waiting/shared-account-waits.ts'
import { createSlownessWatch, createWaits, type Slowness, type Waits } from './waiting/waits.ts'

/** The parts of a conformance run that all its rules share. */
export interface Run {
  readonly target: Target
  readonly client: Client
  readonly signal: AbortSignal
  readonly semaphore: Semaphore
  readonly timeout: AdaptiveTimeout
  readonly waits: Waits
  readonly pace: Pace | undefined
  readonly limitRenewal: LimitRenewal | undefined
  /** The expired API key that all rules share; undefined if each rule has a separate account or the clock can be moved. */
  readonly expiredKey: ExpiredKey | undefined
  /** How many requests each rule has sent so far, by the id of the rule and by operation. */
  readonly sentBy: Map<string, ReadonlyMap<string, number>>
  /** The resources that rules on a shared account have in common; undefined if each rule has a separate account. */
  readonly pool: ResourcePool | undefined
  readonly spending: Spending
  readonly buying: Buying
  /** The watch of the live wallet; undefined without a live key, or if the wallet's money is invented. */
  readonly liveWallet: LiveWallet | undefined
  readonly leftovers: Leftover[]
  /** The random walks of the run, which begin when the first rule needs their results. */
  readonly exploration: SharedExploration
  readonly clockTrust: ClockTrust
  readonly lostRequests: LostRequestCounts
  /** Promises of account deletions, for which the end of the run waits. */
  readonly deletions: Promise<void>[]
  onAnswer(answer: Answer): void
  onObservation(observation: Observation): void
}

/** The parts of a run that learn about the target from the responses to all rules. */
interface Learned {
  readonly invariants: Invariants
  readonly observer: Observer
  /** The endpoints of the target that exist, as responses have shown. */
  readonly present: ReadonlySet<string>
}

/** A run that is ready to send its first request. */
export interface ReadyRun extends Learned {
  readonly running: Run
  /** Returns the number of requests sent so far. */
  countRequests(): number
}

/** The objects from which a run is created. */
interface RunInput {
  readonly options: ConformanceOptions
  readonly prepared: Prepared
  readonly selected: readonly Rule[]
  readonly stopping: Stopping
  readonly lostRequests: LostRequestCounts
  readonly time?: SpendingClock | undefined
}

/** How many rules run at a time at first, if each rule has a separate account. The number grows if responses are slow. */
const minRulesOfOwn = 6
const maxRulesOfOwn = 96
/** A rule with a separate account first waits for a delivery only this part of the delivery timeout, as the rule can be repeated. */
const firstPart = 1 / 3
/** How long a rule first waits for an entry in the delivery log, in milliseconds. The entry may appear seconds after the delivery. */
const logTimeoutMs = 8_000

/** Creates the parts of a run that all its rules share. Sends nothing. */
export function createRun(input: RunInput): ReadyRun {
  const { options, prepared, stopping } = input
  const { target } = prepared
  const { signal } = stopping
  const semaphore = createSemaphoreFor(target, options)
  const waits = createWaits({
    semaphore,
    signal,
    ...(options.onWait !== undefined && { onWait: options.onWait }),
  })
  const pace = createPaceFor(target, options, waits)
  const pool = hasOwnAccounts(target) ? undefined : openResourcePool(semaphore)
  const limitRenewal = pace && createLimitRenewal(target, { pace, onTimeMoved: () => pool?.clear() })
  const concurrency = createConcurrencyControlFor(target, options, semaphore)
  const slowness = createSlownessWatchFor(input, {
    waits,
    rulesRunning: concurrency?.forecastConcurrency ?? semaphore.size,
  })
  const { client, countRequests } = createCountingClient(input, {
    concurrency,
    slowness,
    waits,
    pace,
    limitRenewal,
  })
  const money = createSpendingParts(input, { client, waits })
  const shared = {
    ...{ target, client, signal, semaphore, waits, pace, limitRenewal, pool },
    expiredKey: prepareExpiredKeyFor(target, waits),
    timeout: createTimeoutFor(target, options, signal),
    ...money,
    sentBy: new Map(),
    leftovers: [],
    lostRequests: input.lostRequests,
    clockTrust: createClockTrust(),
    deletions: [],
  }
  const { learned, listeners } = createLearningParts(input, money.buying)
  const exploration = prepareSharedExploration(shared, {
    extent: computeWalkExtent(target, options),
    groups: input.selected.flatMap((rule) =>
      rule.kind === 'active' && rule.explores === true ? [rule.id] : [],
    ),
    untilFound: options.exploreUntilFound === true,
    scripts: options.walk === undefined ? [] : readWalks(options.walk),
  })
  return { ...learned, countRequests, running: { ...shared, ...listeners, exploration } }
}

/** Creates the parts of a run that learn from every response. */
function createLearningParts(
  { selected }: RunInput,
  buying: Buying,
): {
  readonly learned: Learned
  readonly listeners: Pick<Run, 'onAnswer' | 'onObservation'>
} {
  const invariants = createInvariants(selected.filter((rule) => rule.kind === 'invariant'))
  const observer = createObserver()
  const present = new Set<string>()
  const onAnswer: Run['onAnswer'] = (answer) => {
    invariants.checkResponse(answer)
    const endpoint = findPresentEndpoint(answer)
    if (endpoint !== null) present.add(endpoint)
    observer.recordResponse(answer)
    buying.record(answer)
  }
  const onObservation: Run['onObservation'] = ({ topic, value }) => observer.recordObservation(topic, value)
  return { learned: { invariants, observer, present }, listeners: { onAnswer, onObservation } }
}

/** Creates the parts of a run that control purchases. Accounts that the run created have no spending limit, as their money is invented. */
function createSpendingParts(
  { prepared: { target }, stopping: { signal }, time = realClock }: RunInput,
  { client, waits }: Pick<Run, 'client' | 'waits'>,
): Pick<Run, 'spending' | 'liveWallet' | 'buying'> {
  const spending = createSpendingCount(target.permissions.maxSpendCents)
  if (hasOwnAccounts(target)) return { spending, liveWallet: undefined, buying: createUnlimitedBuying() }
  const wallet = createLiveWalletReaderFor(target, client, { time, signal })
  const { trust: isTrusted, hasUserLimit = false } = target.permissions
  const buying = createLimitedBuying({
    wallet,
    spending,
    isTrusted,
    hasUserLimit,
    signal,
    time,
    announce: waits.announce,
  })
  return { spending, liveWallet: wallet, buying }
}

/** Creates the watch of the live wallet; undefined without a live key, with which the wallet is read. */
function createLiveWalletReaderFor(
  { keys: { live: key } }: Target,
  client: Client,
  { time, signal }: { readonly time: SpendingClock; readonly signal: AbortSignal },
): LiveWallet | undefined {
  if (key === undefined) return undefined
  const request = { method: 'GET', path: pathOf('getWallet'), key, takes429: true }
  return createLiveWalletReader({
    nowMs: time.nowMs,
    pause: (ms) => time.pause(ms, signal),
    ask: () =>
      client.send(request, {
        onExchange: () => undefined,
        onAnswer: () => undefined,
        onLost: () => undefined,
        ruleId: walletRule,
        nameKey: () => 'DRYDOCK_LIVE_KEY',
        maySpend: () => false,
        preparePurchase: async () => undefined,
      }),
  })
}

interface Pacing extends Pick<Run, 'waits' | 'pace' | 'limitRenewal'> {
  readonly concurrency: Concurrency | undefined
  readonly slowness: Slowness | undefined
}

/** Creates the client of the run. It counts the requests, and passes each outcome on to the parts of the run that need it. */
function createCountingClient(
  { options, prepared, stopping, lostRequests }: RunInput,
  { concurrency, slowness, waits, pace, limitRenewal }: Pacing,
): { readonly client: Client; readonly countRequests: () => number } {
  const { target, redactor } = prepared
  const { signal } = stopping
  const watchRequest = watchReachability(stopping, {
    what: 'The target',
    sends: 'requests',
    isReachable: () => client.isReachable(),
  })
  let requests = 0
  const client = openClient({
    baseUrl: target.baseUrl,
    timeoutMs: options.timeoutMs ?? 30_000,
    redactor,
    version: packageFile.version,
    headers: options.headers,
    pace,
    waitBudget: { leftMs: options.throttlePatienceMs ?? 300_000 },
    pause: async (waitMs, what) => {
      if ((await limitRenewal?.onRefused()) !== true) await waits.pause(what, waitMs)
    },
    signal,
    onSend: (what, place) => {
      requests += 1
      const recordResult = watchRequest(what)
      return (outcome) => {
        recordResult(outcome)
        lostRequests.record(place, outcome.lostFor ?? undefined)
        if (!outcome.worked) return
        concurrency?.record(what, outcome.durationMs)
        slowness?.record(outcome.durationMs)
      }
    },
  })
  return { client, countRequests: () => requests }
}

/** Creates the `Pace`, which keeps requests within the rate limits; undefined if each rule has separate keys, or with `--pace off`. */
function createPaceFor(target: Target, { pace }: ConformanceOptions, waits: Waits): Pace | undefined {
  if (hasOwnAccounts(target) || pace === 'off') return undefined
  return createPace({ limits: target.profile.limits, pause: (waitMs, what) => waits.pause(what, waitMs) })
}

/** Creates the expired API key of a shared account; undefined if each rule has a separate account or the clock can be moved. */
function prepareExpiredKeyFor(target: Target, waits: Waits): ExpiredKey | undefined {
  const { control } = target
  if (control === undefined || hasOwnAccounts(target)) return undefined
  if (!control.works.has('keys') || control.works.has('clock')) return undefined
  return prepareExpiredKey(openControlledAccount(control.client, 'default'), { waits })
}

/** Creates the semaphore that limits how many rules run at a time. */
function createSemaphoreFor(target: Target, { concurrency }: ConformanceOptions): Semaphore {
  const own = hasOwnAccounts(target)
  // With a control protocol, a rule could change the shared account while another rule uses it, so the rules run one by one.
  const oneByOne = !own && target.control !== undefined
  return createSemaphore(oneByOne ? 1 : (concurrency ?? (own ? minRulesOfOwn : 4)), { lends: !oneByOne })
}

/** Creates the control of how many rules run at a time; undefined if an option fixes the number, or if rules share an account. */
function createConcurrencyControlFor(
  target: Target,
  { concurrency }: ConformanceOptions,
  { resize }: Semaphore,
): Concurrency | undefined {
  if (!hasOwnAccounts(target) || concurrency !== undefined) return undefined
  return createConcurrencyControl({ min: minRulesOfOwn, max: maxRulesOfOwn, onChange: resize })
}

/** Creates the watch that reports slow responses; undefined without the option `onSlow`. */
function createSlownessWatchFor(
  { options: { onSlow }, stopping, prepared: { redactor } }: RunInput,
  { waits, rulesRunning }: { readonly waits: Waits; rulesRunning(): number },
): Slowness | undefined {
  if (onSlow === undefined) return undefined
  const reportSlowness = (slow: RunSlowness | undefined): void => {
    try {
      onSlow(slow)
    } catch (error) {
      // The user's `onSlow` is called while a response is received. If it throws, the run stops, but the request counts as successful.
      stopping.stop({ kind: 'crashed', reason: redactor.conceal(`onSlow threw: ${String(error)}`) })
    }
  }
  return createSlownessWatch({ waits, rulesRunning, onSlow: reportSlowness })
}

/** Creates the adaptive timeout for webhook deliveries and entries of the delivery log. */
function createTimeoutFor(
  target: Target,
  { deliveryPatienceMs: maxMs = 30_000 }: ConformanceOptions,
  signal: AbortSignal,
): AdaptiveTimeout {
  const firstMs = hasOwnAccounts(target) ? maxMs * firstPart : maxMs
  const timeout = createAdaptiveTimeout({
    firstMs: { event: firstMs, attempt: firstMs, log: Math.min(firstMs, logTimeoutMs) },
    maxMs,
    signal,
  })
  target.inbox?.onLabel(timeout.recordArrival)
  return timeout
}
