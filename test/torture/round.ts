import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  isServing,
  type Outcome,
  type ServingCommand,
  tryServing,
} from '../support/commands/built-command.ts'
import { Seeded } from '../support/seeded.ts'
import { TestClient } from '../support/test-client.ts'
import { tryDamages } from './damage.ts'
import { drainEvents } from './drain.ts'
import type { Problem } from './judges/problem.ts'
import { describePlan, type KillPlan, planBirth, planKill } from './kill-plan.ts'
import { dataFileVariable, describePoint, killPointVariable } from './kill-point.ts'
import type { Lane, Unsure } from './lane.ts'
import { limitFiles, loadUntilDeath } from './life.ts'
import { openReceiver } from './receiver.ts'
import { openAccounts } from './setting-up.ts'
import { settleUnsure } from './settle.ts'
import { trySharing } from './sharing.ts'
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

/** How often the file of a round is spoiled, once it has come to its end. */
const damagesInRound = 4
/** The start after all kills. */
const lastLife = -1

/** One data file from its making through many kills; ends at the first thing that is wrong with it. */
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
  readonly #unsure = new Map<string, Unsure>()
  #receiver: Awaited<ReturnType<typeof openReceiver>> | undefined
  #lanes: Lane[] = []
  #found = ''

  constructor(options: RoundOptions) {
    this.#options = options
    this.#draw = new Seeded(`${options.seed}/${options.round}`)
  }

  async run(): Promise<void> {
    const { kills, tally } = this.#options
    this.#receiver = await openReceiver(this.#draw.fork('receiver'))
    await this.#beBorn()
    for (let life = 0; life < kills; life += 1) {
      // The first life makes the accounts undisturbed.
      const plan: KillPlan =
        life === 0
          ? { how: 'any moment', afterAnswers: 20, laterMs: 0 }
          : planKill(this.#draw.fork(`plan ${life}`), this.#options.round * kills + life)
      this.#found = `life ${life}, ${describePlan(plan)}`
      if (!(await this.#live(life, plan))) return
    }
    this.#found = 'the end'
    if (!(await this.#end())) return
    this.#report('file', await trySharing(this.#file))
    const damaged = { draw: this.#draw.fork('damage'), count: damagesInRound }
    this.#report('file', await tryDamages(this.#file, damaged))
    tally.refusals += damagesInRound + 3
  }

  async close(): Promise<void> {
    await this.#receiver?.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** A process that dies as it makes the file: the next finds none, or a whole one. */
  async #beBorn(): Promise<void> {
    const plan = planBirth(this.#draw.fork('birth'), this.#options.round)
    this.#found = `birth, ${describePlan(plan)}`
    const started = await this.#start(plan)
    if (!isServing(started)) return void this.#endedEarly(plan, started)
    await started.kill('SIGKILL')
    this.#count(plan, false)
  }

  /** One life of the process, to its death. Whether all was well with what it found. */
  async #live(life: number, plan: KillPlan): Promise<boolean> {
    const { tally } = this.#options
    const before = tally.problems.length
    if (plan.how === 'point' && plan.point.call === 'truncate') cutLastLine(this.#file)
    const started = await this.#start(plan)
    if (!isServing(started)) return this.#endedEarly(plan, started)
    const service = this.#serviceOf(started)
    const verified = await this.#verify(life, started, service)
    if (verified === 'died') this.#count(plan, true)
    else if (verified === 'well') {
      const { byUs } = await loadUntilDeath({
        lanes: this.#lanes,
        file: this.#file,
        plan,
        server: started,
        service,
        draw: this.#draw.fork(life),
        unsure: this.#unsure,
        report: (account, problem) => this.#report(account, [problem]),
        makeRoom: () => this.#makeRoom(life, started, service),
      })
      this.#count(plan, !byUs)
    }
    tally.acknowledged += service.answered
    await started.kill('SIGKILL')
    return tally.problems.length === before
  }

  #start(plan: KillPlan): Promise<ServingCommand | Outcome> {
    const { preloads, env } = this.#options
    const point = plan.how === 'point' ? { [killPointVariable]: JSON.stringify(plan.point) } : {}
    return tryServing(['--quiet', '--data', this.#file, '--rate-limits', 'off'], {
      preloads,
      env: { [dataFileVariable]: this.#file, ...env, ...point },
    })
  }

  /** A process that died before it served: at its point, or because it could not read the file. */
  #endedEarly(plan: KillPlan, ending: Outcome): boolean {
    if (ending.signal === 'SIGKILL') {
      this.#count(plan, true)
      return true
    }
    this.#options.tally.unreadable += 1
    this.#report('file', [
      { kind: 'lost', about: 'file', what: `it was refused: ${ending.stderr.trim().slice(0, 400)}` },
    ])
    return false
  }

  async #verify(
    life: number,
    server: ServingCommand,
    service: TestClient,
  ): Promise<'well' | 'wrong' | 'died'> {
    try {
      if (life === 0) this.#lanes = await openAccounts(service, this.#receiver?.url ?? '')
      else {
        const found = await Promise.all(
          this.#lanes.map(async (lane) => {
            lane.service = service
            const problems = await settleUnsure(lane, {
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
      if (await this.#isDead(server)) return 'died'
      this.#report('all', [{ kind: 'lost', about: 'answers', what: String(error).slice(0, 600) }])
      return 'wrong'
    }
  }

  /** With room again, the same process has forgotten nothing. */
  async #makeRoom(life: number, server: ServingCommand, service: TestClient): Promise<void> {
    limitFiles(server, 'unlimited')
    await service.ask({
      method: 'POST',
      path: '/_drydock/accounts/frozen/keys',
      body: { environment: 'test' },
    })
    await this.#verify(life, server, service)
  }

  /** The last start: everything is looked at once more, and every event comes to its end. */
  async #end(): Promise<boolean> {
    const { tally } = this.#options
    const started = await this.#start({ how: 'any moment', afterAnswers: 0, laterMs: 0 })
    if (!isServing(started))
      return this.#endedEarly({ how: 'any moment', afterAnswers: 0, laterMs: 0 }, started)
    const service = this.#serviceOf(started)
    const verified = await this.#verify(lastLife, started, service)
    if (verified === 'well' && this.#receiver !== undefined) {
      this.#receiver.beGood()
      for (const lane of this.#lanes) this.#report(lane.facts.id, await drainEvents(lane, this.#receiver))
    }
    tally.acknowledged += service.answered
    const { status, stderr } = await started.stop()
    if (status !== 0)
      this.#report('all', [
        { kind: 'broken', about: 'answers', what: `it stopped with ${status}: ${stderr.slice(0, 200)}` },
      ])
    return verified === 'well'
  }

  #serviceOf({ url }: ServingCommand): TestClient {
    return new TestClient(url, ({ requestId }) => {
      if (this.#requestIds.has(requestId))
        this.#report('all', [{ kind: 'broken', about: 'ids', what: `request id ${requestId} came twice` }])
      this.#requestIds.add(requestId)
    })
  }

  async #isDead(server: ServingCommand): Promise<boolean> {
    await Promise.race([server.ended, pause(200)])
    return server.outcome() !== undefined
  }

  #count(plan: KillPlan, atPoint: boolean): void {
    const { tally } = this.#options
    tally.kills += 1
    if (plan.how !== 'point') return
    const name = describePoint({ ...plan.point, nth: 0 }).replace(' #0', '')
    const counted = atPoint ? tally.points : tally.unreached
    counted.set(name, (counted.get(name) ?? 0) + 1)
  }

  #report(account: string, problems: readonly Problem[]): void {
    const { tally, round, replay } = this.#options
    for (const problem of problems)
      tally.problems.push({ ...problem, account, found: `round ${round}, ${this.#found}`, replay })
  }
}

/** A line that was cut short by a death, at the end of the file. */
function cutLastLine(file: string): void {
  appendFileSync(file, '0badc0de 0000')
}
