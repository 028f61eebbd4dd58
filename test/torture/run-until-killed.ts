import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServingCommand } from '../support/commands/built-command.ts'
import type { Seeded } from '../support/seeded.ts'
import type { TestClient } from '../support/test-client.ts'
import type { Problem } from './checks/problem.ts'
import type { KillPlan } from './kill-plan.ts'
import { type Lane, type PossibleStates, UnexpectedResponse } from './lane.ts'
import { ballastAccount, drawAction } from './load.ts'

/** The options of one life of the simulator: from its start to its kill. */
export interface LifeOptions {
  readonly lanes: readonly Lane[]
  readonly file: string
  readonly plan: KillPlan
  readonly server: ServingCommand
  readonly service: TestClient
  readonly draw: Seeded
  /** Receives the possible states of each account whose last action had no response. */
  readonly unsure: Map<string, PossibleStates>
  readonly report: (account: string, problem: Problem) => void
  /** Called when no account gets a response any more because the disk is full, before the process is killed. */
  readonly makeRoom: () => Promise<void>
}

/** After this many responses the process is killed even if it has not reached its kill point. */
const maxResponses = 130
/** If the kill point is in a compaction, at most this many large batches are created to cause one. */
const maxLargeBatches = 4
const compactionTimeoutMs = 2_500

/**
 * Runs actions in every account until the process is dead. Returns whether it was killed from outside, not at its kill
 * point.
 */
export async function runActionsUntilKilled(
  options: LifeOptions,
): Promise<{ readonly wasKilledFromOutside: boolean }> {
  const { lanes, plan, server, service, draw, report } = options
  const atStart = service.responseCount
  const most = 'afterAnswers' in plan ? plan.afterAnswers : maxResponses
  const waitsForBallast = isPointInCompaction(plan)
  const patientUntil = performance.now() + compactionTimeoutMs
  let ballasts = 0
  let wasKilledFromOutside = false
  const kill = async (): Promise<void> => {
    if (server.outcome() !== undefined || wasKilledFromOutside) return
    wasKilledFromOutside = true
    if (plan.how === 'stopping') server.child.kill('SIGTERM')
    if ('laterMs' in plan) await pause(plan.laterMs)
    await server.kill('SIGKILL')
  }
  const runActions = async (lane: Lane): Promise<void> => {
    lane.draw = draw.fork(lane.facts.id)
    const isBallast = lane.facts.id === ballastAccount
    while (server.outcome() === undefined) {
      if (isBallast && waitsForBallast && ballasts >= maxLargeBatches) return
      const isOver = waitsForBallast
        ? performance.now() > patientUntil
        : service.responseCount - atStart >= most
      if (isOver) return plan.how === 'full disk' ? undefined : kill()
      // The compacted file replaces the old one only at a later commit. So the other accounts still act, but slowly.
      if (waitsForBallast && !isBallast) await pause(8)
      const unsure = await drawAction(lane, lane.draw)(lane)
      if (isBallast) ballasts += 1
      if (unsure === undefined) continue
      options.unsure.set(lane.facts.id, unsure)
      return
    }
  }
  if (plan.how === 'full disk') limitFileSize(server, sizeOf(options.file) + plan.roomKiB * 1024)
  const active = lanes.filter(({ facts }) => isAccountActive(facts.id, plan, draw))
  await Promise.all(
    active.map((lane) =>
      runActions(lane).catch((error: unknown) => {
        if (!(error instanceof UnexpectedResponse)) throw error
        report(lane.facts.id, { kind: 'broken', about: 'answers', what: error.message })
      }),
    ),
  )
  if (plan.how === 'full disk' && server.outcome() === undefined) await options.makeRoom()
  // Clients notice the death of the process before the parent process does.
  if (plan.how === 'point' && !wasKilledFromOutside) await Promise.race([server.ended, pause(2_000)])
  await kill()
  const { status, signal, stderr } = await server.ended
  if (signal !== 'SIGKILL' && !(plan.how === 'stopping' && status === 0)) {
    const what = `the process ended by itself with ${status ?? signal}: ${stderr.slice(0, 600)}`
    report('all', { kind: 'broken', about: 'answers', what })
  }
  return { wasKilledFromOutside }
}

/** Limits the size of files that a process writes. A write beyond the limit fails with the error of a full disk. */
export function limitFileSize({ pid }: ServingCommand, bytes: number | 'unlimited'): void {
  // Sets only the soft limit, because that can be raised again.
  const { status } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`])
  if (status !== 0) throw new Error('prlimit is needed to make the disk full.')
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/**
 * Whether an account acts before this kill. The account that causes compactions is slow, so it acts only before some
 * kills.
 */
function isAccountActive(account: string, plan: KillPlan, draw: Seeded): boolean {
  if (isPointInCompaction(plan))
    return account === ballastAccount || account === 'frozen' || account === 'default'
  return account !== ballastAccount || (plan.how === 'any moment' && draw.chance(0.15))
}

/** Whether the kill point is in a compaction of the data file. */
function isPointInCompaction(plan: KillPlan): boolean {
  if (plan.how !== 'point') return false
  const { place, call } = plan.point
  return place === 'beside' || place === 'folder' || call === 'close'
}
