import { ControlFailed } from '../http/failures.ts'
import type { RuleId } from '../rule.ts'
import { coveredBy } from './choices/cells.ts'
import { type Abilities, type Choice, type Feature, isStory } from './choices/choice.ts'
import { allChoices, choicesAbout, someChoices, swarmOf } from './choices/choices.ts'
import type { Coverage } from './coverage.ts'
import { type Draw, openDraw } from './draw.ts'
import type { AnyJudge } from './oracles/oracle.ts'
import { type Found, openPanel, stepsOf } from './oracles/oracle-runner.ts'
import { actionsOf } from './references.ts'
import { openPerformance, type Performance } from './run-script.ts'
import type { Action, Burst, CallAction, ClientName, History, Planned, Step, StepId } from './step.ts'
import { type ExploringHost, openStage, type Shown, type Stage } from './walk-accounts.ts'
import { afterStep, nameOf, newWorld, type Thing, type World } from './walk-state.ts'

/** What came of one walk. */
export interface Walk {
  readonly seed: string
  /** What was done, as it can be done again. */
  readonly script: readonly Planned[]
  readonly history: History
  readonly found: readonly Found[]
  readonly judged: ReadonlyMap<RuleId, number>
  readonly shown: readonly Shown[]
  /** Accounts that could not be deleted. */
  readonly left: readonly string[]
}

/** Steps before the walk is brought to its end. */
export const walkLength = 25

/** More than a walk of so many steps can send: with its last step it may use up a limit, and in the end it reads all again. */
export function mostRequests(length: number): number {
  const mostOfOneStep = 34
  const mostInTheEnd = 36
  return length + mostOfOneStep + mostInTheEnd
}

/** How often everything that could be done is looked at, so that what nobody has done yet is found wherever it is. */
const wideLooks = 0.15
/** How often a walk stays with what it has just turned to: what A leaves behind shows when B is done to the same. */
const staysNear = 0.4
/** A walk that tells stories has that in them. */
const staysNearInStories = 0.1
const near = (swarm: ReadonlySet<Feature>): number => (swarm.has('stories') ? staysNearInStories : staysNear)

/** After so many choices in a row that nothing came of, a walk ends: a service that answers nothing of use leaves nothing to do. */
const mostInVain = 25

/** Takes one walk of its own choice, anew where a call of the control protocol was lost on it. */
export async function takeWalk(
  host: ExploringHost,
  by: {
    readonly seed: string
    readonly can: Abilities
    readonly judges: readonly AnyJudge[]
    readonly coverage: Coverage
    readonly pairs: Coverage
    readonly length: number
  },
): Promise<Walk> {
  const { seed, can, judges, length } = by
  let coverage = by.coverage.fork()
  let pairs = by.pairs.fork()
  const taken = await onStage(host, { seed, judges, names: can.clients }, async (walk) => {
    // What a walk that was thrown away has covered counts for nothing, so that the next makes the same choices.
    coverage = by.coverage.fork()
    pairs = by.pairs.fork()
    const draw = openDraw(seed)
    const swarm = swarmOf(draw)
    await begin(walk, can)
    let about: string | undefined
    let inVain = 0
    while (walk.length() < length && inVain < mostInVain && !host.signal.aborted) {
      const at = walk.length()
      const world = walk.world()
      const moment = { world, can, draw, at }
      const last = lastThing(world, about)
      const close =
        last !== undefined && draw.chance(near(swarm), 'near', at) ? choicesAbout(moment, last, swarm) : []
      const wide =
        close.length === 0 && draw.chance(wideLooks, 'wide', at) ? allChoices(moment, swarm) : close
      const choices = wide.length > 0 ? wide : someChoices(moment, { swarm, at })
      const choice = choose(choices, { draw, coverage, pairs, at })
      if (choice === undefined) break
      about = choice.about === undefined ? about : nameOf(choice.about)
      coverage.add(choice.cell)
      pairs.add(pairOf(choice))
      await takeChoice(walk, choice, (action) => {
        const covered = coveredBy(action, walk.world())
        coverage.add(covered.cell)
        if (covered.pair !== undefined) pairs.add(covered.pair)
      })
      inVain = walk.length() > at ? 0 : inVain + 1
    }
    await bringToEnd(walk, can)
  })
  by.coverage.merge(coverage)
  by.pairs.merge(pairs)
  return taken
}

