import { createHash } from 'node:crypto'
import { countUp } from './builders.ts'
import { type CaseKind, type ProofCase, parseCaseIds } from './proof-case.ts'
import { variations } from './variations/variations.ts'

/** A sample has at least one in six stub targets, as they are few, quick and different from each other. */
const mostOneIn: Partial<Record<CaseKind, number>> = { hollow: 6 }
/** The kind of which a sample may have no case. This is the simulator itself, on which other tests run the whole suite. */
const drawnInTurn: CaseKind = 'good'

/**
 * Draws one in `oneIn` cases of each kind by the seed, and at least one of each kind that only the proof has. Over `oneIn`
 * consecutive seeds, each case is drawn once.
 */
export function drawSample(
  cases: readonly ProofCase[],
  { seed, oneIn }: { readonly seed: number; readonly oneIn: number },
): readonly ProofCase[] {
  const seen = new Map<CaseKind, number>()
  const sizes = new Map<CaseKind, number>()
  for (const { kind } of cases) countUp(sizes, kind)
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

/**
 * Joins variations into cases of up to `together` variations, by the seed. Each case runs every rule, so four variations in
 * one case cost a quarter. A variation with a separate profile stays alone.
 */
export function joinVariations(
  cases: readonly ProofCase[],
  { seed, together }: { readonly seed: number; readonly together: number },
): readonly ProofCase[] {
  const isJoined = ({ kind, name }: ProofCase): boolean =>
    kind === 'variation' && !parseCaseIds(name).some((id) => withProfile.has(id))
  const left = shuffleCases(cases.filter(isJoined), seed)
  const count = Math.ceil(left.length / together)
  const sets = Array.from({ length: count }, (_, set) => left.filter((_, index) => index % count === set))
  const joined = sets.map((set): ProofCase => {
    return { kind: 'variation', name: `variation:${set.flatMap(({ name }) => parseCaseIds(name)).join('+')}` }
  })
  return [...cases.filter((each) => !isJoined(each)), ...joined]
}

const withProfile = new Set(variations.flatMap(({ id, profile }) => (profile === undefined ? [] : [id])))

/** The kinds of cases, the slowest first, so that all threads are busy until the end. */
const longestFirst: readonly CaseKind[] = ['variation', 'partial', 'good', 'hollow', 'mutant']

/** Puts cases in the order in which they are proved: by kind, and within a kind shuffled by the seed. */
export function shuffleCases(cases: readonly ProofCase[], seed: number): readonly ProofCase[] {
  const sortKeyOf = ({ name }: ProofCase): string =>
    createHash('sha256').update(`${seed} ${name}`).digest('hex')
  const draws = new Map(cases.map((each) => [each, sortKeyOf(each)]))
  return [...cases].sort(
    (a, b) =>
      longestFirst.indexOf(a.kind) - longestFirst.indexOf(b.kind) ||
      (draws.get(a) ?? '').localeCompare(draws.get(b) ?? ''),
  )
}
