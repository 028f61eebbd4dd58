import { createHash } from 'node:crypto'
import { BadInput } from '../bad-input.ts'
import type { ActiveRule, InvariantRule, RequestCounts, Rule } from '../rule.ts'
import type { Need } from '../target/need.ts'
import { hasOwnAccounts, listMissingNeeds, type Target } from '../target/target.ts'
import type { Outcome } from './outcome.ts'
import { sampleTraffic, uniformResponseCheck } from './target-checks.ts'

/** The options that select rules. */
export interface SelectionOptions {
  /** Rule ids or patterns, in any letter case: `RATE-003`, `HOOK-*`. */
  readonly only?: readonly string[] | undefined
  readonly skip?: readonly string[] | undefined
  /** Selects part `index` of `count` parts of the rules; `index` counts from 1. */
  readonly shard?: { readonly index: number; readonly count: number } | undefined
}

/**
 * Selects rules by the options. The shard (part of the run) of a rule depends only on a hash of its id, so that a new
 * rule moves no other rule to another shard. Throws BadInput if a pattern matches no rule, or if no rule is left. Only
 * a shard may be empty.
 */
export function selectRules(rules: readonly Rule[], options: SelectionOptions): readonly Rule[] {
  const { shard } = options
  const chosen = selectById(rules, options)
  return shard === undefined ? chosen : chosen.filter((rule) => shardOf(rule, shard.count) === shard.index)
}

/**
 * Selects rules, or cases of the receiver examination, by patterns for their ids. Throws BadInput if a pattern matches
 * no id, or if nothing is left.
 */
export function selectById<Item extends { readonly id: string }>(
  items: readonly Item[],
  options: Pick<SelectionOptions, 'only' | 'skip'>,
): readonly Item[] {
  const only = (options.only ?? []).map((pattern) => createPatternMatcher(items, pattern, '--only'))
  const skip = (options.skip ?? []).map((pattern) => createPatternMatcher(items, pattern, '--skip'))
  const chosen = items.filter(
    ({ id }) =>
      (only.length === 0 || only.some((matches) => matches(id))) && !skip.some((matches) => matches(id)),
  )
  if (chosen.length === 0)
    throw new BadInput('--only and --skip together leave nothing to run. Select at least one.')
  return chosen
}

/**
 * Returns true if a pattern matches an id in any letter case; `*` stands for any characters. It searches the parts
 * between the stars in order, as a regular expression could take exponential time.
 */
function matchesPattern(pattern: string, id: string): boolean {
  const text = id.toUpperCase()
  const [first = '', ...parts] = pattern.toUpperCase().split('*')
  const last = parts.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const part of parts) {
    const found = text.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}

export function matchesAny(patterns: readonly string[] | undefined, id: string): boolean {
  return (patterns ?? []).some((pattern) => matchesPattern(pattern, id))
}

/** Creates a function that returns true if an id matches a pattern. Throws BadInput if the pattern matches no rule. */
export function createPatternMatcher(
  rules: readonly { readonly id: string }[],
  pattern: string,
  option: string,
): (id: string) => boolean {
  const matches = (id: string): boolean => matchesPattern(pattern, id)
  if (rules.some(({ id }) => matches(id))) return matches
  const areas = [...new Set(rules.map(({ id }) => id.replace(/-\d+$/, '')))].join(', ')
  throw new BadInput(
    `${option}: no rule matches "${pattern}". Rules are named AREA-NNN; the areas are ${areas}.`,
  )
}

/** Returns the number of the shard (part of the run) of a rule. All rules about random walks get the same shard, to run the walks once. */
function shardOf(rule: Rule, count: number): number {
  const together = rule.kind === 'active' && rule.explores === true ? 'walks' : rule.id
  const [first = 0, second = 0, third = 0] = createHash('sha256').update(together).digest()
  return ((first * 65_536 + second * 256 + third) % count) + 1
}

/** Throws BadInput if the options give no test key and the control protocol cannot create one. */
export function requireTestKey(target: Target): void {
  if (hasOwnAccounts(target) || target.keys.test !== undefined) return
  throw new BadInput(
    target.control === undefined
      ? 'Give a test key with --key or DRYDOCK_KEY: no control protocol responds that could create one, or --control off hides it. The base URL must end before /v1.'
      : 'Give a test key with --key or DRYDOCK_KEY: this control protocol creates no accounts.',
  )
}

/** Returns a skipped outcome for a rule that cannot run on a target; undefined if the rule can run. */
export function findSkipReason(rule: Rule, target: Target): Outcome | undefined {
  if (matchesAny(target.profile.skip, rule.id)) {
    return {
      status: 'skipped',
      reason: 'The profile leaves the rule out (rules.skip).',
      reasonKind: 'excluded',
    }
  }
  if (rule.kind === 'invariant') return undefined
  const missing = listMissingNeeds(listNeeds(rule, target), target)
  if (missing.length === 0) return undefined
  const lacksControl =
    target.control === undefined && missing.some(({ unlock }) => unlock.includes('--control'))
  const reason = [
    `Needs ${missing.map(({ what }) => what).join('; and ')}.`,
    ...(lacksControl ? ['No control protocol responds here, or --control off hides it.'] : []),
  ].join(' ')
  if (missing.some(({ isBroken }) => isBroken)) return { status: 'errored', reason }
  const unlock = [...new Set(missing.map((each) => each.unlock.join(' or ')))]
  const isPermission = unlock.every((each) => /--allow-|--trust-/.test(each))
  return { status: 'skipped', reason, reasonKind: isPermission ? 'permission' : 'capability', unlock }
}

