import type { ActiveRule, RequestCounts, Rule } from '../rule.ts'
import type { Need } from '../target/need.ts'
import { findMissing, hasOwnAccounts, type Target } from '../target/target.ts'

/** Rules that may make purchases, be it what others of them have bought before. */
export function mayBuy(rule: ActiveRule): boolean {
  return buys(rule) || rule.explores === true || (rule.buysNothing !== true && isPurchase(rule.requestsOnce))
}

/** Rules that make purchases of their own: without them, there is nothing to judge. */
export function buys({ requests, buysNothing }: ActiveRule): boolean {
  return buysNothing !== true && isPurchase(requests)
}

/** Rules that send anything to what takes a minute to allow more than a few. */
export function usesBatches({ requests, requestsOnce = {}, explores }: ActiveRule): boolean {
  const count = ({ createBatch = 0, buyBatch = 0 }: RequestCounts): number => createBatch + buyBatch
  return explores === true || count(requests) + count(requestsOnce) > 0
}

function isPurchase({ buyLabel = 0, createBatch = 0 }: RequestCounts = {}): boolean {
  return buyLabel + createBatch > 0
}

/** What would show that a test key is not charged, or leave to take that for granted. */
const proof: Need = ['key:live', 'trust']
/** Walks do without purchases where nothing is bought. */
const needsNone = ({ needs, explores }: ActiveRule): boolean =>
  needs.includes('key:live') || explores === true

/** What a rule cannot do without, on this target: where money may be somebody's, buying needs a proof. */
export function needsOf(rule: ActiveRule, target: Target): readonly Need[] {
  const needsProof = !hasOwnAccounts(target) && mayBuy(rule) && !needsNone(rule)
  return needsProof ? [...rule.needs, proof] : rule.needs
}

/** Rules that prove buying with a test key to be free, as far as they can run here: the live wallet is asked first. */
export function canariesOf(rules: readonly Rule[], target: Target): readonly ActiveRule[] {
  const able = rules
    .filter((rule) => rule.kind === 'active')
    .filter((rule) => rule.canary === true && findMissing(needsOf(rule, target), target).length === 0)
  return [...able.filter(asksLiveWallet), ...able.filter((rule) => !asksLiveWallet(rule))]
}

export function asksLiveWallet({ needs }: ActiveRule): boolean {
  return needs.includes('key:live')
}
