import { createHash } from 'node:crypto'
import { countUp } from './builders.ts'
import { type CaseKind, type ProofCase, parseCaseIds } from './proof-case.ts'
import { variations } from './variations/variations.ts'

/** By kind of case, the highest value of `oneIn`: at least one in six stub targets is drawn, as they are few, fast and different. */
const maxOneIn: Partial<Record<CaseKind, number>> = { hollow: 6 }
/** The kind of case that a random sample of the proof may lack: the simulator itself, because other tests run the whole suite on it. */
const optionalKind: CaseKind = 'good'

/**
 * Draws one in `oneIn` cases of each kind by the seed, and at least one case of each kind except `good`. Over `oneIn`
 * consecutive seeds, each case is drawn at least once.
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
      kind === optionalKind
        ? oneIn
        : Math.min(oneIn, maxOneIn[kind] ?? Number.POSITIVE_INFINITY, sizes.get(kind) ?? 1)
    return index % parts === seed % parts
  })
}

/**
 * Joins variations into proof cases of up to `together` variations, by the seed. Each case runs every rule, so eight
 * variations in one case take an eighth of the time. Neighbours in the catalogue often change the same response, so they
 * come into different cases. A variation that has a profile keeps a case of its own.
 */
export function joinVariations(
  cases: readonly ProofCase[],
  { seed, together }: { readonly seed: number; readonly together: number },
): readonly ProofCase[] {
  const isJoined = ({ kind, name }: ProofCase): boolean =>
    kind === 'variation' && !parseCaseIds(name).some((id) => withProfile.has(id))
  const left = cases.filter(isJoined)
  const count = Math.ceil(left.length / together)
  // The variations are cut into rows of `count`, in the order of the catalogue, and each row is shuffled. Each joined case
  // gets one variation of every row, so that neighbours in the catalogue are never in the same case.
  const shuffledRows = Array.from({ length: together }, (_, row) =>
    shuffleCases(left.slice(row * count, (row + 1) * count), seed),
  )
  const sets = Array.from({ length: count }, (_, set) => shuffledRows.flatMap((row) => row[set] ?? []))
  const joined = sets.map((set): ProofCase => {
    return { kind: 'variation', name: `variation:${set.flatMap(({ name }) => parseCaseIds(name)).join('+')}` }
  })
  return [...cases.filter((each) => !isJoined(each)), ...joined]
}

const withProfile = new Set(variations.flatMap(({ id, profile }) => (profile === undefined ? [] : [id])))

/** The kinds of proof cases, the slowest first, so that no thread waits long for the last cases. */
const kindsBySlowness: readonly CaseKind[] = ['variation', 'partial', 'good', 'hollow', 'mutant']

/** Returns proof cases in the order in which they run: slow kinds first, and within a kind shuffled by the seed. */
export function shuffleCases(cases: readonly ProofCase[], seed: number): readonly ProofCase[] {
  const hashName = ({ name }: ProofCase): string =>
    createHash('sha256').update(`${seed} ${name}`).digest('hex')
  const sortKeys = new Map(cases.map((each) => [each, hashName(each)]))
  return [...cases].sort(
    (a, b) =>
      kindsBySlowness.indexOf(a.kind) - kindsBySlowness.indexOf(b.kind) ||
      (sortKeys.get(a) ?? '').localeCompare(sortKeys.get(b) ?? ''),
  )
}
