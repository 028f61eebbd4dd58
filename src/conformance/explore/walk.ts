import type { Abilities } from './abilities.ts'
import { describeCoverageOfCall } from './choices/cells.ts'
import { type Choice, type Feature, isScenarioCell } from './choices/choice.ts'
import { drawChoices, drawFeatures, listAllChoices, listChoicesAbout } from './choices/choices.ts'
import type { Coverage, CoverageFork } from './coverage.ts'
import { createSeededDraw, type Draw } from './draw.ts'
import type { AnyOracle } from './oracles/oracle.ts'
import type { Action, CallAction } from './step.ts'
import type { ExplorationHost } from './walk-accounts.ts'
import { runWalkOnNewAccounts, type Walk, type WalkInProgress } from './walk-in-progress.ts'
import { nameResource, type Resource, type World } from './walk-world.ts'

/** How many random steps a walk takes before its closing steps. */
export const walkLength = 25

/** Returns the largest number of requests that a walk can send: the last step may use up a rate limit, and the end reads everything. */
export function maxRequestsOfWalk(length: number): number {
  const maxOfOneStep = 34
  const maxAtTheEnd = 36
  return length + maxOfOneStep + maxAtTheEnd
}

/** At this share of its steps, a walk chooses among all possible actions, to find actions that are not yet covered. */
const globalChoiceShare = 0.15
/** At this share of its steps, a walk continues with the same resource, to find effects of one operation on the next. */
const sameResourceShare = 0.4
/** `sameResourceShare` for walks with scenarios. It is lower, as scenarios themselves continue with a resource. */
const sameResourceShareWithScenarios = 0.1
const chooseSameResourceShare = (usedFeatures: ReadonlySet<Feature>): number =>
  usedFeatures.has('stories') ? sameResourceShareWithScenarios : sameResourceShare

/** A walk ends after this many choices in a row without effect, as on a service without usable responses. */
const maxFailedChoices = 25

/** Runs one random walk, and repeats it if a control-protocol call got no response. Resolves with the walk and its coverage. */
export async function runWalk(
  host: ExplorationHost,
  by: {
    readonly seed: string
    readonly can: Abilities
    readonly oracles: readonly AnyOracle[]
    readonly coverage: Coverage
    readonly pairs: Coverage
    readonly length: number
  },
): Promise<{ readonly walk: Walk; readonly covered: Record<'cells' | 'pairs', CoverageFork> }> {
  const { seed, can, oracles, length } = by
  let coverage = by.coverage.fork()
  let pairs = by.pairs.fork()
  const walk = await runWalkOnNewAccounts(host, { seed, oracles, names: can.clients }, async (inProgress) => {
    // Each attempt counts coverage in a new copy, so that a repeated attempt makes the same choices as a discarded one.
    coverage = by.coverage.fork()
    pairs = by.pairs.fork()
    const draw = createSeededDraw(seed)
    const usedFeatures = drawFeatures(draw)
    await setUpWallets(inProgress, can)
    let about: string | undefined
    let failedChoices = 0
    while (inProgress.length() < length && failedChoices < maxFailedChoices && !host.signal.aborted) {
      const at = inProgress.length()
      const world = inProgress.world()
      const context = { world, can, draw, at }
      const last = findLastResource(world, about)
      const choicesAboutLast =
        last !== undefined && draw.chance(chooseSameResourceShare(usedFeatures), 'near', at)
          ? listChoicesAbout(context, last, usedFeatures)
          : []
      const widerChoices =
        choicesAboutLast.length === 0 && draw.chance(globalChoiceShare, 'wide', at)
          ? listAllChoices(context, usedFeatures)
          : choicesAboutLast
      const choices = widerChoices.length > 0 ? widerChoices : drawChoices(context, { usedFeatures, at })
      const choice = chooseLeastCovered(choices, { draw, coverage, pairs, at })
      if (choice === undefined) break
      about = choice.about === undefined ? about : nameResource(choice.about)
      coverage.add(choice.cell)
      pairs.add(nameOperationPair(choice))
      await runChoice(inProgress, choice, (action) => {
        const covered = describeCoverageOfCall(action, inProgress.world())
        coverage.add(covered.cell)
        if (covered.pair !== undefined) pairs.add(covered.pair)
      })
      failedChoices = inProgress.length() > at ? 0 : failedChoices + 1
    }
    await finishWalk(inProgress, can)
  })
  return { walk, covered: { cells: coverage, pairs } }
}

