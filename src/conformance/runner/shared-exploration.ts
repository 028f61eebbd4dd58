import { parseOptionSpan } from '../duration.ts'
import { abilitiesOf } from '../explore/abilities.ts'
import { StepRefused } from '../explore/clients.ts'
import { describeWalk, toExchange } from '../explore/describe-walk.ts'
import {
  type ExplorationResult,
  type Extent,
  replayWalks,
  runRandomWalks,
  type WalkFailure,
} from '../explore/exploration.ts'
import type { StepFinding } from '../explore/oracles/oracle-runner.ts'
import { oracles } from '../explore/oracles/oracles.ts'
import { cutWalkAfterFailure, type ShrunkWalk, shrinkWalk, usualBudget } from '../explore/shrinking.ts'
import { walkLength } from '../explore/walk.ts'
import type { ExplorationHost } from '../explore/walk-accounts.ts'
import { endpointOf } from '../explore/walk-operations.ts'
import type { WalkScript } from '../explore/walk-script.ts'
import type { Answer, SendingRule } from '../http/answer.ts'
import { NotJudged, OverBudget, RuleBroken, type ShownByWalk, Throttled } from '../http/failures.ts'
import type { Client } from '../http/sending/client.ts'
import { pause } from '../http/sending/deadline.ts'
import { ledger } from '../ledger/ledger.ts'
import type { ConformanceOptions } from '../options.ts'
import type { Leftover } from '../report/report.ts'
import type { ActiveRule, RuleId } from '../rule.ts'
import type { StatementId } from '../section.ts'
import { suiteVersion } from '../suite-version.ts'
import { hasOwnAccounts, type Target } from '../target/target.ts'
import { type Buying, findLeftover } from './money/buying.ts'
import { NotBought } from './money/spending.ts'
import type { AdaptiveTimeout } from './waiting/adaptive-timeout.ts'
import type { ClockTrust } from './waiting/clock-trust.ts'

/** The number of random walks without the option `--explore`. They are always the same walks and take about 0.4 s. */
const defaultWalks = 8
/** The number of random walks in an account that the run did not create. It is low, as rate limits apply and created resources stay. */
const defaultWalksOnShared = 3
const lengthOnShared = 12

const parallelWalks = 8
/** How many random walks run in parallel. The number is low, as a walk tries what the walks before it have not tried. */
const defaultSideBySide = 2

/** Parses the value of `--explore`; undefined if it is neither a time nor a number of random walks. */
export function parseExploreOption(text: string): Partial<Pick<Extent, 'walks' | 'forMs'>> | undefined {
  const [, count] = /^([1-9]\d{0,6})-walks?$/.exec(text) ?? []
  if (count !== undefined) return { walks: Number(count) }
  return /^[1-9]\d{0,8}(?:ms|s|m|h|d)$/.test(text) ? { forMs: parseOptionSpan(text) } : undefined
}

/** Returns from the options how many random walks a run takes, or for how long. */
export function computeWalkExtent(target: Target, options: ConformanceOptions): Extent {
  const { explore, exploreSeed } = options
  const own = hasOwnAccounts(target)
  const asked = explore === undefined ? undefined : parseExploreOption(explore)
  const usual = own ? defaultWalks : defaultWalksOnShared
  return {
    seed: String(exploreSeed ?? `suite ${suiteVersion}`),
    walks: asked === undefined ? usual : (asked.walks ?? Number.POSITIVE_INFINITY),
    ...(asked?.forMs !== undefined && { forMs: asked.forMs }),
    parallelWalks: own ? (explore === undefined ? defaultSideBySide : parallelWalks) : 1,
    length: own ? walkLength : lengthOnShared,
    goesBeyondRules: explore === undefined,
  }
}

/** Returns the options with `random` replaced by a random number as the seed. */
export function replaceRandomSeed(options: ConformanceOptions): ConformanceOptions {
  return options.exploreSeed === 'random' ? { ...options, exploreSeed: drawSeed() } : options
}

