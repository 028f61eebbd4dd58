import {
  type CaseKind,
  type CaseResult,
  kindOf,
  type ProofCase,
} from '../../src/conformance/selftest/proof-case.ts'

/** How long one case of a kind takes before any has been seen, roughly. */
const guessesMs: Readonly<Record<CaseKind, number>> = {
  good: 8_000,
  mutant: 300,
  hollow: 2_000,
  variation: 10_000,
  partial: 15_000,
}

/** How long the cases that are left take with so many at a time, going by those that have ended. */
export function leftMs(
  left: readonly ProofCase[],
  { ended, atATime }: { readonly ended: readonly CaseResult[]; readonly atATime: number },
): number {
  const meanOf = (kind: CaseKind): number => {
    const seen = ended.filter(({ name }) => kindOf(name) === kind).map(({ durationMs }) => durationMs)
    return seen.length === 0 ? guessesMs[kind] : seen.reduce((sum, each) => sum + each, 0) / seen.length
  }
  const means = new Map<CaseKind, number>()
  let sum = 0
  for (const { kind } of left) {
    const mean = means.get(kind) ?? meanOf(kind)
    means.set(kind, mean)
    sum += mean
  }
  return sum / atATime
}
