import { rules as catalogue } from '../catalogue.ts'
import { formatSpan } from '../duration.ts'
import { usualBudget } from '../explore/shrinking.ts'
import { maxRequestsOfWalk } from '../explore/walk.ts'
import { type OperationName, operationNames, operationOf } from '../http/operation.ts'
import { computeMinPacedWaitMs } from '../http/sending/pace.ts'
import type { ConformanceOptions } from '../options.ts'
import { plural } from '../plural.ts'
import { neutralise } from '../report/neutral-text.ts'
import type { Stop } from '../report/report.ts'
import { describeGroupUnlocks, nameUnlockOptions } from '../report/sections/groups.ts'
import type { ActiveRule, Rule, RuleId } from '../rule.ts'
import { waitMsOf } from '../target/need.ts'
import { openTarget } from '../target/preparation.ts'
import { hasOwnAccounts, type Target } from '../target/target.ts'
import { settlingMs } from './money/spending.ts'
import { checkOptions } from './option-checks.ts'
import {
  findAuxiliaryRules,
  findSkipReason,
  matchesAny,
  mayBuy,
  requireTestKey,
  selectRules,
  usesBatches,
} from './selection.ts'
import { computeWalkExtent } from './shared-exploration.ts'
import { countMaxRequests, sumRequests } from './waiting/waits.ts'

/** The plan of a conformance run: everything that the run would do. */
export interface Plan {
  readonly target: string
  readonly control: boolean
  /** True if each rule has a separate account, so that the run leaves nothing behind and spends no real money. */
  readonly isolated: boolean
  readonly unreachable: Stop | null
  readonly runs: readonly RuleId[]
  readonly skips: readonly {
    readonly id: RuleId
    readonly reason: string
    readonly unlock: readonly string[]
  }[]
  /** How many requests the run sends at most, by endpoint; `other` counts requests that are none of the thirteen operations. */
  readonly requests: Readonly<Record<string, number>>
  /** How many labels the run buys with a live key. */
  readonly liveLabels: number
  /**
   * `proved`: the run proves that purchases with test keys are free. `trusted`: it assumes this. `bounded`: it assumes
   * this up to the spending limit. Null if the run buys nothing, or pays only with invented money.
   */
  readonly testPurchases: 'proved' | 'trusted' | 'bounded' | null
  /** The spending limit of the run, in cents. */
  readonly maxSpendCents: number
  /** How long the run waits for the live wallet to show whether purchases are free, in milliseconds. */
  readonly proofMs: number
  /** The longest time that one rule waits in real time, in milliseconds. Several rules can wait at the same time. */
  readonly longestWaitMs: number
  /** How long the run waits for the documented rate limits if it sends all `requests`, in milliseconds. */
  readonly minPacedWaitMs: number
  /** The random walks (series of random requests): their number or duration, and the most requests of a walk; null if none are needed. */
  readonly walks: {
    readonly count: number | null
    readonly forMs: number | null
    readonly requestsEach: number
  } | null
  /** How many resources the run leaves behind at the target at most. */
  readonly leaves: { readonly labels: number; readonly trackers: number; readonly batches: number }
}

/** Creates the plan of a run. Sends nothing, except that it asks a control protocol for its capabilities. Throws BadInput. */
export async function planRun(
  options: ConformanceOptions,
  rules: readonly Rule[] = catalogue,
): Promise<Plan> {
  checkOptions(options, rules)
  const selected = selectRules(rules, options)
  const signal = options.signal ?? new AbortController().signal
  const { target, unreachable, close } = await openTarget(options, { signal, probes: false })
  try {
    if (unreachable === undefined) requireTestKey(target)
    const { runs, skips } = divideRules(selected, target)
    const active = runs.filter((rule) => rule.kind === 'active')
    const { unselected, acting } = findAuxiliaryRules(
      { active, invariants: runs.filter((rule) => rule.kind === 'invariant') },
      { target, rules, isLeftOut: (id) => matchesAny(options.skip, id) },
    )
    return {
      target: target.baseUrl,
      control: target.control !== undefined,
      isolated: hasOwnAccounts(target),
      unreachable: unreachable === undefined ? null : { kind: 'unreachable', reason: unreachable },
      runs: runs.map(({ id }) => id),
      skips,
      ...planRequests([...unselected, ...active], { target, acting, pace: options.pace }),
      ...planCharges(acting, target),
      longestWaitMs: computeLongestWaitMs(acting, target),
      walks: planWalks(active, { target, options }),
    }
  } finally {
    await close()
  }
}

