import { type FuzzFinding, findDefect } from './check-response.ts'
import { checkAccount, findFirstDifference, readAccountState } from './checkpoint.ts'
import { findBlockingRequest, maxHoldMs } from './holding-request.ts'
import { createPool, type Failure, FuzzLane } from './lane.ts'
import { encodeRequest, toShellCommand } from './request.ts'
import { shrinkRequest } from './shrink.ts'
import { openTarget, type Target } from './target.ts'

export interface FuzzOptions {
  readonly requests: number
  readonly seed: string
  readonly preloads: readonly string[]
  /** Called with each finding, once for each kind. */
  readonly found: (report: string) => void
}

export interface FuzzResult {
  readonly sent: number
  /** The number of failures of different kinds. */
  readonly failures: number
  readonly longestDelayMs: number
  /** The growth of the heap from the first quarter of the run to its end, in bytes; null if the run was too short. */
  readonly growthBytes: number | null
}

/** The number of lanes. Lanes send requests at the same time, each to accounts of its own. */
const laneCount = 4
/** The number of requests after which the accounts of a lane are checked and replaced. */
const requestsPerAccount = 500
export const maxGrowthBytes = 32 * 1024 * 1024

export async function runFuzz(options: FuzzOptions): Promise<FuzzResult> {
  const run = new FuzzRun(options, await openTarget(options))
  return run.run()
}

class FuzzRun {
  readonly #options: FuzzOptions
  #target: Target
  readonly #kinds = new Set<string>()
  readonly #heapBytes: number[] = []
  #sent = 0
  #failures = 0
  #longestDelayMs = 0

  constructor(options: FuzzOptions, target: Target) {
    this.#options = options
    this.#target = target
  }

  async run(): Promise<FuzzResult> {
    const { requests, seed } = this.#options
    const lanes = await Promise.all(
      Array.from({ length: laneCount }, (_, at) => FuzzLane.open(String(at), { seed, target: this.#target })),
    )
    try {
      for (let left = Math.ceil(requests / laneCount); left > 0; left -= requestsPerAccount) {
        const count = Math.min(left, requestsPerAccount)
        await Promise.all(lanes.map((lane) => this.#requestsPerAccount(lane, count)))
        await this.#checkBetweenRequests(lanes)
      }
      await this.#restart(lanes)
    } catch (error) {
      await this.#explain(error, lanes)
    } finally {
      for (const lane of lanes) lane.close()
      await this.#target.close()
    }
    return {
      sent: this.#sent,
      failures: this.#failures,
      longestDelayMs: this.#longestDelayMs,
      growthBytes: this.#computeHeapGrowth(),
    }
  }

  async #requestsPerAccount(lane: FuzzLane, count: number): Promise<void> {
    for (let at = 0; at < count; at += 1) {
      const failure = await lane.sendNextRequest()
      this.#sent += 1
      if (failure !== undefined) await this.#shrinkAndReport(lane, failure)
    }
  }

  /** Checks money, state, memory, the event loop, prototypes and stderr, while no request is in progress. */
  async #checkBetweenRequests(lanes: readonly FuzzLane[]): Promise<void> {
    const defect = findDefect(this.#target.complaints())
    if (defect !== undefined) this.#reportOnce('the process', defect)
    const { longestDelayMs } = await this.#target.pace()
    this.#longestDelayMs = Math.max(this.#longestDelayMs, longestDelayMs)
    if (longestDelayMs > maxHoldMs)
      for (const lane of lanes) {
        const stall = await findBlockingRequest(this.#target, lane)
        if (stall !== undefined)
          this.#reportOnce(
            `lane ${lane.name}`,
            stall.finding,
            toShellCommand(stall.request, this.#target.url),
          )
      }
    for (const lane of lanes) {
      for (const finding of await checkAccount(this.#target, lane.pool))
        this.#reportOnce(`lane ${lane.name}`, finding)
      lane.useNewAccounts(await createPool(this.#target, lane.name))
    }
    const { changedPrototypes, heapBytes } = await this.#target.health()
    if (changedPrototypes.length > 0)
      this.#reportOnce('the process', { kind: 'prototype', what: `${changedPrototypes} are on every object` })
    this.#heapBytes.push(heapBytes)
    // Collecting garbage and checking also block the event loop, but no request causes that time, so it is not counted.
    await this.#target.pace()
  }

  /** Restarts the command, and checks that its data are unchanged. */
  async #restart(lanes: readonly FuzzLane[]): Promise<void> {
    for (const lane of lanes) await this.#requestsPerAccount(lane, Math.min(requestsPerAccount, 50))
    const before = await Promise.all(lanes.map(({ pool }) => readAccountState(this.#target, pool)))
    this.#target = await this.#target.restart()
    for (const [at, lane] of lanes.entries()) {
      const difference = findFirstDifference(before[at], await readAccountState(this.#target, lane.pool))
      if (difference !== undefined)
        this.#reportOnce(`lane ${lane.name}`, {
          kind: 'restart',
          what: `read again, its state differs at ${difference}`,
        })
    }
  }

  /** Makes the failing request as small as possible, and reports it with a command that sends it again. */
  async #shrinkAndReport(lane: FuzzLane, { finding, index, sent }: Failure): Promise<void> {
    if (this.#kinds.has(finding.kind)) return
    const place = `lane ${lane.name}, request ${index}`
    if ('bytes' in sent) {
      const bytes = sent.bytes.toString('base64')
      const { port } = this.#target
      return this.#reportOnce(place, finding, `echo ${bytes} | base64 -d | nc -q 1 127.0.0.1 ${port}`)
    }
    const again = await lane.sendAgain(sent)
    const smallest =
      again?.kind === finding.kind
        ? await shrinkRequest(sent, async (simpler) => (await lane.sendAgain(simpler))?.kind === finding.kind)
        : sent
    this.#reportOnce(place, finding, toShellCommand(smallest, this.#target.url))
  }

  /** Reports a finding with the command that repeats the run, once for each kind of finding. */
  #reportOnce(place: string, { kind, what }: FuzzFinding, command?: string): void {
    const { found, seed, requests } = this.#options
    if (this.#kinds.has(kind)) return
    this.#kinds.add(kind)
    this.#failures += 1
    const lines = [
      `FOUND (${kind}) ${place}: ${what}`,
      ...(command === undefined ? [] : [`  ${command}`]),
      `  again: npm run fuzz -- --seed ${seed} --requests ${requests}`,
    ]
    found(`${lines.join('\n')}\n`)
  }

  /** Explains why the fuzz test cannot continue: whether the process has ended, and the last request to it. */
  async #explain(error: unknown, lanes: readonly FuzzLane[]): Promise<void> {
    const ending = this.#target.ending()
    const said =
      ending === undefined ? '' : `, it ended with ${ending.status ?? ending.signal}: ${ending.stderr}`
    const what =
      `the fuzz test could not continue: ${error instanceof Error ? error.stack : String(error)}${said}`.slice(
        0,
        3_000,
      )
    this.#reportOnce('the process', { kind: 'crash', what })
    for (const { name, last } of lanes) {
      if (last === undefined) continue
      const bytes = 'raw' in last ? last.raw.bytes : encodeRequest(last.request)
      this.#options.found(`  lane ${name} had just sent: ${bytes.toString('latin1', 0, 2_000)}\n`)
    }
  }

  #computeHeapGrowth(): number | null {
    const quarter = this.#heapBytes[Math.floor(this.#heapBytes.length / 4)]
    const last = this.#heapBytes.at(-1)
    return this.#heapBytes.length < 8 || quarter === undefined || last === undefined ? null : last - quarter
  }
}
