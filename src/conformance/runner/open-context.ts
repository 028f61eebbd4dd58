import type { SendingRule } from '../http/answer.ts'
import { NotJudged } from '../http/failures.ts'
import type { ActiveRule } from '../rule.ts'
import type { RuleContext } from '../rule-context.ts'
import { openSetup } from '../setup/setup.ts'
import type { MadeAccount } from '../target/discovery.ts'
import type { Run } from './open-run.ts'
import {
  createRuleClock,
  createRuleExecution,
  type OtherClient,
  prepareOtherClient,
  prepareRuleKeys,
  type RuleClock,
  type RuleExecution,
  type RuleKeys,
} from './rule-account.ts'
import {
  createLivePurchases,
  createOperationCaller,
  createRuleExchanges,
  type InboxForRule,
  prepareRuleInbox,
  type RuleExchanges,
} from './rule-calls.ts'
import { createRuleWaits, type RuleWaits } from './waiting/adaptive-timeout.ts'

/** The context of a rule in progress, its requests, and the function that cleans up after the rule. */
export interface ContextWithCleanup extends Omit<RuleExchanges, 'sender'>, Pick<InboxForRule, 'arrivals'> {
  readonly t: RuleContext
  readonly getPassedTimeKind: RuleClock['getPassedTimeKind']
  readonly getLastFailedWait: RuleWaits['getLastFailedWait']
  /** Voids the labels that the rule bought with a live key, and undoes the rule's changes of a shared account. */
  cleanUp(): Promise<void>
}

/** Creates the context of a rule for the account that the run created for the rule, or for the account that all rules share. */
export function createContextWithCleanup(
  rule: ActiveRule,
  run: Run,
  made: MadeAccount | undefined,
): ContextWithCleanup {
  const execution = createRuleExecution(rule, run, made)
  const keys = prepareRuleKeys(execution)
  const clock = createRuleClock(execution)
  const ruleWaits = createRuleWaits(run)
  const inbox = prepareRuleInbox(execution, ruleWaits)
  const otherClient = prepareOtherClient(execution)
  const { sender, ...exchanges } = createRuleExchanges(execution, (answer) => {
    clock.record(answer)
    inbox.record(answer)
  })
  const purchases = createLivePurchases(execution)
  run.sentBy.set(rule.id, exchanges.sent)
  const call = inbox.wrapCall(createOperationCaller(execution, { sender, keys, purchases }))
  return {
    t: createRuleContext(execution, {
      call,
      sender,
      keys,
      clock,
      inbox,
      ruleWaits,
      otherClient,
      lost: exchanges.lost,
    }),
    ...exchanges,
    getPassedTimeKind: clock.getPassedTimeKind,
    getLastFailedWait: ruleWaits.getLastFailedWait,
    arrivals: inbox.arrivals,
    cleanUp: async () => {
      inbox.close()
      otherClient.cleanUp()
      await purchases.voidAll({ key: () => keys.requireGivenKey('live'), sender })
      for (const what of (await execution.shared?.restore()) ?? []) {
        run.leftovers.push({ kind: 'account', id: 'default', note: `${rule.id} could not ${what}` })
      }
    },
  }
}

/** Creates the context of a rule from its parts. */
function createRuleContext(
  { rule, run, own, hasClock, requireAccount }: RuleExecution,
  parts: {
    readonly call: RuleContext['call']
    readonly sender: SendingRule
    readonly keys: RuleKeys
    readonly clock: RuleClock
    readonly inbox: InboxForRule
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
      const key = request.key === undefined ? undefined : keys.findKey(request.key)
      return run.client.send({ ...request, key, headers: request.headers }, sender)
    },
    key: keys.key,
    createKeyWithScopes: keys.createKeyWithScopes,
    getOtherClientKeys: otherClient.getKeys,
    // `setup` is created after this context, which it needs.
    get setup() {
      return setup
    },
    get account() {
      return requireAccount()
    },
    isOwnAccount: own,
    hasClock,
    passTime: clock.passTime,
    waitForCharges: () => run.buying.waitForCharges(rule.id),
    now: () => clock.now(() => call('getWallet')),
    inbox: inbox.open,
    lookUntil: ruleWaits.lookUntil,
    countLostRequests: () => lost.length,
    explore: () => run.semaphore.releaseDuring(() => run.exploration.checkRuleByWalks(rule)),
    observe: (topic, value) => run.onObservation({ topic, value }),
    notJudged: (reason) => {
      throw new NotJudged(reason)
    },
  }
  // A canary is a rule that tests whether purchases are free. It buys the cheapest rate of a new quote, so it gets no
  // pool of shared rates.
  const pool = rule.canary === true ? undefined : run.pool
  const setup = openSetup({ t, pool, beforePurchase: run.buying.requireBuyingAllowed })
  return t
}