/** Divides rules into the ones that can run on a target, and the ones that cannot, with the reasons. */
function divideRules(
  selected: readonly Rule[],
  target: Target,
): { runs: readonly Rule[]; skips: Plan['skips'] } {
  const runs: Rule[] = []
  const skips: Plan['skips'][number][] = []
  for (const rule of selected) {
    const skipReason = findSkipReason(rule, target)
    if (skipReason === undefined) runs.push(rule)
    else skips.push({ id: rule.id, reason: skipReason.reason ?? '', unlock: skipReason.unlock ?? [] })
  }
  return { runs, skips }
}

/** Counts the requests of a run by endpoint, how long they wait for rate limits, and how many resources stay at the target. */
function planRequests(
  sending: readonly ActiveRule[],
  {
    target,
    acting,
    pace,
  }: {
    readonly target: Target
    readonly acting: readonly ActiveRule[]
    readonly pace: ConformanceOptions['pace']
  },
): Pick<Plan, 'requests' | 'minPacedWaitMs' | 'leaves'> {
  const own = hasOwnAccounts(target)
  // The run voids each label that it bought with a live key, which takes one more request.
  const voids = own ? [] : acting.map(({ charges = 0 }) => ({ voidLabel: charges }))
  const counts = sumRequests([countMaxRequests(sending, { own }), ...voids])
  const requests: Record<string, number> = {}
  for (const name of operationNames) {
    const total = counts[name] ?? 0
    if (total > 0) requests[operationOf(name).endpoint] = total
  }
  const others = counts['other'] ?? 0
  if (others > 0) requests['other'] = others
  const works = target.control?.works
  // If the control protocol can create keys or move the clock, the run renews rate limits instead of waiting for them.
  const isPaced = !own && pace !== 'off' && works?.has('keys') !== true && works?.has('clock') !== true
  const countLeftovers = (name: OperationName): number => (own ? 0 : (counts[name] ?? 0))
  return {
    requests,
    minPacedWaitMs: isPaced ? computeMinPacedWaitMs(counts, target.profile.limits) : 0,
    leaves: {
      labels: countLeftovers('buyLabel'),
      trackers: countLeftovers('registerTracker'),
      batches: countLeftovers('createBatch'),
    },
  }
}

/** Plans the random walks. The counts of the rules do not include the requests of the walks. */
function planWalks(
  active: readonly ActiveRule[],
  { target, options }: { readonly target: Target; readonly options: ConformanceOptions },
): Plan['walks'] {
  if (!active.some(({ explores }) => explores === true)) return null
  const { walks, forMs, length } = computeWalkExtent(target, options)
  return {
    count: Number.isFinite(walks) ? walks : null,
    forMs: forMs ?? null,
    requestsEach: maxRequestsOfWalk(length),
  }
}

/** Plans the purchases of the run, and what they may cost. */
function planCharges(
  acting: readonly ActiveRule[],
  target: Target,
): Pick<Plan, 'liveLabels' | 'testPurchases' | 'maxSpendCents' | 'proofMs'> {
  if (hasOwnAccounts(target)) return { liveLabels: 0, testPurchases: null, maxSpendCents: 0, proofMs: 0 }
  const { trust, maxSpendCents, hasUserLimit = false } = target.permissions
  const trusted = hasUserLimit && target.keys.live === undefined ? 'bounded' : 'trusted'
  const liveLabels = acting.reduce((sum, { charges = 0 }) => sum + charges, 0)
  const buying = acting.filter(mayBuy)
  const canBuy = buying.length > 0 && (trust || target.keys.live !== undefined)
  const testPurchases = canBuy ? (trust ? trusted : 'proved') : null
  // The run waits after buying a test label, after creating a test batch, and after buying the batch.
  const waits = buying.some(usesBatches) ? 3 : 1
  return {
    liveLabels,
    testPurchases,
    maxSpendCents:
      liveLabels > 0 || testPurchases === 'proved' || testPurchases === 'bounded' ? maxSpendCents : 0,
    proofMs: testPurchases === 'proved' ? waits * settlingMs : 0,
  }
}

function computeLongestWaitMs(acting: readonly ActiveRule[], { control }: Target): number {
  return control?.works.has('clock') === true ? 0 : Math.max(0, ...acting.map(({ needs }) => waitMsOf(needs)))
}

