import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServingCommand } from '../support/commands/built-command.ts'
import type { Seeded } from '../support/seeded.ts'
import type { TestClient } from '../support/test-client.ts'
import type { Problem } from './judges/problem.ts'
import type { KillPlan } from './kill-plan.ts'
import { type Lane, UnexpectedAnswer, type Unsure } from './lane.ts'
import { ballastAccount, drawAction } from './load.ts'

export interface LifeOptions {
  readonly lanes: readonly Lane[]
  readonly file: string
  readonly plan: KillPlan
  readonly server: ServingCommand
  readonly service: TestClient
  readonly draw: Seeded
  /** Takes what stays unsure of each account. */
  readonly unsure: Map<string, Unsure>
  readonly report: (account: string, problem: Problem) => void
  /** Called once the disk is full to all, before it is killed. */
  readonly makeRoom: () => Promise<void>
}

/** Requests that a life answers at most before it is killed at a moment its point never came to. */
const mostAnswers = 130
/** The point at which the plan waits for the file to be written anew: so many batches that make it due. */
const mostBallasts = 4
const patienceMs = 2_500

/** Every account acts until the process is dead; whether it died by our hand and not at its point. */
export async function loadUntilDeath(options: LifeOptions): Promise<{ readonly byUs: boolean }> {
  const { lanes, plan, server, service, draw, report } = options
  const atStart = service.answered
  const most = 'afterAnswers' in plan ? plan.afterAnswers : mostAnswers
  const waitsForBallast = needsBallast(plan)
  const patientUntil = performance.now() + patienceMs
  let ballasts = 0
  let byUs = false
  const kill = async (): Promise<void> => {
    if (server.outcome() !== undefined || byUs) return
    byUs = true
    if (plan.how === 'stopping') server.child.kill('SIGTERM')
    if ('laterMs' in plan) await pause(plan.laterMs)
    await server.kill('SIGKILL')
  }
  const act = async (lane: Lane): Promise<void> => {
    lane.draw = draw.fork(lane.facts.id)
    const isBallast = lane.facts.id === ballastAccount
    while (server.outcome() === undefined) {
      if (isBallast && waitsForBallast && ballasts >= mostBallasts) return
      const isOver = waitsForBallast ? performance.now() > patientUntil : service.answered - atStart >= most
      if (isOver) return plan.how === 'full disk' ? undefined : kill()
      // The new file is taken into use by a commit that comes once the disk has it, which takes its time.
      if (waitsForBallast && !isBallast) await pause(8)
      const unsure = await drawAction(lane, lane.draw)(lane)
      if (isBallast) ballasts += 1
      if (unsure === undefined) continue
      options.unsure.set(lane.facts.id, unsure)
      return
    }
  }
  if (plan.how === 'full disk') limitFiles(server, sizeOf(options.file) + plan.roomKiB * 1024)
  const active = lanes.filter(({ facts }) => isActive(facts.id, plan, draw))
  await Promise.all(
    active.map((lane) =>
      act(lane).catch((error: unknown) => {
        if (!(error instanceof UnexpectedAnswer)) throw error
        report(lane.facts.id, { kind: 'broken', about: 'answers', what: error.message })
      }),
    ),
  )
  if (plan.how === 'full disk' && server.outcome() === undefined) await options.makeRoom()
  // Its clients hear of a death before whoever started it does.
  if (plan.how === 'point' && !byUs) await Promise.race([server.ended, pause(2_000)])
  await kill()
  const { status, signal, stderr } = await server.ended
  if (signal !== 'SIGKILL' && !(plan.how === 'stopping' && status === 0)) {
    const what = `it ended by itself with ${status ?? signal}: ${stderr.slice(0, 600)}`
    report('all', { kind: 'broken', about: 'answers', what })
  }
  return { byUs }
}

/** How long the files a process writes may be: beyond it, the disk is full to it. */
export function limitFiles({ pid }: ServingCommand, bytes: number | 'unlimited'): void {
  // The soft limit alone, which can be raised again.
  const { status } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`])
  if (status !== 0) throw new Error('prlimit is needed to make the disk full.')
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** The account that is there to have the file written anew takes time: it acts where the plan waits for that. */
function isActive(account: string, plan: KillPlan, draw: Seeded): boolean {
  if (needsBallast(plan)) return account === ballastAccount || account === 'frozen' || account === 'default'
  return account !== ballastAccount || (plan.how === 'any moment' && draw.chance(0.15))
}

/** Whether the plan is about a file written anew. */
function needsBallast(plan: KillPlan): boolean {
  if (plan.how !== 'point') return false
  const { place, call } = plan.point
  return place === 'beside' || place === 'folder' || call === 'close'
}