/** Returns a random seed that is short enough to type. */
export function drawSeed(): number {
  return Math.floor(Math.random() * 1_000_000_000)
}

/** The random walks (series of random requests) of a run. All rules about walks share their results. */
export interface SharedExploration {
  /**
   * Starts the random walks if they have not begun, and waits for their end. Throws RuleBroken if, in a walk, the
   * target broke a statement of the specification that the rule checks. Throws NotJudged if no walk tested such a
   * statement.
   */
  checkRuleByWalks(rule: ActiveRule): Promise<void>
  /** Returns the result of the random walks; undefined if no rule has asked for them. */
  getResult(): ExplorationResult | undefined
}

/** How many failing random walks are shortened at most. The report shows other failing walks up to the step that failed. */
const maxShrunk = 3

interface StartedExploration {
  readonly explored: ExplorationResult
  /** The random walks that the report shows, by the id of the rule that failed. */
  readonly shown: ReadonlyMap<RuleId, ShownFailure>
}

/** A failure in a random walk, with the walk that the report shows for it. */
interface ShownFailure {
  readonly found: StepFinding
  readonly by: ShownByWalk
}

interface ExplorationRequest {
  readonly extent: Extent
  /** The selected rules about random walks. The walks check only the statements of the specification that belong to these rules. */
  readonly groups: readonly RuleId[]
  /** If true, the random walks end once each of these rules has failed, and failing walks are not shortened. */
  readonly untilFound: boolean
  /** Scripts of random walks to repeat. If there are any, the run takes no other walks. */
  readonly scripts: readonly WalkScript[]
}

/** Prepares the random walks of a run, which begin when a rule asks for their results. */
export function prepareSharedExploration(run: ExploringRun, wanted: ExplorationRequest): SharedExploration {
  const { extent, groups, untilFound, scripts } = wanted
  let begun: Promise<StartedExploration> | undefined
  let done: ExplorationResult | undefined
  const beginExploration = async (): Promise<StartedExploration> => {
    const can = abilitiesOf(run.target, { buying: run.buying.canBuyLabels() })
    const host = createExploringHost(run)
    const missing = new Set(groups)
    const chosen = oracles.filter(({ group }) => missing.has(group))
    const explored =
      scripts.length > 0
        ? await replayWalks(host, { extent, scripts, oracles: chosen })
        : await runRandomWalks(host, {
            extent,
            can,
            oracles: chosen,
            onWalk: ({ found }) => {
              for (const { group } of found) missing.delete(group)
              return untilFound && missing.size === 0
            },
          })
    for (const id of explored.left) {
      run.leftovers.push({ kind: 'account', id, note: 'made for a random walk, could not be deleted' })
    }
    done = explored
    return { explored, shown: untilFound ? new Map() : await describeFailingWalks(host, explored) }
  }
  return {
    getResult: () => done,
    checkRuleByWalks: async ({ id }) => {
      // The results of random walks depend on the clock, which the walks moved. If the clock is wrong, the results are invalid.
      if (abilitiesOf(run.target, { buying: false }).clock) run.clockTrust.recordClockMove(id)
      begun ??= beginExploration()
      const { explored, shown } = await begun
      const { failures, judged } = explored
      run.signal.throwIfAborted()
      const failure = failures.get(id)
      if (failure !== undefined) {
        // A shortened random walk may show other values than the longer walk, so the report takes the values from the shortened one.
        const { found, by } = shown.get(id) ?? { found: failure.found, by: undefined }
        throw new RuleBroken({ expected: found.expected, actual: found.seen, shownBy: by })
      }
      if ((judged.get(id) ?? 0) === 0)
        throw new NotJudged('no random walk led to a situation in which the rule could be tested')
    },
  }
}

/**
 * Describes the failing random walks, and shortens them one after the other. In parallel, they would slow down a busy
 * target, and each could use up its time too early.
 */