/** Renders the plan of a run as text. */
export function renderPlan(plan: Plan): string {
  const total = Object.values(plan.requests).reduce((sum, each) => sum + each, 0)
  const lines = [
    `Plan for ${plan.target}`,
    ...(plan.unreachable === null ? [] : [`  ${neutralise(plan.unreachable.reason)}`]),
    `  ${plural(plan.runs.length, 'rule runs', 'rules run')}, ${plural(plan.skips.length, 'is', 'are')} skipped`,
    plan.isolated
      ? '  control protocol: yes; each rule gets a separate account, which is deleted afterwards'
      : `  control protocol: ${plan.control ? 'yes, without accounts' : 'no'}; all rules share the account of the keys given`,
    `  at most ${plural(total, 'request')}:`,
    ...Object.entries(plan.requests).map(
      ([endpoint, count]) => `    ${String(count).padStart(6)}  ${endpoint}`,
    ),
    ...(plan.walks === null ? [] : [renderWalksLine(plan.walks)]),
    ...renderChargeLines(plan),
    `  waiting: ${describeWaits(plan)}`,
    renderLeftoversLine(plan),
  ]
  const families = new Map<string, Plan['skips'][number][]>()
  for (const skip of plan.skips) {
    const name = skip.unlock.length === 0 ? skip.reason : nameUnlockOptions(skip.unlock)
    families.set(name, [...(families.get(name) ?? []), skip])
  }
  for (const [reason, skips] of families) {
    const unlocks = skips.map(({ unlock }) => unlock).filter(({ length }) => length > 0)
    const name = unlocks.length === 0 ? reason : describeGroupUnlocks(unlocks)
    lines.push(`  skipped (${name}): ${skips.map(({ id }) => id).join(', ')}`)
  }
  return `${lines.join('\n')}\n`
}

function renderWalksLine({ count, forMs, requestsEach }: NonNullable<Plan['walks']>): string {
  const far = count === null ? `walks for ${formatSpan(forMs ?? 0)}` : plural(count, 'walk')
  return `  ${far}, each of at most ${plural(requestsEach, 'request')}; shortening a walk that fails takes about ${usualBudget.requests} more`
}

/** Renders the lines of a plan about purchases that may cost money. */
function renderChargeLines({ liveLabels, testPurchases, maxSpendCents, isolated }: Plan): readonly string[] {
  const live =
    liveLabels === 0
      ? '  no live wallet is charged'
      : `  up to ${plural(liveLabels, 'label')} bought live, each at the cheapest rate and voided after; at most ${maxSpendCents} cents in all (--max-spend): rules that would exceed it are skipped`
  if (isolated) return [live]
  const tests = {
    proved: `  test keys: one label and one batch are bought first, at the cheapest rate; purchases that the live wallet has not yet shown to be free never exceed ${maxSpendCents} cents (--max-spend)`,
    trusted: '  test keys: their purchases are assumed to be free, without a bound (--trust-sandbox)',
    bounded: `  test keys: their purchases are assumed to be free (--trust-sandbox), and never cost more than ${maxSpendCents} cents in all (--max-spend): rules that would exceed it are skipped`,
    none: '  test keys buy nothing',
  }
  return [live, tests[testPurchases ?? 'none']]
}

/** Describes how long a run waits. Rules wait for time to pass and for rate limits at the same time. */
function describeWaits({ longestWaitMs, minPacedWaitMs: limitsMs, proofMs, isolated }: Plan): string {
  const parts = [
    ...(longestWaitMs === 0 ? [] : [`${formatSpan(longestWaitMs)} for time to pass`]),
    ...(limitsMs === 0
      ? []
      : [
          `at most ${formatSpan(limitsMs)} for the documented limits (use --pace off if your own target has no limits)`,
        ]),
  ]
  if (proofMs > 0) parts.push(`${formatSpan(proofMs)} for the live wallet to show a charge`)
  if (parts.length === 0) return isolated ? 'only for deliveries that are due' : 'none'
  return parts.join(', and meanwhile ')
}

function renderLeftoversLine({ leaves, isolated }: Plan): string {
  if (isolated) return '  nothing stays behind'
  const parts = [
    ...(leaves.labels === 0 ? [] : [plural(leaves.labels, 'label')]),
    ...(leaves.trackers === 0 ? [] : [plural(leaves.trackers, 'tracker')]),
    ...(leaves.batches === 0 ? [] : [plural(leaves.batches, 'batch', 'batches')]),
  ].map((each) => `up to ${each}`)
  return parts.length === 0 ? '  nothing stays behind' : `  left behind in the sandbox: ${parts.join(', ')}`
}