/** The rules that a run needs besides the selected rules. */
export interface AuxiliaryRules {
  /** All rules of the run that send requests: the selected rules, and rules whose responses other rules check. */
  readonly acting: readonly ActiveRule[]
  /** Rules that were not selected, but that get responses for a selected rule to check. */
  readonly trafficRules: readonly ActiveRule[]
  /** True if only rules that check every response were selected. The run itself then calls every operation once. */
  readonly needsSample: boolean
  /**
   * The canaries (rules that test whether purchases with test keys are free). They must pass before other rules may
   * buy. There are none if each rule has a separate account.
   */
  readonly canaries: Canaries
  /** All rules that send requests although they were not selected. */
  readonly unselected: readonly ActiveRule[]
}

/** Returns the rules that a run needs besides the selected rules. */
export function findAuxiliaryRules(
  {
    active,
    invariants,
  }: { readonly active: readonly ActiveRule[]; readonly invariants: readonly InvariantRule[] },
  {
    target,
    rules,
    isLeftOut,
  }: { readonly target: Target; readonly rules: readonly Rule[]; isLeftOut(id: string): boolean },
): AuxiliaryRules {
  const needsSample = active.length === 0 && invariants.length > 0
  const trafficRules = new Set<ActiveRule>()
  for (const { provokedBy = [] } of invariants) {
    if (active.some(({ id }) => provokedBy.includes(id))) continue
    const causingRule = provokedBy
      .map((id) => rules.find((rule) => rule.id === id))
      .filter((rule) => rule?.kind === 'active')
      .find((rule) => !isLeftOut(rule.id) && findSkipReason(rule, target) === undefined)
    if (causingRule !== undefined) trafficRules.add(causingRule)
  }
  const acting = [...active, ...trafficRules, ...(needsSample ? [sampleTraffic] : [])]
  const canaries = listCanaries(acting, { rules, target })
  const besides = [uniformResponseCheck, ...canaries.labels, ...canaries.batches, ...acting]
  return {
    acting,
    trafficRules: [...trafficRules],
    needsSample,
    canaries,
    unselected: acting.length === 0 ? [] : besides.filter((rule) => !active.includes(rule)),
  }
}

/** The canaries of a run: rules that test whether purchases with test keys are free. */
export interface Canaries {
  /** The canaries that test whether the purchase of a label is free. */
  readonly labels: readonly ActiveRule[]
  /** The canaries that test whether the purchase of a batch is free. */
  readonly batches: readonly ActiveRule[]
}

/**
 * Lists the canaries (rules that test whether purchases are free) that must pass before the given rules may buy.
 * Canaries that read the live wallet come first.
 */
function listCanaries(
  acting: readonly ActiveRule[],
  { rules, target }: { readonly rules: readonly Rule[]; readonly target: Target },
): Canaries {
  const buyers = hasOwnAccounts(target) ? [] : acting.filter(mayBuy)
  const able = rules
    .filter((rule) => rule.kind === 'active')
    .filter((rule) => rule.canary === true && listMissingNeeds(listNeeds(rule, target), target).length === 0)
  const canaries = [...able.filter(needsLiveKey), ...able.filter((rule) => !needsLiveKey(rule))]
  return {
    labels: buyers.length === 0 ? [] : canaries.filter((rule) => !usesBatches(rule)),
    batches: buyers.some(usesBatches) ? canaries.filter(usesBatches) : [],
  }
}

/** Returns true if a rule may buy something, itself or by a resource that rules share. */
export function mayBuy(rule: ActiveRule): boolean {
  return (
    makesPurchases(rule) ||
    rule.explores === true ||
    (rule.buysNothing !== true && includesPurchase(rule.requestsOnce))
  )
}

/** Returns true if a rule itself buys something, so that it cannot be checked without purchases. */
export function makesPurchases({ requests, buysNothing }: ActiveRule): boolean {
  return buysNothing !== true && includesPurchase(requests)
}

/** Returns true if a rule creates or buys batches. */
export function usesBatches({ requests, requestsOnce = {}, explores }: ActiveRule): boolean {
  const count = ({ createBatch = 0, buyBatch = 0 }: RequestCounts): number => createBatch + buyBatch
  return explores === true || count(requests) + count(requestsOnce) > 0
}

function includesPurchase({ buyLabel = 0, createBatch = 0 }: RequestCounts = {}): boolean {
  return buyLabel + createBatch > 0
}

/**
 * The condition for a rule to buy with a test key: a live key, with which the run reads from the wallet that purchases are
 * free, or the permission to assume it.
 */
const proof: Need = ['key:live', 'trust']
/** Returns true if a rule can run without proof that purchases with test keys are free. Random walks can, as they then buy nothing. */
const needsNoPurchaseProof = ({ needs, explores }: ActiveRule): boolean =>
  needs.includes('key:live') || explores === true

/**
 * Returns what a rule needs to run on a target. In an account that the run did not create, a rule that buys also needs
 * proof that purchases with test keys are free.
 */
function listNeeds(rule: ActiveRule, target: Target): readonly Need[] {
  const needsProof = !hasOwnAccounts(target) && mayBuy(rule) && !needsNoPurchaseProof(rule)
  return needsProof ? [...rule.needs, proof] : rule.needs
}

/** Returns true if a canary reads the live wallet. A canary is a rule that tests whether purchases are free. */
export function needsLiveKey({ needs }: ActiveRule): boolean {
  return needs.includes('key:live')
}
