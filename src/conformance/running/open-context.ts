import type { Leftover, Observation } from '../report/report.ts'
import type { ResourcePool } from '../resource-pool.ts'
import type { ActiveRule } from '../rule.ts'
import type { RuleContext } from '../rule-context.ts'
import { openSetup } from '../setup.ts'
import type { MadeAccount } from '../target/discovery.ts'
import type { Target } from '../target/target.ts'
import type { Answer } from '../wire/answer.ts'
import type { CapturedExchange } from '../wire/capture.ts'
import type { Client, SendingRule } from '../wire/client.ts'
import { NotJudged } from '../wire/failures.ts'
import type { Pace } from '../wire/pace.ts'
import type { Buying } from './buying.ts'
import type { ClockTrust } from './clock-trust.ts'
import type { ExpiredKey } from './expired-key.ts'
import type { LimitRenewal } from './limit-renewal.ts'
import { openLivePurchases } from './live-purchases.ts'
import type { Losses } from './losses.ts'
import type { Patience, TimedOutWait } from './patience.ts'
import { openCall } from './rule-call.ts'
import { openClock, type RuleClock } from './rule-clock.ts'
import { openRuleExchanges } from './rule-exchanges.ts'
import { openExecution, type RuleExecution } from './rule-execution.ts'
import { type InboxOfRule, openInboxOf } from './rule-inbox.ts'
import { openKeys, type RuleKeys } from './rule-keys.ts'
import { openRuleWaits, type RuleWaits } from './rule-waits.ts'
import type { SharedExploration } from './shared-exploration.ts'
import type { Slots } from './slots.ts'
import type { Spending } from './spending.ts'
import type { Waits } from './waits.ts'

/** What all rules of a run share. */
export interface Run {
  readonly target: Target
  readonly client: Client
  readonly signal: AbortSignal
  readonly slots: Slots
  readonly patience: Patience
  readonly waits: Waits
  readonly pace: Pace | undefined
  readonly limitRenewal: LimitRenewal | undefined
  /** For all rules, where they share an account whose time cannot be moved. */
  readonly expiredKey: ExpiredKey | undefined
  /** What each rule that began has sent so far. */
  readonly sentBy: Map<string, ReadonlyMap<string, number>>
  /** What rules hand on to each other, where they share an account. */
  readonly pool: ResourcePool | undefined
  readonly spending: Spending
  readonly buying: Buying
  readonly leftovers: Leftover[]
  /** The walks of the run, which begin when the first rule asks for them. */
  readonly exploration: SharedExploration
  readonly clockTrust: ClockTrust
  /** Requests that got no answer. */
  readonly losses: Losses
  /** Accounts on their way to being deleted. */
  readonly clearing: Promise<void>[]
  onAnswer(answer: Answer): void
  onObservation(observation: Observation): void
}

/** A rule at work: its context, what it has sent, and what is to be put away after it. */
export interface OpenContext {
  readonly t: RuleContext
  readonly exchanges: readonly CapturedExchange[]
  /** How time passed for it, if any had to. */
  readonly clock: () => 'virtual' | 'real' | null
  /** How many requests of each kind were sent. */
  readonly sent: ReadonlyMap<string, number>
  /** Where requests were sent that got no answer. */
  readonly lost: readonly string[]
  /** The last wait that came to nothing, if any did. */
  readonly timedOut: () => TimedOutWait | undefined
  putAway(): Promise<void>
}

export function openContext(rule: ActiveRule, run: Run, made: MadeAccount | undefined): OpenContext {
  const execution = openExecution(rule, run, made)
  const keys = openKeys(execution)
  const clock = openClock(execution)
  const ruleWaits = openRuleWaits(run)
  const inbox = openInboxOf(execution, ruleWaits)
  const { sender, exchanges, sent, lost } = openRuleExchanges(execution, (answer) => {
    clock.hear(answer)
    inbox.hear(answer)
  })
  const purchases = openLivePurchases(execution)
  run.sentBy.set(rule.id, sent)
  const call = inbox.around(openCall(execution, { sender, keys, purchases }))
  return {
    t: contextOf(execution, { call, sender, keys, clock, inbox, ruleWaits, lost }),
    exchanges,
    clock: clock.kind,
    sent,
    lost,
    timedOut: ruleWaits.timedOut,
    putAway: async () => {
      inbox.close()
      await purchases.voidAll({ key: () => keys.given('live'), sender })
      for (const what of (await execution.shared?.putBack()) ?? []) {
        run.leftovers.push({ kind: 'account', id: 'default', note: `${rule.id} could not leave ${what}` })
      }
    },
  }
}

/** All that the rule's body can do, put together of its parts. */
function contextOf(
  { rule, run, own, hasClock, controlled }: RuleExecution,
  parts: {
    readonly call: RuleContext['call']
    readonly sender: SendingRule
    readonly keys: RuleKeys
    readonly clock: RuleClock
    readonly inbox: InboxOfRule
    readonly ruleWaits: RuleWaits
    readonly lost: readonly string[]
  },
): RuleContext {
  const { call, sender, keys, clock, inbox, ruleWaits, lost } = parts
  const t: RuleContext = {
    baseUrl: run.target.baseUrl,
    profile: run.target.profile,
    call,
    send: (request) => {
      const key = request.key === undefined ? undefined : keys.valueOf(request.key)
      return run.client.send({ ...request, key, headers: request.headers }, sender)
    },
    key: keys.key,
    keyWithScopes: keys.keyWithScopes,
    // Made below, of this context.
    get setup() {
      return setup
    },
    get account() {
      return controlled()
    },
    isOwnAccount: own,
    hasClock,
    passTime: clock.passTime,
    now: () => clock.now(() => call('getWallet')),
    inbox: inbox.open,
    lookUntil: ruleWaits.lookUntil,
    lostRequests: () => lost.length,
    explore: () => run.slots.leave(() => run.exploration.speakFor(rule)),
    observe: (topic, value) => run.onObservation({ topic, value }),
    notJudged: (reason) => {
      throw new NotJudged(reason)
    },
  }
  const setup = openSetup({ t, pool: run.pool, toBuy: run.buying.begin })
  return t
}
