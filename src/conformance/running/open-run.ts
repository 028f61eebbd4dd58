import packageFile from '../../../package.json' with { type: 'json' }
import type { ConformanceOptions } from '../options.ts'
import { openResourcePool } from '../resource-pool.ts'
import type { Rule } from '../rule.ts'
import { openControlledAccount } from '../target/account.ts'
import type { Prepared } from '../target/preparing.ts'
import { hasOwnAccounts, type Target } from '../target/target.ts'
import { type Client, openClient } from '../wire/client.ts'
import { pathOf } from '../wire/operation.ts'
import { openPace, type Pace } from '../wire/pace.ts'
import { presentEndpoint } from '../wire/presence.ts'
import { type Buying, openBuying, openFreeBuying } from './buying.ts'
import { walletRule } from './buying-gate.ts'
import { openClockTrust } from './clock-trust.ts'
import { type Concurrency, openConcurrency } from './concurrency.ts'
import { type ExpiredKey, openExpiredKey } from './expired-key.ts'
import { extentOf } from './exploring-extent.ts'
import { type Invariants, openInvariants } from './invariants.ts'
import { openLimitRenewal } from './limit-renewal.ts'
import { type LiveWallet, openLiveWallet } from './live-wallet.ts'
import type { Losses } from './losses.ts'
import { type MoneyTime, realMoneyTime } from './money-time.ts'
import { type Observer, openObserver } from './observer.ts'
import { openPatience, type Patience } from './patience.ts'
import type { Run } from './run-in-progress.ts'
import type { RunSlowness } from './run-wait.ts'
import { openSharedExploration } from './shared-exploration.ts'
import { openSlots, type Slots } from './slots.ts'
import { openSlowness, type Slowness } from './slowness.ts'
import { openSpending } from './spending.ts'
import { type Stopping, watchReachability } from './stopping.ts'
import { openWaits, type Waits } from './waits.ts'

/** What is learnt of all answers of a run, whichever rule asked for them. */
interface Learnt {
  readonly invariants: Invariants
  readonly observer: Observer
  /** Endpoints that have shown themselves to be there. */
  readonly present: ReadonlySet<string>
}

/** A run that can begin, and what is learnt in it. */
export interface OpenRun extends Learnt {
  readonly running: Run
  /** How many requests have been sent. */
  requests(): number
}

interface Opening {
  readonly options: ConformanceOptions
  readonly prepared: Prepared
  readonly selected: readonly Rule[]
  readonly stopping: Stopping
  readonly losses: Losses
  readonly time?: MoneyTime | undefined
}

/** Rules at work at a time in accounts of their own: the most where answers are slow. */
const leastOfOwn = 6
const mostOfOwn = 96
/** Which part of the whole patience what is due at once gets, until something has come late. */
const firstPart = 1 / 3
/** What was answered a moment ago may take some seconds to be in the log. */
const logPatienceMs = 8_000

export function openRun(opening: Opening): OpenRun {
  const { options, prepared, stopping } = opening
  const { target } = prepared
  const { signal } = stopping
  const slots = openSlotsFor(target, options)
  const waits = openWaits({ slots, signal, ...(options.onWait !== undefined && { tell: options.onWait }) })
  const pace = openPaceFor(target, options, waits)
  const pool = hasOwnAccounts(target) ? undefined : openResourcePool(slots)
  const limitRenewal = pace && openLimitRenewal(target, { pace, onTimeMoved: () => pool?.clear() })
  const concurrency = openConcurrencyFor(target, options, slots)
  const slowness = openSlownessFor(opening, { waits, rulesRunning: concurrency?.soon ?? slots.size })
  const { client, requests } = openCountedClient(opening, {
    concurrency,
    slowness,
    waits,
    pace,
    limitRenewal,
  })
  const money = openMoney(opening, { client, waits })
  const shared = {
    ...{ target, client, signal, slots, waits, pace, limitRenewal, pool },
    expiredKey: openExpiredKeyFor(target, waits),
    patience: openPatienceFor(target, options, signal),
    ...money,
    sentBy: new Map(),
    leftovers: [],
    losses: opening.losses,
    clockTrust: openClockTrust(),
    clearing: [],
  }
  const { learnt, hearing } = openLearning(opening, money.buying)
  const exploration = openSharedExploration(shared, {
    extent: extentOf(target, options),
    groups: opening.selected.flatMap((rule) =>
      rule.kind === 'active' && rule.explores === true ? [rule.id] : [],
    ),
    untilFound: options.exploreUntilFound === true,
  })
  return { ...learnt, requests, running: { ...shared, ...hearing, exploration } }
}

/** Lets all answers be heard by those who learn from them. */
function openLearning(
  { selected }: Opening,
  buying: Buying,
): {
  readonly learnt: Learnt
  readonly hearing: Pick<Run, 'onAnswer' | 'onObservation'>
} {
  const invariants = openInvariants(selected.filter((rule) => rule.kind === 'invariant'))
  const observer = openObserver()
  const present = new Set<string>()
  const onAnswer: Run['onAnswer'] = (answer) => {
    invariants.hear(answer)
    const endpoint = presentEndpoint(answer)
    if (endpoint !== null) present.add(endpoint)
    observer.hear(answer)
    buying.hear(answer)
  }
  const onObservation: Run['onObservation'] = ({ topic, value }) => observer.note(topic, value)
  return { learnt: { invariants, observer, present }, hearing: { onAnswer, onObservation } }
}

