import type { Leftover, Observation } from '../report/report.ts'
import type { ActiveRule } from '../rule.ts'
import type { RuleContext } from '../rule-context.ts'
import { openSetup } from '../setup.ts'
import type { Stock } from '../stock.ts'
import type { MadeAccount } from '../target/discovery.ts'
import type { Target } from '../target/target.ts'
import type { Answer } from '../wire/answer.ts'
import type { KeptExchange } from '../wire/capture.ts'
import type { Client, Hears } from '../wire/client.ts'
import { NotJudged } from '../wire/failures.ts'
import type { Pace } from '../wire/pace.ts'
import { type Awaiting, openAwaiting } from './awaiting.ts'
import type { Buying } from './buying.ts'
import { openCall } from './calling.ts'
import type { ExpiredKey } from './expired-key.ts'
import type { Freshness } from './freshness.ts'
import { openHearing } from './hearing.ts'
import { openLivePurchases } from './live-purchases.ts'
import type { Patience, VainWait } from './patience.ts'
import { putToWork, type RuleAtWork } from './rule-at-work.ts'
import { openClock, type RuleClock } from './rule-clock.ts'
import { type InboxOfRule, openInboxOf } from './rule-inbox.ts'
import { openKeys, type RuleKeys } from './rule-keys.ts'
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
  readonly freshness: Freshness | undefined
  /** For all rules, where they share an account whose time cannot be moved. */
  readonly expiredKey: ExpiredKey | undefined
  /** What each rule that began has sent so far. */
  readonly sentBy: Map<string, ReadonlyMap<string, number>>
  /** What rules hand on to each other, where they share an account. */
  readonly stock: Stock | undefined
  readonly spending: Spending
  readonly buying: Buying
  readonly leftovers: Leftover[]
  /** Accounts on their way to being deleted. */
  readonly clearing: Promise<void>[]
  onAnswer(answer: Answer): void
  onObservation(observation: Observation): void
}

/** A rule at work: its context, what it has sent, and what is to be put away after it. */
export interface OpenContext {
  readonly t: RuleContext
  readonly exchanges: readonly KeptExchange[]
  /** How time passed for it, if any had to. */
  readonly clock: () => 'virtual' | 'real' | null
  /** How many requests of each kind were sent. */
  readonly sent: ReadonlyMap<string, number>
  /** The last wait that came to nothing, if any did. */
  readonly vain: () => VainWait | undefined
  putAway(): Promise<void>
}

export function openContext(rule: ActiveRule, run: Run, made: MadeAccount | undefined): OpenContext {
  const atWork = putToWork(rule, run, made)
  const keys = openKeys(atWork)
  const clock = openClock(atWork)
  const awaiting = openAwaiting(run)
  const inbox = openInboxOf(atWork, awaiting)
  const { hears, exchanges, sent } = openHearing(atWork, (answer) => {
    clock.hear(answer)
    inbox.hear(answer)
  })
  const purchases = openLivePurchases(atWork)
  run.sentBy.set(rule.id, sent)
  const call = inbox.around(openCall(atWork, { hears, keys, purchases }))
  return {
    t: contextOf(atWork, { call, hears, keys, clock, inbox, awaiting }),
    exchanges,
    clock: clock.kind,
    sent,
    vain: awaiting.vain,
    putAway: async () => {
      inbox.close()
      await purchases.voidAll({ key: () => keys.given('live'), hears })
      for (const what of (await atWork.shared?.putBack()) ?? []) {
        run.leftovers.push({ kind: 'account', id: 'default', note: `${rule.id} could not leave ${what}` })
      }
    },
  }
}

/** All that the rule's body can do, put together of its parts. */
function contextOf(
  { run, own, hasClock, controlled }: RuleAtWork,
  parts: {
    readonly call: RuleContext['call']
    readonly hears: Hears
    readonly keys: RuleKeys
    readonly clock: RuleClock
    readonly inbox: InboxOfRule
    readonly awaiting: Awaiting
  },
): RuleContext {
  const { call, hears, keys, clock, inbox, awaiting } = parts
  const t: RuleContext = {
    baseUrl: run.target.baseUrl,
    profile: run.target.profile,
    call,
    send: (request) => {
      const key = request.key === undefined ? undefined : keys.valueOf(request.key)
      return run.client.send({ ...request, key, headers: request.headers }, hears)
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
    lookUntil: awaiting.lookUntil,
    observe: (topic, value) => run.onObservation({ topic, value }),
    notJudged: (reason) => {
      throw new NotJudged(reason)
    },
  }
  const setup = openSetup({ t, stock: run.stock, toBuy: run.buying.begin })
  return t
}
