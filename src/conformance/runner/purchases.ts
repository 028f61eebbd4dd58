import type { ActiveRule, RequestCounts, Rule } from '../rule.ts'
import type { Need } from '../target/need.ts'
import { findMissing, hasOwnAccounts, type Target } from '../target/target.ts'

/** Whether a rule may lead to a purchase, by itself or by resources that rules share. */
export function mayBuy(rule: ActiveRule): boolean {
  return buys(rule) || rule.explores === true || (rule.buysNothing !== true && isPurchase(rule.requestsOnce))
}

/** Whether a rule makes purchases of its own, without which it cannot be judged. */
export function buys({ requests, buysNothing }: ActiveRule): boolean {
  return buysNothing !== true && isPurchase(requests)
}

/** Whether a rule creates or buys batches. */
export function usesBatches({ requests, requestsOnce = {}, explores }: ActiveRule): boolean {
  const count = ({ createBatch = 0, buyBatch = 0 }: RequestCounts): number => createBatch + buyBatch
  return explores === true || count(requests) + count(requestsOnce) > 0
}

function isPurchase({ buyLabel = 0, createBatch = 0 }: RequestCounts = {}): boolean {
  return buyLabel + createBatch > 0
}

/** The need for proof that test keys are free: a live key to read the wallet, or the permission to trust it. */
const proof: Need = ['key:live', 'trust']
/** Whether a rule needs no such proof. Walks simply buy nothing if there is none. */
const needsNone = ({ needs, explores }: ActiveRule): boolean =>
  needs.includes('key:live') || explores === true

/** The needs of a rule on a target. In an account not made for the run, a rule that buys also needs proof that test keys are free. */
export function needsOf(rule: ActiveRule, target: Target): readonly Need[] {
  const needsProof = !hasOwnAccounts(target) && mayBuy(rule) && !needsNone(rule)
  return needsProof ? [...rule.needs, proof] : rule.needs
}

/** The canaries that can run on a target, those that read the live wallet first. */
export function canariesOf(rules: readonly Rule[], target: Target): readonly ActiveRule[] {
  const able = rules
    .filter((rule) => rule.kind === 'active')
    .filter((rule) => rule.canary === true && findMissing(needsOf(rule, target), target).length === 0)
  return [...able.filter(asksLiveWallet), ...able.filter((rule) => !asksLiveWallet(rule))]
}

/** Whether a canary reads the live wallet. */
export function asksLiveWallet({ needs }: ActiveRule): boolean {
  return needs.includes('key:live')
}
