import type { Seeded } from '../support/seeded.ts'
import { describeKillPoint, type KillPoint, type Moment, type Place } from './kill-point.ts'

/** How one process of the simulator is killed. */
export type KillPlan =
  /** A kill at any moment: a few milliseconds after this many responses. */
  | { readonly how: 'any moment'; readonly afterAnswers: number; readonly laterMs: number }
  /** A kill while the process stops after SIGTERM. */
  | { readonly how: 'stopping'; readonly afterAnswers: number; readonly laterMs: number }
  /** A kill at a file system call. */
  | { readonly how: 'point'; readonly point: KillPoint }
  /**
   * A kill after a full disk: the data file can grow by `roomKiB`, then the disk is full; later there is room again.
   */
  | { readonly how: 'full disk'; readonly roomKiB: number }

/** A file system call for the data file; the kill is at one of the first `most` such calls. */
interface WatchedCall {
  readonly call: string
  readonly place: Place
  readonly most: number
}

/** The calls that create a new data file. */
const creationCalls: readonly WatchedCall[] = [
  { call: 'realpath', place: 'folder', most: 1 },
  { call: 'open', place: 'beside', most: 1 },
  { call: 'writeFile', place: 'beside', most: 1 },
  { call: 'write', place: 'beside', most: 2 },
  { call: 'link', place: 'beside', most: 1 },
  { call: 'unlink', place: 'beside', most: 1 },
]

/** The calls of a process that opens an existing data file and writes to it. */
const openingCalls: readonly WatchedCall[] = [
  // The calls of the start: find the file, take the lock, remove files of dead processes, read the file.
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
  // The calls under load: write lines, and compact the file into a new one beside it.
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

/**
 * All file system calls at which processes are killed. A test proves that the simulator makes no other call for its
 * data file.
 */
export const watchedCalls: readonly WatchedCall[] = [...creationCalls, ...openingCalls]

/**
 * Plans the kill of the process that creates the data file of a round. In each round, the kill is at another call of
 * `creationCalls`.
 */
export function planKillAtCreation(draw: Seeded, round: number): KillPlan {
  return {
    how: 'point',
    point: drawKillPoint(draw, creationCalls[round % creationCalls.length] ?? draw.pick(creationCalls)),
  }
}

/**
 * Plans a kill by its number. Every second kill is at the next file system call of the list, the others come at other
 * moments.
 */
export function planKill(draw: Seeded, number: number): KillPlan {
  if (number % 2 === 1) {
    const watched = openingCalls[Math.floor(number / 2) % openingCalls.length] ?? draw.pick(openingCalls)
    return { how: 'point', point: drawKillPoint(draw, watched) }
  }
  if (number % 10 === 4) return { how: 'full disk', roomKiB: draw.between(1, 48) }
  const how = draw.chance(0.15) ? 'stopping' : 'any moment'
  return { how, afterAnswers: draw.between(0, 80), laterMs: draw.between(0, 4) }
}

function drawKillPoint(draw: Seeded, { call, place, most }: WatchedCall): KillPoint {
  const moments: readonly Moment[] = call === 'write' ? ['before', 'half', 'after'] : ['before', 'after']
  // Half of the kills are at one of the first three calls of a kind.
  const nth = draw.chance(0.5) ? draw.between(1, Math.min(3, most)) : draw.between(1, most)
  return { call, place, nth, moment: draw.pick(moments) }
}

export function describePlan(plan: KillPlan): string {
  if (plan.how === 'point') return describeKillPoint(plan.point)
  if (plan.how === 'full disk') return `full disk, ${plan.roomKiB} KiB left`
  return `${plan.how}, after ${plan.afterAnswers} responses and ${plan.laterMs} ms`
}
