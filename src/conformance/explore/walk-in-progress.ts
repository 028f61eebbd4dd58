import { ControlFailed } from '../http/failures.ts'
import type { RuleId } from '../rule.ts'
import { updateWorldAfterStep } from './next-world.ts'
import type { AnyOracle } from './oracles/oracle.ts'
import { openOracleRunner, type StepFinding, stepsOf } from './oracles/oracle-runner.ts'
import { actionsOf } from './references.ts'
import { openScriptRunner, type ScriptRunner } from './run-script.ts'
import type { Burst, ClientName, History, ScriptLine, Step, StepId } from './step.ts'
import { type ExplorationHost, openWalkAccounts, type SentCall, type WalkAccounts } from './walk-accounts.ts'
import { initialWorld, type World } from './walk-world.ts'

/** The outcome of one random walk. */
export interface Walk {
  readonly seed: string
  /** The script of the walk, to repeat it. */
  readonly script: readonly ScriptLine[]
  readonly history: History
  readonly found: readonly StepFinding[]
  readonly judged: ReadonlyMap<RuleId, number>
  readonly calls: readonly SentCall[]
  /** Accounts of the walk that could not be deleted. */
  readonly left: readonly string[]
}

/** Runs the script of a walk again, unchanged. */
export function replayWalk(
  host: ExplorationHost,
  by: {
    readonly seed: string
    readonly script: readonly ScriptLine[]
    readonly oracles: readonly AnyOracle[]
  },
): Promise<Walk> {
  const { seed, script, oracles } = by
  // A client without actions gets no account, so that the reported script is shorter.
  const names = [...new Set(script.flatMap(actionsOf).map(({ action }) => action.client))]
  return runWalkOnNewAccounts(host, { seed, oracles, names }, async (walk) => {
    for (const planned of script) {
      if (host.signal.aborted) return
      await walk.run(planned)
    }
    await walk.end()
  })
}

/** A random walk in progress. */
export interface WalkInProgress {
  world(): World
  /** Returns the number of steps so far. */
  length(): number
  nextId(): StepId
  /** Runs a line of the script. Resolves with false if the line was impossible. */
  run(planned: ScriptLine): Promise<boolean>
  /** Ends the walk: waits for webhook events that are due, and lets the oracles check what is missing. */
  end(): Promise<void>
}

interface WalkSetup {
  readonly seed: string
  readonly oracles: readonly AnyOracle[]
  readonly names: readonly ClientName[]
}

/** The maximum number of tries of a walk. If 10 % of the calls are lost, one walk in thousands fails 20 times. */
const maxTries = 20

/**
 * Runs a walk. If a control-protocol call gets no response, its effect is unknown, so the walk is repeated on new
 * accounts. Throws ControlFailed after 20 tries.
 */
export async function runWalkOnNewAccounts(
  host: ExplorationHost,
  by: WalkSetup,
  takeSteps: (walk: WalkInProgress) => Promise<void>,
): Promise<Walk> {
  const left: string[] = []
  for (let attempt = 1; ; attempt += 1) {
    try {
      const walk = await tryWalkOnNewAccounts(host, by, { takeSteps, left })
      return { ...walk, left }
    } catch (error) {
      const isLost = error instanceof ControlFailed && error.lost !== undefined
      if (!isLost || attempt === maxTries || host.signal.aborted) throw error
    }
  }
}

/** Runs a walk once. Adds the accounts that could not be deleted to `left`. */
async function tryWalkOnNewAccounts(
  host: ExplorationHost,
  by: WalkSetup,
  { takeSteps, left }: { takeSteps(walk: WalkInProgress): Promise<void>; readonly left: string[] },
): Promise<Omit<Walk, 'left'>> {
  const { seed, oracles } = by
  const accounts = await openWalkAccounts(host, by)
  const recording = openRecording(oracles)
  try {
    await takeSteps(startWalk(accounts, openScriptRunner(accounts), recording))
  } finally {
    left.push(...(await accounts.close()))
  }
  return { seed, ...recording.result(), calls: accounts.calls }
}

/** The script, history and findings of a walk so far. */
interface Recording {
  add(planned: ScriptLine | undefined, happened: Step | Burst): void
  /** Adds to the script, but not to the history, a line that the control protocol refused. A repeated walk runs the line, too. */
  addRefused(planned: ScriptLine): void
  world(): World
  length(): number
  nextId(): StepId
  result(): Pick<Walk, 'script' | 'history' | 'found' | 'judged'>
}

/** Creates an empty recording. The oracles check each step as it is added. */
function openRecording(oracles: readonly AnyOracle[]): Recording {
  const runner = openOracleRunner(oracles)
  const script: ScriptLine[] = []
  const history: (Step | Burst)[] = []
  const found: StepFinding[] = []
  let world = initialWorld
  let count = 0
  let length = 0
  return {
    world: () => world,
    length: () => length,
    addRefused: (planned) => script.push(planned),
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
          if (action !== undefined) world = updateWorldAfterStep(world, action, step)
        }
      }
      history.push(happened)
      found.push(...runner.check(happened))
    },
    result: () => ({ script, history, found, judged: runner.judged }),
  }
}

/** Creates the walk in progress on these accounts. Records each line of the script that it runs. */
function startWalk(accounts: WalkAccounts, scriptRunner: ScriptRunner, recording: Recording): WalkInProgress {
  return {
    world: recording.world,
    length: recording.length,
    nextId: recording.nextId,
    run: async (planned) => {
      const happened = await scriptRunner.runLine(planned)
      if (happened === undefined) return false
      if (happened === 'refused') {
        recording.addRefused(planned)
        return false
      }
      recording.add(planned, happened)
      return true
    },
    end: async () => {
      const a = accounts.clients.get('a')
      recording.add(undefined, {
        kind: 'end',
        id: 's0',
        client: 'a',
        atMs: a?.nowMs() ?? 0,
        deliveries: await scriptRunner.awaitDeliveries(),
        isConcurrent: false,
      })
    },
  }
}
