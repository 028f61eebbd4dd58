import type { Abilities } from './abilities.ts'
import { coveredBy } from './choices/cells.ts'
import { type Choice, type Feature, isScenario } from './choices/choice.ts'
import { allChoices, choicesAbout, drawChoices, drawSwarm } from './choices/choices.ts'
import type { Coverage } from './coverage.ts'
import { type Draw, openDraw } from './draw.ts'
import type { AnyOracle } from './oracles/oracle.ts'
import type { Action, CallAction } from './step.ts'
import type { ExplorationHost } from './walk-accounts.ts'
import { type Walk, type WalkInProgress, withFreshAccounts } from './walk-in-progress.ts'
import { type Resource, resourceName, type World } from './walk-world.ts'

/** Steps before the walk is brought to its end. */
export const walkLength = 25

/** More than a walk of so many steps can send: with its last step it may use up a limit, and in the end it reads all again. */
export function maxRequests(length: number): number {
  const maxOfOneStep = 34
  const maxAtTheEnd = 36
  return length + maxOfOneStep + maxAtTheEnd
}

/** How often everything that could be done is looked at, so that what nobody has done yet is found wherever it is. */
const globalChoiceRate = 0.15
/** How often a walk stays with what it has just turned to: what A leaves behind shows when B is done to the same. */
const sameResourceRate = 0.4
/** A walk that tells stories has that in them. */
const sameResourceRateWithScenarios = 0.1
const sameResourceRateFor = (swarm: ReadonlySet<Feature>): number =>
  swarm.has('stories') ? sameResourceRateWithScenarios : sameResourceRate

/** After so many choices in a row that nothing came of, a walk ends: a service that answers nothing of use leaves nothing to do. */
const maxFailedChoices = 25

/** Takes one walk of its own choice, anew where a call of the control protocol was lost on it. */
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
): Promise<Walk> {
  const { seed, can, oracles, length } = by
  let coverage = by.coverage.fork()
  let pairs = by.pairs.fork()
  const taken = await withFreshAccounts(host, { seed, oracles, names: can.clients }, async (walk) => {
    // What a walk that was thrown away has covered counts for nothing, so that the next makes the same choices.
    coverage = by.coverage.fork()
    pairs = by.pairs.fork()
    const draw = openDraw(seed)
    const swarm = drawSwarm(draw)
    await setUpWallets(walk, can)
    let about: string | undefined
    let failedChoices = 0
    while (walk.length() < length && failedChoices < maxFailedChoices && !host.signal.aborted) {
      const at = walk.length()
      const world = walk.world()
      const context = { world, can, draw, at }
      const last = lastResource(world, about)
      const close =
        last !== undefined && draw.chance(sameResourceRateFor(swarm), 'near', at)
          ? choicesAbout(context, last, swarm)
          : []
      const wide =
        close.length === 0 && draw.chance(globalChoiceRate, 'wide', at) ? allChoices(context, swarm) : close
      const choices = wide.length > 0 ? wide : drawChoices(context, { swarm, at })
      const choice = chooseLeastCovered(choices, { draw, coverage, pairs, at })
      if (choice === undefined) break
      about = choice.about === undefined ? about : resourceName(choice.about)
      coverage.add(choice.cell)
      pairs.add(pairCell(choice))
      await runChoice(walk, choice, (action) => {
        const covered = coveredBy(action, walk.world())
        coverage.add(covered.cell)
        if (covered.pair !== undefined) pairs.add(covered.pair)
      })
      failedChoices = walk.length() > at ? 0 : failedChoices + 1
    }
    await finishWalk(walk, can)
  })
  by.coverage.merge(coverage)
  by.pairs.merge(pairs)
  return taken
}

