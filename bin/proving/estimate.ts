import {
  type CaseKind,
  type CaseResult,
  type ProofCase,
  parseCaseKind,
} from '../../src/conformance/proof/proof-case.ts'

/** The guessed duration of each kind of self-test case, until a case of the kind has ended. */
const guessedDurationsMs: Readonly<Record<CaseKind, number>> = {
  good: 8_000,
  mutant: 300,
  hollow: 2_000,
  variation: 10_000,
  partial: 15_000,
}

/**
 * Estimates the time for the remaining cases of a self-test from the durations of the cases that have ended. `atATime`
 * cases run in parallel.
 */
export function estimateTimeLeftMs(
  left: readonly ProofCase[],
  { ended, atATime }: { readonly ended: readonly CaseResult[]; readonly atATime: number },
): number {
  const meanDurationMs = (kind: CaseKind): number => {
    const seen = ended.filter(({ name }) => parseCaseKind(name) === kind).map(({ durationMs }) => durationMs)
    return seen.length === 0
      ? guessedDurationsMs[kind]
      : seen.reduce((sum, each) => sum + each, 0) / seen.length
  }
  const means = new Map<CaseKind, number>()
  let sum = 0
  for (const { kind } of left) {
    const mean = means.get(kind) ?? meanDurationMs(kind)
    means.set(kind, mean)
    sum += mean
  }
  return sum / atATime
}