/** Carries out a script as it stands. */
export function replay(
  host: ExploringHost,
  by: { readonly seed: string; readonly script: readonly Planned[]; readonly judges: readonly AnyJudge[] },
): Promise<Walk> {
  const { seed, script, judges } = by
  // Whoever does nothing needs no account: the script that is reported is the shorter for it.
  const names = [...new Set(script.flatMap(actionsOf).map(({ action }) => action.client))]
  return onStage(host, { seed, judges, names }, async (walk) => {
    for (const planned of script) {
      if (host.signal.aborted) return
      await walk.take(planned)
    }
    await walk.end()
  })
}

/** A walk under way. */
interface UnderWay {
  world(): World
  /** Steps taken so far. */
  length(): number
  nextId(): StepId
  /** Gives whether it could be done. */
  take(planned: Planned): Promise<boolean>
  end(): Promise<void>
}

interface Staged {
  readonly seed: string
  readonly judges: readonly AnyJudge[]
  readonly names: readonly ClientName[]
}

/** Where one call in ten is lost, five tries are too few for one walk in ten; so many, for one in thousands. */
const mostTries = 20

/**
 * Nobody knows whether a call of the control protocol was carried out that got no answer, and what comes after it may
 * follow from it: the walk is thrown away and taken again, in other accounts. Throws ControlFailed where it is always lost.
 */
async function onStage(
  host: ExploringHost,
  by: Staged,
  go: (walk: UnderWay) => Promise<void>,
): Promise<Walk> {
  const left: string[] = []
  for (let tried = 1; ; tried += 1) {
    try {
      const walk = await onStageOnce(host, by, { go, left })
      return { ...walk, left }
    } catch (error) {
      const isLost = error instanceof ControlFailed && error.lost !== undefined
      if (!isLost || tried === mostTries || host.signal.aborted) throw error
    }
  }
}

async function onStageOnce(
  host: ExploringHost,
  by: Staged,
  { go, left }: { go(walk: UnderWay): Promise<void>; readonly left: string[] },
): Promise<Omit<Walk, 'left'>> {
  const { seed, judges } = by
  const stage = await openStage(host, by)
  const recording = openRecording(judges)
  try {
    await go(underWay(stage, openPerformance(stage), recording))
  } finally {
    left.push(...(await stage.close()))
  }
  return { seed, ...recording.told(), shown: stage.shown }
}

/** What has been done and found on a walk so far. */
interface Recording {
  add(planned: Planned | undefined, happened: Step | Burst): void
  /** The control protocol was asked for it and refused: that is done again with the rest, but nothing has happened. */
  refused(planned: Planned): void
  world(): World
  length(): number
  nextId(): StepId
  told(): Pick<Walk, 'script' | 'history' | 'found' | 'judged'>
}

function openRecording(judges: readonly AnyJudge[]): Recording {
  const panel = openPanel(judges)
  const script: Planned[] = []
  const history: (Step | Burst)[] = []
  const found: Found[] = []
  let world = newWorld
  let count = 0
  let length = 0
  return {
    world: () => world,
    length: () => length,
    refused: (planned) => script.push(planned),
    nextId: () => {
      count += 1
      return `s${count}`
    },
    add: (planned, happened) => {
      if (planned !== undefined) {
        script.push(planned)
        length += actionsOf(planned).length
        const actions = new Map(actionsOf(planned).map(({ id, action }) => [id, action]))
        for (const step of stepsOf(happened)) {
          const action = actions.get(step.id)
          if (action !== undefined) world = afterStep(world, action, step)
        }
      }
      history.push(happened)
      found.push(...panel.judge(happened))
    },
    told: () => ({ script, history, found, judged: panel.judged }),
  }
}

function underWay(stage: Stage, performance: Performance, recording: Recording): UnderWay {
  return {
    world: recording.world,
    length: recording.length,
    nextId: recording.nextId,
    take: async (planned) => {
      const happened = await performance.carryOut(planned)
      if (happened === undefined) return false
      if (happened === 'refused') {
        recording.refused(planned)
        return false
      }
      recording.add(planned, happened)
      return true
    },
    end: async () => {
      const a = stage.clients.get('a')
      recording.add(undefined, {
        kind: 'end',
        id: 's0',
        client: 'a',
        atMs: a?.nowMs() ?? 0,
        deliveries: await performance.late(),
        isConcurrent: false,
      })
    },
  }
}