/** What nobody has done yet comes first, then what was done least. */
function chooseLeastCovered(
  choices: readonly Choice[],
  by: { readonly draw: Draw; readonly coverage: Coverage; readonly pairs: Coverage; readonly at: number },
): Choice | undefined {
  const { draw, coverage, pairs, at } = by
  const worth = (hits: number): number => (hits === 0 ? 8 : 1 / (1 + hits))
  for (const choice of choices) {
    if (!isScenario(choice.cell)) coverage.addPossible(choice.cell)
    pairs.addPossible(pairCell(choice))
  }
  return draw.pickWeighted(
    choices,
    (choice) => choice.weight * (worth(coverage.hits(choice.cell)) + worth(pairs.hits(pairCell(choice))) / 4),
    at,
  )
}

/** What was turned to last, or what has just come of it: a label of its rate. */
function lastResource({ resources }: World, about: string | undefined): Resource | undefined {
  const newest = resources.at(-1)
  return (
    resources.find((resource) => resourceName(resource) === about && resource.lastOperation !== 'buyLabel') ??
    newest
  )
}

/** What was done to a thing, and what is done to it now. */
function pairCell({ cell, about, steps }: Choice): string {
  const [operation = ''] = steps === undefined ? cell.split(' / ') : ['a story']
  return `${about?.kind ?? 'nothing'}: ${about?.lastOperation ?? 'nothing'} > ${operation}`
}

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
    const turned = scenarioStep(walk.world())
    if (turned === undefined) continue
    if (choice.steps !== undefined) {
      for (const action of 'do' in turned ? [turned] : turned.flat()) if (action.do === 'call') onCall(action)
    }
    if ('do' in turned) await walk.run({ id: walk.nextId(), action: turned })
    else await runLanes(walk, turned)
  }
}

async function runLanes(walk: WalkInProgress, planned: NonNullable<Choice['lanes']>): Promise<void> {
  const lanes = planned.map((lane) => lane.map((action) => ({ id: walk.nextId(), action })))
  await walk.run({ id: walk.nextId(), lanes })
}

/** Money that is known, so that every cent of it can be followed. */
async function setUpWallets(walk: WalkInProgress, can: Abilities): Promise<void> {
  if (!can.wallet) return
  const change = { balance_cents: 100_000, auto_reload: null, payment_method: 'valid' } as const
  for (const client of can.clients) {
    await walk.run({ id: walk.nextId(), action: { do: 'set wallet', client, change } })
  }
}

/** So many things of each kind are read again. */
const maxReadBack = 6

/** Faults go, deliveries are taken, time passes, and the owner reads everything again. */
async function finishWalk(walk: WalkInProgress, can: Abilities): Promise<void> {
  const { resources, clientStates } = walk.world()
  const run = async (action: Action): Promise<void> => {
    await walk.run({ id: walk.nextId(), action })
  }
  for (const client of can.clients) {
    const clientState = clientStates[client]
    if (clientState === undefined) continue
    if (clientState.faults.length > 0) await run({ do: 'clear faults', client })
    if (clientState.isFailing) await run({ do: 'answer deliveries', client, reply: { status: 200 } })
    if (can.clock && clientState.webhook !== 'none') await run({ do: 'advance', client, seconds: 100_000 })
  }
  for (const [kind, operation] of [
    ['label', 'getLabel'],
    ['batch', 'getBatch'],
    ['tracker', 'getTracker'],
  ] as const) {
    for (const resource of resources.filter((each) => each.kind === kind).slice(-maxReadBack)) {
      const { client, environment, step } = resource
      await run({ do: 'call', client, key: environment, operation, id: { $: step, take: kind } })
    }
  }
  for (const client of can.clients) {
    if (clientStates[client] === undefined) continue
    for (const key of can.environments) {
      await run({ do: 'call', client, key, operation: 'getWallet' })
      if (can.webhooks && clientStates[client].webhook !== 'none') {
        // Twice, so that a log that is late by one reading is told from a wrong one.
        await run({ do: 'call', client, key, operation: 'listDeliveries' })
        await run({ do: 'call', client, key, operation: 'listDeliveries' })
      }
    }
  }
  await walk.end()
}