/** What may be bought, and what it may cost: money is somebody's where the account is. */
function openMoney(
  { prepared: { target }, stopping: { signal }, time = realMoneyTime }: Opening,
  { client, waits }: Pick<Run, 'client' | 'waits'>,
): Pick<Run, 'spending' | 'liveWallet' | 'buying'> {
  const spending = openSpending(target.permissions.maxSpendCents)
  if (hasOwnAccounts(target)) return { spending, liveWallet: undefined, buying: openFreeBuying() }
  const wallet = openWalletFor(target, client, { time, signal })
  const { trust: isTrusted } = target.permissions
  const buying = openBuying({ wallet, spending, isTrusted, signal, time, say: waits.say })
  return { spending, liveWallet: wallet, buying }
}

/** Undefined where no live key was given to read it with. */
function openWalletFor(
  { keys: { live: key } }: Target,
  client: Client,
  { time, signal }: { readonly time: MoneyTime; readonly signal: AbortSignal },
): LiveWallet | undefined {
  if (key === undefined) return undefined
  const request = { method: 'GET', path: pathOf('getWallet'), key, takes429: true }
  return openLiveWallet({
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
        toSend: async () => undefined,
      }),
  })
}

interface Pacing extends Pick<Run, 'waits' | 'pace' | 'limitRenewal'> {
  readonly concurrency: Concurrency | undefined
  readonly slowness: Slowness | undefined
}

function openCountedClient(
  { options, prepared, stopping, losses }: Opening,
  { concurrency, slowness, waits, pace, limitRenewal }: Pacing,
): { readonly client: Client; readonly requests: () => number } {
  const { target, redactor } = prepared
  const { signal } = stopping
  const reached = watchReachability(stopping, {
    what: 'The target',
    sends: 'requests',
    isThere: () => client.isThere(),
  })
  let requests = 0
  const client = openClient({
    baseUrl: target.baseUrl,
    timeoutMs: options.timeoutMs ?? 30_000,
    redactor,
    version: packageFile.version,
    pace,
    patience: { leftMs: options.throttlePatienceMs ?? 300_000 },
    pause: async (waitMs, what) => {
      if ((await limitRenewal?.refused()) !== true) await waits.pass(what, waitMs)
    },
    signal,
    onSend: (what, place) => {
      requests += 1
      const end = reached(what)
      return (outcome) => {
        end(outcome)
        losses.hear(place, outcome.lostFor ?? undefined)
        if (!outcome.worked) return
        concurrency?.record(what, outcome.durationMs)
        slowness?.record(outcome.durationMs)
      }
    },
  })
  return { client, requests: () => requests }
}

/** Kept where the keys and their limits are somebody's own. */
function openPaceFor(target: Target, { pace }: ConformanceOptions, waits: Waits): Pace | undefined {
  if (hasOwnAccounts(target) || pace === 'off') return undefined
  return openPace({ limits: target.profile.limits, pause: (waitMs, what) => waits.pass(what, waitMs) })
}

/** A rule with an account of its own makes one there; and where time can be moved, nobody waits for one. */
function openExpiredKeyFor(target: Target, waits: Waits): ExpiredKey | undefined {
  const { control } = target
  if (control === undefined || hasOwnAccounts(target)) return undefined
  if (!control.works.has('keys') || control.works.has('clock')) return undefined
  return openExpiredKey(openControlledAccount(control.client, 'default'), { waits })
}

function openSlotsFor(target: Target, { concurrency }: ConformanceOptions): Slots {
  const own = hasOwnAccounts(target)
  // What one rule does to the account by the control protocol would disturb every other.
  const oneByOne = !own && target.control !== undefined
  return openSlots(oneByOne ? 1 : (concurrency ?? (own ? leastOfOwn : 4)), { lends: !oneByOne })
}

/** A wait for answers is nothing that more rules could not share, where each has an account and limits of its own. */
function openConcurrencyFor(
  target: Target,
  { concurrency }: ConformanceOptions,
  { resize }: Slots,
): Concurrency | undefined {
  if (!hasOwnAccounts(target) || concurrency !== undefined) return undefined
  return openConcurrency({ least: leastOfOwn, most: mostOfOwn, tell: resize })
}

/** Nobody has to be told where nobody listens. */
function openSlownessFor(
  { options: { onSlow }, stopping, prepared: { redactor } }: Opening,
  { waits, rulesRunning: atWork }: { readonly waits: Waits; rulesRunning(): number },
): Slowness | undefined {
  if (onSlow === undefined) return undefined
  const tell = (slow: RunSlowness | undefined): void => {
    try {
      onSlow(slow)
    } catch (error) {
      // It is told where an answer comes in, which is not to blame.
      stopping.stop({ kind: 'crashed', reason: redactor.conceal(`onSlow threw: ${String(error)}`) })
    }
  }
  return openSlowness({ waits, rulesRunning: atWork, tell })
}

function openPatienceFor(
  target: Target,
  { deliveryPatienceMs: mostMs = 30_000 }: ConformanceOptions,
  signal: AbortSignal,
): Patience {
  // Where a rule can be tried again at no cost, a run may learn late that things do come.
  const firstMs = hasOwnAccounts(target) ? mostMs * firstPart : mostMs
  const patience = openPatience({
    firstMs: { event: firstMs, attempt: firstMs, log: Math.min(firstMs, logPatienceMs) },
    mostMs,
    signal,
  })
  target.inbox?.onLabel(patience.came)
  return patience
}
