import type { Problem } from './checks/problem.ts'

/** The results of a torture test so far. */
export interface Tally {
  kills: number
  /** The number of kills at each kill point, by the name of the point. */
  readonly points: Map<string, number>
  /** The number of kills whose process did not reach the planned kill point, by the name of the point. */
  readonly unreached: Map<string, number>
  acknowledged: number
  refusals: number
  unreadable: number
  readonly problems: ReportedProblem[]
}

export interface ReportedProblem extends Problem {
  readonly account: string
  /** The round and the kill after which the problem was found. */
  readonly found: string
  /** The command that repeats the round. */
  readonly replay: string
}

export function createTally(): Tally {
  return {
    kills: 0,
    points: new Map(),
    unreached: new Map(),
    acknowledged: 0,
    refusals: 0,
    unreadable: 0,
    problems: [],
  }
}

/** Returns one line with the counts of kills, requests and problems. */
export function summariseTally(tally: Tally): string {
  const lost = tally.problems.filter(({ kind }) => kind === 'lost').length
  const broken = tally.problems.length - lost
  const atPoints = [...tally.points.values()].reduce((total, count) => total + count, 0)
  return (
    `${tally.kills} kills (${atPoints} at ${tally.points.size} named points), ${tally.acknowledged} requests acknowledged, ` +
    `${tally.refusals} damaged, full or shared files; ` +
    `${lost} lost, ${tally.unreadable} unreadable, ${broken} broken invariants`
  )
}

export function hasNoProblem(tally: Tally): boolean {
  return tally.problems.length === 0 && tally.unreadable === 0
}