async function describeFailingWalks(
  host: ExplorationHost,
  { failures, extent }: ExplorationResult,
): Promise<ReadonlyMap<RuleId, ShownFailure>> {
  const shown = new Map<RuleId, ShownFailure>()
  for (const [index, failure] of [...failures.values()].entries()) {
    const shrunk = index < maxShrunk ? await shortenWalk(host, failure) : cutWalkAfterFailure(failure)
    shown.set(failure.group, describeFailingWalk(host, { failure, shrunk, seed: extent.seed }))
  }
  return shown
}

async function shortenWalk(host: ExplorationHost, { walk, found, group }: WalkFailure): Promise<ShrunkWalk> {
  const oracle = oracles.find((each) => each.group === group)
  if (oracle === undefined)
    throw new Error(`There is no oracle of the group "${group}", so its failed walk cannot be shortened.`)
  return await shrinkWalk(host, { walk, found, oracle, budget: usualBudget })
}

function describeFailingWalk(
  { target }: ExplorationHost,
  {
    failure,
    shrunk,
    seed,
  }: { readonly failure: WalkFailure; readonly shrunk: ShrunkWalk; readonly seed: string },
): ShownFailure {
  const { walk, found } = shrunk
  const control = target.control?.client
  return {
    found,
    by: {
      broken: { id: found.statement, text: findStatementText(found.statement) },
      endpoint: found.step.kind === 'call' ? endpointOf(found.step.operation) : null,
      walk: describeWalk(failure, shrunk, { seed, control }),
      exchanges: walk.calls.map((each) =>
        'exchange' in each ? each.exchange.show() : toExchange(each.control, control?.url),
      ),
    },
  }
}

const findStatementText = (statement: StatementId): string =>
  ledger.find(({ id }) => id === statement)?.statement ?? ''

/** The parts of a run that its random walks use. */
export interface ExploringRun {
  readonly target: Target
  readonly client: Client
  readonly signal: AbortSignal
  readonly buying: Buying
  readonly timeout: AdaptiveTimeout
  readonly leftovers: Leftover[]
  readonly clockTrust: Pick<ClockTrust, 'recordClockMove'>
}

/** The id under which random walks send requests, as they belong to no single rule. */
const walker = 'EXPL'
const lookEveryMs = 20

/** Creates the functions with which random walks send requests, within the rate limits and the spending limit of the run. */
export function createExploringHost(run: ExploringRun): ExplorationHost {
  const { target, client, signal, buying, timeout } = run
  const own = hasOwnAccounts(target)
  const takes429 = own || target.permissions.load
  const send: ExplorationHost['send'] = async (request, { onExchange, nameKey }) => {
    const sender: SendingRule = {
      onExchange,
      onAnswer: (answer: Answer) => recordWalkExchange(answer, run, own),
      onLost: () => undefined,
      ruleId: walker,
      nameKey,
      maySpend: () => own,
      preparePurchase: (operation, sent) => buying.preparePurchase({ id: 'EXPL-001' }, operation, sent),
    }
    try {
      return await client.send({ ...request, takes429 }, sender)
    } catch (error) {
      const isNotSent =
        error instanceof NotBought || error instanceof OverBudget || error instanceof Throttled
      throw isNotSent ? new StepRefused(error.message, { wasSent: false }) : error
    }
  }
  return {
    target,
    signal,
    send,
    waitFor: async (labelId, isThere) => {
      if (isThere()) return true
      const wait = timeout.start('event', labelId)
      while (!isThere() && !wait.over.aborted) await pause(lookEveryMs, signal)
      if (isThere()) wait.succeed()
      else wait.fail()
      return isThere()
    },
  }
}

/** Records the prices in the response to a random walk, and the resources that it leaves behind, unless the run created the account. */
function recordWalkExchange(
  answer: Answer,
  { leftovers, buying }: ExploringRun,
  isOwnAccount: boolean,
): void {
  if (isOwnAccount) return
  buying.record(answer)
  const leftover = findLeftover(answer, 'on a walk')
  if (leftover !== undefined) leftovers.push(leftover)
}
