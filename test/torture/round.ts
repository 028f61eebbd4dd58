import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  isServing,
  type Outcome,
  type ServingCommand,
  tryToServe,
} from '../support/commands/built-command.ts'
import { Seeded } from '../support/seeded.ts'
import { TestClient } from '../support/test-client.ts'
import type { Problem } from './checks/problem.ts'
import { confirmState } from './confirm-state.ts'
import { createAccounts } from './create-accounts.ts'
import { checkDamagedFiles } from './damaged-files.ts'
import { checkDeliveriesEnd } from './deliveries-end.ts'
import { checkExclusiveOpening } from './exclusive-opening.ts'
import { describePlan, type KillPlan, planKill, planKillAtCreation } from './kill-plan.ts'
import { dataFileVariable, describeKillPoint, killPointVariable } from './kill-point.ts'
import type { Lane, PossibleStates } from './lane.ts'
import { openReceiver } from './receiver.ts'
import { limitFileSize, runActionsUntilKilled } from './run-until-killed.ts'
import type { Tally } from './tally.ts'

export interface RoundOptions {
  readonly seed: string
  readonly round: number
  readonly kills: number
  /** Scripts to run before the command, in this order. */
  readonly preloads: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** The command that repeats this round. */
  readonly replay: string
  readonly tally: Tally
}

/** The number of damaged copies of the data file that are tried at the end of a round. */
const damagedCopiesPerRound = 4
/** Marks the start after all kills. */
const lastLife = -1

/**
 * Creates a data file, kills the simulator many times, and checks the accounts after each restart, until it finds a
 * problem.
 */
export async function runRound(options: RoundOptions): Promise<void> {
  const round = new Round(options)
  try {
    await round.run()
  } finally {
    await round.close()
  }
}

class Round {
  readonly #options: RoundOptions
  readonly #draw: Seeded
  readonly #folder = mkdtempSync(join(tmpdir(), 'drydock-torture-'))
  readonly #file = join(this.#folder, 'drydock.data')
  readonly #requestIds = new Set<string>()
  /** The possible states of each account whose last action had no response. */
  readonly #unsure = new Map<string, PossibleStates>()
  #receiver: Awaited<ReturnType<typeof openReceiver>> | undefined
  #lanes: Lane[] = []
  /** The kill after which problems are found now, for the report. */
  #foundAt = ''

  constructor(options: RoundOptions) {
    this.#options = options
    this.#draw = new Seeded(`${options.seed}/${options.round}`)
  }

