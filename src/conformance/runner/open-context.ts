import type { CapturedExchange } from '../http/exchange.ts'
import { NotJudged } from '../http/failures.ts'
import type { SendingRule } from '../http/sending-rule.ts'
import type { ActiveRule } from '../rule.ts'
import type { RuleContext } from '../rule-context.ts'
import { openSetup } from '../setup/setup.ts'
import type { Arrival } from '../target/arrival.ts'
import type { MadeAccount } from '../target/discovery.ts'
import { openRuleWaits, type RuleWaits, type TimedOutWait } from './adaptive-timeout.ts'
import type { Run } from './open-run.ts'
import {
  type OtherClient,
  openClock,
  openExecution,
  openKeys,
  openOtherClient,
  type RuleClock,
  type RuleExecution,
  type RuleKeys,
} from './rule-account.ts'
import {
  type InboxOfRule,
  openCall,
  openInboxOf,
  openLivePurchases,
  openRuleExchanges,
} from './rule-calls.ts'

/** A rule in progress: its context, what it has sent, and what has to be cleaned up after it. */
export interface OpenContext {
  readonly t: RuleContext
  readonly exchanges: readonly CapturedExchange[]
  /** How time passed for the rule: by the account's clock, in real time, or not at all. */
  readonly clock: () => 'virtual' | 'real' | null
  /** How many requests were answered, by operation. */
  readonly sent: ReadonlyMap<string, number>
  /** How many calls of the control protocol were answered. */
  readonly controlled: () => number
  /** The endpoints of requests that got no answer. */
  readonly lost: readonly string[]
  /** The last wait in vain; undefined if there was none. */
  readonly timedOut: () => TimedOutWait | undefined
  /** The deliveries that have come for the rule. */
  readonly arrivals: () => readonly Arrival[]
  /** Voids live purchases and undoes the changes of a shared account. */
  putAway(): Promise<void>
}

/** Opens the context of a rule, in the account made for it or in the shared one. */
export function openContext(rule: ActiveRule, run: Run, made: MadeAccount | undefined): OpenContext {
  const execution = openExecution(rule, run, made)
  const keys = openKeys(execution)
  const clock = openClock(execution)
  const ruleWaits = openRuleWaits(run)
  const inbox = openInboxOf(execution, ruleWaits)
  const otherClient = openOtherClient(execution)
  const { sender, exchanges, sent, controlled, lost } = openRuleExchanges(execution, (answer) => {
    clock.record(answer)
    inbox.record(answer)
  })
  const purchases = openLivePurchases(execution)
  run.sentBy.set(rule.id, sent)
  const call = inbox.around(openCall(execution, { sender, keys, purchases }))
  return {
    t: contextOf(execution, { call, sender, keys, clock, inbox, ruleWaits, otherClient, lost }),
    exchanges,
    clock: clock.kind,
    sent,
    controlled,
    lost,
    timedOut: ruleWaits.timedOut,
    arrivals: inbox.arrivals,
    putAway: async () => {
      inbox.close()
      otherClient.putAway()
      await purchases.voidAll({ key: () => keys.given('live'), sender })
      for (const what of (await execution.shared?.putBack()) ?? []) {
        run.leftovers.push({ kind: 'account', id: 'default', note: `${rule.id} could not leave ${what}` })
      }
    },
  }
}

/** Puts together the context of a rule from its parts. */
function contextOf(
  { rule, run, own, hasClock, controlled }: RuleExecution,
  parts: {
    readonly call: RuleContext['call']
    readonly sender: SendingRule
    readonly keys: RuleKeys
    readonly clock: RuleClock
    readonly inbox: InboxOfRule
    readonly ruleWaits: RuleWaits
    readonly otherClient: OtherClient
    readonly lost: readonly string[]
  },
): RuleContext {
  const { call, sender, keys, clock, inbox, ruleWaits, otherClient, lost } = parts
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
    otherClient: otherClient.keys,
    // Made below, as it needs this context.
    get setup() {
      return setup
    },
    get account() {
      return controlled()
    },
    isOwnAccount: own,
    hasClock,
    passTime: clock.passTime,
    letSettle: () => run.buying.settle(rule.id),
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
  // A canary always quotes anew, as it must buy the cheapest rate there is.
  const pool = rule.canary === true ? undefined : run.pool
  const setup = openSetup({ t, pool, toBuy: run.buying.begin })
  return t
}