/** What nobody has done yet comes first, then what was done least. */
function choose(
  choices: readonly Choice[],
  by: { readonly draw: Draw; readonly coverage: Coverage; readonly pairs: Coverage; readonly at: number },
): Choice | undefined {
  const { draw, coverage, pairs, at } = by
  const worth = (hits: number): number => (hits === 0 ? 8 : 1 / (1 + hits))
  for (const choice of choices) {
    if (!isStory(choice.cell)) coverage.see(choice.cell)
    pairs.see(pairOf(choice))
  }
  return draw.weighted(
    choices,
    (choice) => choice.weight * (worth(coverage.hits(choice.cell)) + worth(pairs.hits(pairOf(choice))) / 4),
    at,
  )
}

/** What was turned to last, or what has just come of it: a label of its rate. */
function lastThing({ things }: World, about: string | undefined): Thing | undefined {
  const newest = things.at(-1)
  return things.find((thing) => nameOf(thing) === about && thing.lastDone !== 'buyLabel') ?? newest
}

/** What was done to a thing, and what is done to it now. */
function pairOf({ cell, about, turns }: Choice): string {
  const [operation = ''] = turns === undefined ? cell.split(' / ') : ['a story']
  return `${about?.kind ?? 'nothing'}: ${about?.lastDone ?? 'nothing'} > ${operation}`
}

async function takeChoice(walk: UnderWay, choice: Choice, tell: (action: CallAction) => void): Promise<void> {
  if (choice.lanes !== undefined) {
    await takeAtOnce(walk, choice.lanes)
    return
  }
  const turns = choice.turns?.() ?? choice.actions.map((action) => () => action)
  for (const turn of turns) {
    const turned = turn(walk.world())
    if (turned === undefined) continue
    if (choice.turns !== undefined) {
      for (const action of 'do' in turned ? [turned] : turned.flat()) if (action.do === 'call') tell(action)
    }
    if ('do' in turned) await walk.take({ id: walk.nextId(), action: turned })
    else await takeAtOnce(walk, turned)
  }
}

async function takeAtOnce(walk: UnderWay, planned: NonNullable<Choice['lanes']>): Promise<void> {
  const lanes = planned.map((lane) => lane.map((action) => ({ id: walk.nextId(), action })))
  await walk.take({ id: walk.nextId(), lanes })
}

/** Money that is known, so that every cent of it can be followed. */
async function begin(walk: UnderWay, can: Abilities): Promise<void> {
  if (!can.wallet) return
  const change = { balance_cents: 100_000, auto_reload: null, payment_method: 'valid' } as const
  for (const client of can.clients) {
    await walk.take({ id: walk.nextId(), action: { do: 'set wallet', client, change } })
  }
}

/** So many things of each kind are read again. */
const mostRead = 6

/** Faults go, deliveries are taken, time passes, and the owner reads everything again. */
async function bringToEnd(walk: UnderWay, can: Abilities): Promise<void> {
  const { things, sides } = walk.world()
  const take = async (action: Action): Promise<void> => {
    await walk.take({ id: walk.nextId(), action })
  }
  for (const client of can.clients) {
    const side = sides[client]
    if (side === undefined) continue
    if (side.faults.length > 0) await take({ do: 'clear faults', client })
    if (side.isFailing) await take({ do: 'answer deliveries', client, reply: { status: 200 } })
    if (can.clock && side.webhook !== 'none') await take({ do: 'advance', client, seconds: 100_000 })
  }
  for (const [kind, operation] of [
    ['label', 'getLabel'],
    ['batch', 'getBatch'],
    ['tracker', 'getTracker'],
  ] as const) {
    for (const thing of things.filter((each) => each.kind === kind).slice(-mostRead)) {
      const { client, environment, step } = thing
      await take({ do: 'call', client, key: environment, operation, id: { $: step, take: kind } })
    }
  }
  for (const client of can.clients) {
    if (sides[client] === undefined) continue
    for (const key of can.environments) {
      await take({ do: 'call', client, key, operation: 'getWallet' })
      if (can.webhooks && sides[client].webhook !== 'none') {
        // Twice, so that a log that is late by one reading is told from a wrong one.
        await take({ do: 'call', client, key, operation: 'listDeliveries' })
        await take({ do: 'call', client, key, operation: 'listDeliveries' })
      }
    }
  }
  await walk.end()
}