/** Draws the next choice of a walk. Uncovered choices are most likely, then those with the least coverage. */
function chooseLeastCovered(
  choices: readonly Choice[],
  by: { readonly draw: Draw; readonly coverage: Coverage; readonly pairs: Coverage; readonly at: number },
): Choice | undefined {
  const { draw, coverage, pairs, at } = by
  const weightOf = (hits: number): number => (hits === 0 ? 8 : 1 / (1 + hits))
  for (const choice of choices) {
    if (!isScenarioCell(choice.cell)) coverage.addPossible(choice.cell)
    pairs.addPossible(nameOperationPair(choice))
  }
  return draw.pickWeighted(
    choices,
    (choice) =>
      choice.weight *
      (weightOf(coverage.countHits(choice.cell)) + weightOf(pairs.countHits(nameOperationPair(choice))) / 4),
    at,
  )
}

/** Returns the resource of the walk's last choice. If there is none, or the last choice bought it, returns the newest resource. */
function findLastResource({ resources }: World, about: string | undefined): Resource | undefined {
  const newest = resources.at(-1)
  return (
    resources.find((resource) => nameResource(resource) === about && resource.lastOperation !== 'buyLabel') ??
    newest
  )
}

/** Returns the name of a pair of operations: the last one on the resource, and the chosen one. */
function nameOperationPair({ cell, about, steps }: Choice): string {
  const [operation = ''] = steps === undefined ? cell.split(' / ') : ['a story']
  return `${about?.kind ?? 'nothing'}: ${about?.lastOperation ?? 'nothing'} > ${operation}`
}

/** Runs the actions, the concurrent requests or the scenario of a choice. Calls `onCall` before each request of a scenario. */
async function runChoice(
  walk: WalkInProgress,
  choice: Choice,
  onCall: (action: CallAction) => void,
): Promise<void> {
  if (choice.lanes !== undefined) {
    await runLanes(walk, choice.lanes)
    return
  }
  const steps = choice.steps?.() ?? choice.actions.map((action) => () => action)
  for (const scenarioStep of steps) {
    const actionOrLanes = scenarioStep(walk.world())
    if (actionOrLanes === undefined) continue
    if (choice.steps !== undefined) {
      for (const action of 'do' in actionOrLanes ? [actionOrLanes] : actionOrLanes.flat())
        if (action.do === 'call') onCall(action)
    }
    if ('do' in actionOrLanes) await walk.run({ id: walk.nextId(), action: actionOrLanes })
    else await runLanes(walk, actionOrLanes)
  }
}

/** Sends concurrent requests: all lanes (sequences) at the same time, and the requests of a lane in order. */
async function runLanes(walk: WalkInProgress, planned: NonNullable<Choice['lanes']>): Promise<void> {
  const lanes = planned.map((lane) => lane.map((action) => ({ id: walk.nextId(), action })))
  await walk.run({ id: walk.nextId(), lanes })
}

/** Sets the wallets to known balances at the start of a walk, so that the checks can follow every cent. */
async function setUpWallets(walk: WalkInProgress, can: Abilities): Promise<void> {
  if (!can.wallet) return
  const change = { balance_cents: 100_000, auto_reload: null, payment_method: 'valid' } as const
  for (const client of can.clients) {
    await walk.run({ id: walk.nextId(), action: { do: 'set wallet', client, change } })
  }
}

/** How many resources of each kind are read at the end of a walk. */
const maxReadBack = 6

/** Ends a walk: removes faults, lets time pass, and reads all resources as their owners. */
async function finishWalk(walk: WalkInProgress, can: Abilities): Promise<void> {
  const { resources, clientStates } = walk.world()
  const runAction = async (action: Action): Promise<void> => {
    await walk.run({ id: walk.nextId(), action })
  }
  for (const client of can.clients) {
    const clientState = clientStates[client]
    if (clientState === undefined) continue
    if (clientState.faults.length > 0) await runAction({ do: 'clear faults', client })
    if (clientState.isFailing) await runAction({ do: 'answer deliveries', client, reply: { status: 200 } })
    if (can.clock && clientState.webhook !== 'none')
      await runAction({ do: 'advance', client, seconds: 100_000 })
  }
  for (const [kind, operation] of [
    ['label', 'getLabel'],
    ['batch', 'getBatch'],
    ['tracker', 'getTracker'],
  ] as const) {
    for (const resource of resources.filter((each) => each.kind === kind).slice(-maxReadBack)) {
      const { client, environment, step } = resource
      await runAction({ do: 'call', client, key: environment, operation, id: { $: step, take: kind } })
    }
  }
  for (const client of can.clients) {
    if (clientStates[client] === undefined) continue
    for (const key of can.environments) {
      await runAction({ do: 'call', client, key, operation: 'getWallet' })
      if (can.webhooks && clientStates[client].webhook !== 'none') {
        // The delivery log is read twice, as it may lag by one reading.
        await runAction({ do: 'call', client, key, operation: 'listDeliveries' })
        await runAction({ do: 'call', client, key, operation: 'listDeliveries' })
      }
    }
  }
  await walk.end()
}