  async run(): Promise<void> {
    const { kills, tally } = this.#options
    this.#receiver = await openReceiver(this.#draw.fork('receiver'))
    await this.#killAtCreation()
    for (let life = 0; life < kills; life += 1) {
      // The first process creates the accounts and is killed only afterwards.
      const plan: KillPlan =
        life === 0
          ? { how: 'any moment', afterAnswers: 20, laterMs: 0 }
          : planKill(this.#draw.fork(`plan ${life}`), this.#options.round * kills + life)
      this.#foundAt = `kill ${life}, ${describePlan(plan)}`
      if (!(await this.#runUntilKill(life, plan))) return
    }
    this.#foundAt = 'the end'
    if (!(await this.#checkAtEnd())) return
    this.#report('file', await checkExclusiveOpening(this.#file))
    const damaged = { draw: this.#draw.fork('damage'), count: damagedCopiesPerRound }
    this.#report('file', await checkDamagedFiles(this.#file, damaged))
    tally.refusals += damagedCopiesPerRound + 3
  }

  async close(): Promise<void> {
    await this.#receiver?.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** Kills a process while it creates the data file. The next process must find no file or a complete one. */
  async #killAtCreation(): Promise<void> {
    const plan = planKillAtCreation(this.#draw.fork('birth'), this.#options.round)
    this.#foundAt = `creation, ${describePlan(plan)}`
    const started = await this.#start(plan)
    if (!isServing(started)) return void this.#noteEarlyEnd(plan, started)
    await started.kill('SIGKILL')
    this.#countKill(plan, false)
  }

  /** Starts the simulator, checks the accounts, runs actions and kills it. Returns whether no problem was found. */
  async #runUntilKill(life: number, plan: KillPlan): Promise<boolean> {
    const { tally } = this.#options
    const before = tally.problems.length
    if (plan.how === 'point' && plan.point.call === 'truncate') appendIncompleteLine(this.#file)
    const started = await this.#start(plan)
    if (!isServing(started)) return this.#noteEarlyEnd(plan, started)
    const service = this.#createService(started)
    const outcome = await this.#checkAccounts(life, started, service)
    if (outcome === 'died') this.#countKill(plan, true)
    else if (outcome === 'well') {
      const { wasKilledFromOutside } = await runActionsUntilKilled({
        lanes: this.#lanes,
        file: this.#file,
        plan,
        server: started,
        service,
        draw: this.#draw.fork(life),
        unsure: this.#unsure,
        report: (account, problem) => this.#report(account, [problem]),
        makeRoom: () => this.#makeRoomOnDisk(life, started, service),
      })
      this.#countKill(plan, !wasKilledFromOutside)
    }
    tally.acknowledged += service.responseCount
    await started.kill('SIGKILL')
    return tally.problems.length === before
  }

  #start(plan: KillPlan): Promise<ServingCommand | Outcome> {
    const { preloads, env } = this.#options
    const point = plan.how === 'point' ? { [killPointVariable]: JSON.stringify(plan.point) } : {}
    return tryToServe(['--quiet', '--data', this.#file, '--rate-limits', 'off'], {
      preloads,
      env: { [dataFileVariable]: this.#file, ...env, ...point },
    })
  }

  /** Handles a process that ended before it accepted requests: at its kill point, or because it refused the file. */
  #noteEarlyEnd(plan: KillPlan, ending: Outcome): boolean {
    if (ending.signal === 'SIGKILL') {
      this.#countKill(plan, true)
      return true
    }
    this.#options.tally.unreadable += 1
    this.#report('file', [
      {
        kind: 'lost',
        about: 'file',
        what: `the data file was refused: ${ending.stderr.trim().slice(0, 400)}`,
      },
    ])
    return false
  }

  /**
   * Checks every account after a start; at the first start, creates the accounts instead. Returns `well`, `wrong` if it
   * found a problem, or `died` if the process ended meanwhile.
   */
  async #checkAccounts(
    life: number,
    server: ServingCommand,
    service: TestClient,
  ): Promise<'well' | 'wrong' | 'died'> {
    try {
      if (life === 0) this.#lanes = await createAccounts(service, this.#receiver?.url ?? '')
      else {
        const found = await Promise.all(
          this.#lanes.map(async (lane) => {
            lane.service = service
            const problems = await confirmState(lane, {
              unsure: this.#unsure.get(lane.facts.id),
              isEvery: life === lastLife,
            })
            return { id: lane.facts.id, problems }
          }),
        )
        for (const { id, problems } of found) this.#report(id, problems)
        if (found.some(({ problems }) => problems.length > 0)) return 'wrong'
      }
      this.#unsure.clear()
      return 'well'
    } catch (error) {
      if (await this.#hasEnded(server)) return 'died'
      this.#report('all', [{ kind: 'lost', about: 'answers', what: String(error).slice(0, 600) }])
      return 'wrong'
    }
  }

  /** Makes room on the full disk, and checks that the same process has lost no data. */
  async #makeRoomOnDisk(life: number, server: ServingCommand, service: TestClient): Promise<void> {
    limitFileSize(server, 'unlimited')
    await service.trySend({
      method: 'POST',
      path: '/_drydock/accounts/frozen/keys',
      body: { environment: 'test' },
    })
    await this.#checkAccounts(life, server, service)
  }

  /** Starts the simulator once more, checks everything again, and lets every webhook delivery end. */
  async #checkAtEnd(): Promise<boolean> {
    const { tally } = this.#options
    const started = await this.#start({ how: 'any moment', afterAnswers: 0, laterMs: 0 })
    if (!isServing(started))
      return this.#noteEarlyEnd({ how: 'any moment', afterAnswers: 0, laterMs: 0 }, started)
    const service = this.#createService(started)
    const outcome = await this.#checkAccounts(lastLife, started, service)
    if (outcome === 'well' && this.#receiver !== undefined) {
      this.#receiver.acceptAll()
      for (const lane of this.#lanes)
        this.#report(lane.facts.id, await checkDeliveriesEnd(lane, this.#receiver))
    }
    tally.acknowledged += service.responseCount
    const { status, stderr } = await started.stop()
    if (status !== 0)
      this.#report('all', [
        { kind: 'broken', about: 'answers', what: `the stop gave ${status}: ${stderr.slice(0, 200)}` },
      ])
    return outcome === 'well'
  }

  #createService({ url }: ServingCommand): TestClient {
    return new TestClient(url, ({ requestId }) => {
      if (this.#requestIds.has(requestId))
        this.#report('all', [{ kind: 'broken', about: 'ids', what: `request id ${requestId} came twice` }])
      this.#requestIds.add(requestId)
    })
  }

  /** Waits briefly for the end of the process, and returns whether the process has ended. */
  async #hasEnded(server: ServingCommand): Promise<boolean> {
    await Promise.race([server.ended, pause(200)])
    return server.outcome() !== undefined
  }

  #countKill(plan: KillPlan, atPoint: boolean): void {
    const { tally } = this.#options
    tally.kills += 1
    if (plan.how !== 'point') return
    const name = describeKillPoint({ ...plan.point, nth: 0 }).replace(' #0', '')
    const counted = atPoint ? tally.points : tally.unreached
    counted.set(name, (counted.get(name) ?? 0) + 1)
  }

  #report(account: string, problems: readonly Problem[]): void {
    const { tally, round, replay } = this.#options
    for (const problem of problems)
      tally.problems.push({ ...problem, account, found: `round ${round}, ${this.#foundAt}`, replay })
  }
}

/** Appends an incomplete line to the data file, as a killed process may leave one. */
function appendIncompleteLine(file: string): void {
  appendFileSync(file, '0badc0de 0000')
}
