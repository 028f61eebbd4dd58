import type { Seeded } from '../support/seeded.ts'
import { describePoint, type KillPoint, type Moment, type Place } from './kill-point.ts'

/** How one life of the process is to end. */
export type KillPlan =
  /** At any moment: this many acknowledged requests in, and a little later. */
  | { readonly how: 'any moment'; readonly afterAnswers: number; readonly laterMs: number }
  /** While it stops because it was asked to. */
  | { readonly how: 'stopping'; readonly afterAnswers: number; readonly laterMs: number }
  | { readonly how: 'point'; readonly point: KillPoint }
  /** The disk is full this soon after what is there; once there is room again, all goes on, and then it is killed. */
  | { readonly how: 'full disk'; readonly roomKiB: number }

/** A call to the file system that the data file is kept by, and how many of them a process may make under load. */
interface WatchedCall {
  readonly call: string
  readonly place: Place
  readonly most: number
}

/** Calls by which a new file comes to be. */
const birthCalls: readonly WatchedCall[] = [
  { call: 'realpath', place: 'folder', most: 1 },
  { call: 'open', place: 'beside', most: 1 },
  { call: 'writeFile', place: 'beside', most: 1 },
  { call: 'write', place: 'beside', most: 2 },
  { call: 'link', place: 'beside', most: 1 },
  { call: 'unlink', place: 'beside', most: 1 },
]

/** Calls of a process that finds a file, and keeps it. */
const lifeCalls: readonly WatchedCall[] = [
  // Start: finding the file, taking the lock, sweeping what the dead have left, reading and replaying.
  { call: 'realpath', place: 'file', most: 1 },
  { call: 'lstat', place: 'file', most: 1 },
  { call: 'stat', place: 'file', most: 1 },
  { call: 'mkdtemp', place: 'lock', most: 1 },
  { call: 'writeFile', place: 'lock', most: 1 },
  { call: 'link', place: 'lock', most: 2 },
  { call: 'readFile', place: 'lock', most: 2 },
  { call: 'rename', place: 'lock', most: 1 },
  { call: 'rm', place: 'lock', most: 2 },
  { call: 'readdir', place: 'folder', most: 1 },
  { call: 'open', place: 'file', most: 1 },
  { call: 'read', place: 'file', most: 3 },
  { call: 'truncate', place: 'file', most: 1 },
  // Under load: lines, and the whole written anew beside it.
  { call: 'write', place: 'file', most: 40 },
  { call: 'open', place: 'beside', most: 1 },
  { call: 'writeFile', place: 'beside', most: 1 },
  { call: 'chmod', place: 'beside', most: 1 },
  { call: 'write', place: 'beside', most: 6 },
  { call: 'datasync', place: 'beside', most: 1 },
  { call: 'rename', place: 'beside', most: 1 },
  { call: 'open', place: 'folder', most: 1 },
  { call: 'sync', place: 'folder', most: 1 },
  { call: 'close', place: 'file', most: 1 },
]

/** Every call there is: a test watches a session and finds each of its calls here. */
export const watchedCalls: readonly WatchedCall[] = [...birthCalls, ...lifeCalls]

/** The points at which a process dies that makes the file of a round: each of these calls in turn. */
export function planBirth(draw: Seeded, round: number): KillPlan {
  return {
    how: 'point',
    point: pointOf(draw, birthCalls[round % birthCalls.length] ?? draw.pick(birthCalls)),
  }
}

/** A plan for the life with this number: points in turn, so that none is left out, and other moments between them. */
export function planKill(draw: Seeded, number: number): KillPlan {
  if (number % 2 === 1) {
    const watched = lifeCalls[Math.floor(number / 2) % lifeCalls.length] ?? draw.pick(lifeCalls)
    return { how: 'point', point: pointOf(draw, watched) }
  }
  if (number % 10 === 4) return { how: 'full disk', roomKiB: draw.between(1, 48) }
  const how = draw.chance(0.15) ? 'stopping' : 'any moment'
  return { how, afterAnswers: draw.between(0, 80), laterMs: draw.between(0, 4) }
}

function pointOf(draw: Seeded, { call, place, most }: WatchedCall): KillPoint {
  const moments: readonly Moment[] = call === 'write' ? ['before', 'half', 'after'] : ['before', 'after']
  // The first few are tried as often as all that follow.
  const nth = draw.chance(0.5) ? draw.between(1, Math.min(3, most)) : draw.between(1, most)
  return { call, place, nth, moment: draw.pick(moments) }
}

export function describePlan(plan: KillPlan): string {
  if (plan.how === 'point') return describePoint(plan.point)
  if (plan.how === 'full disk') return `full disk, ${plan.roomKiB} KiB left`
  return `${plan.how}, ${plan.afterAnswers} answers and ${plan.laterMs} ms in`
}
