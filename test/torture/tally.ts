import type { Problem } from './judges/problem.ts'

/** The counts so far. */
export interface Tally {
  kills: number
  /** Kills that happened at their named point, by its name. */
  readonly points: Map<string, number>
  /** Points that the process never came to, by name; it was killed then at any moment. */
  readonly unreached: Map<string, number>
  acknowledged: number
  refusals: number
  unreadable: number
  readonly problems: ReportedProblem[]
}

export interface ReportedProblem extends Problem {
  readonly account: string
  /** When it was found, and how it is had again. */
  readonly found: string
  readonly replay: string
}

export function newTally(): Tally {
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

/** The line that says how it went. */
export function summarise(tally: Tally): string {
  const lost = tally.problems.filter(({ kind }) => kind === 'lost').length
  const broken = tally.problems.length - lost
  const atPoints = [...tally.points.values()].reduce((total, count) => total + count, 0)
  return (
    `${tally.kills} kills (${atPoints} at ${tally.points.size} named points), ${tally.acknowledged} requests acknowledged, ` +
    `${tally.refusals} damaged, full or shared files; ` +
    `${lost} lost, ${tally.unreadable} unreadable, ${broken} broken invariants`
  )
}

export function isClean(tally: Tally): boolean {
  return tally.problems.length === 0 && tally.unreadable === 0
}
