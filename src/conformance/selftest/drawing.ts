import { createHash } from 'node:crypto'
import type { CaseKind, ProofCase } from './proof-case.ts'

/** A sample has one in six hollow targets at least: they are few and quick, and each says something that no other does. */
const mostOneIn: Partial<Record<CaseKind, number>> = { hollow: 6 }
/** A sample has the simulator itself in its turn only: who samples has the whole suite judge it anyway. */
const drawnInTurn: CaseKind = 'good'

/**
 * One in so many of each kind, and at least one of what only the proof has, drawn by the seed: with as many seeds in a
 * row, each case has its turn.
 */
export function drawSample(
  cases: readonly ProofCase[],
  { seed, oneIn }: { readonly seed: number; readonly oneIn: number },
): readonly ProofCase[] {
  const seen = new Map<CaseKind, number>()
  const sizes = new Map<CaseKind, number>()
  for (const { kind } of cases) sizes.set(kind, (sizes.get(kind) ?? 0) + 1)
  return cases.filter(({ kind }) => {
    const index = seen.get(kind) ?? 0
    seen.set(kind, index + 1)
    const parts =
      kind === drawnInTurn
        ? oneIn
        : Math.min(oneIn, mostOneIn[kind] ?? Number.POSITIVE_INFINITY, sizes.get(kind) ?? 1)
    return index % parts === seed % parts
  })
}

/** What takes longest first, so that none of it is left at the end for one thread alone. */
const longestFirst: readonly CaseKind[] = ['variation', 'partial', 'good', 'hollow', 'mutant']

/** The order in which cases are proved: that of their kinds, and within one whatever the seed makes of it. */
export function inSeededOrder(cases: readonly ProofCase[], seed: number): readonly ProofCase[] {
  const drawnBy = ({ name }: ProofCase): string =>
    createHash('sha256').update(`${seed} ${name}`).digest('hex')
  const draws = new Map(cases.map((each) => [each, drawnBy(each)]))
  return [...cases].sort(
    (a, b) =>
      longestFirst.indexOf(a.kind) - longestFirst.indexOf(b.kind) ||
      (draws.get(a) ?? '').localeCompare(draws.get(b) ?? ''),
  )
}
