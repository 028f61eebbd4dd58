import type { Rule } from '../rule.ts'
import { hollowTargets } from './hollow-targets.ts'
import { loadMutants } from './mutant-catalogue.ts'
import { judgingPartialControl, partialControls } from './partial-control.ts'
import { variations } from './variations.ts'

/** What the proof consists of, in the order in which it is told. */
export const caseKinds = ['good', 'mutant', 'hollow', 'variation', 'partial'] as const
export type CaseKind = (typeof caseKinds)[number]

/** One service that the suite is tried on. */
export interface ProofCase {
  readonly kind: CaseKind
  /** The kind and an id: `mutant:log-empty`. Never used twice. */
  readonly name: string
}

/** What came of it; plain data, so that it can be kept, and come from another thread. */
export interface CaseResult {
  readonly name: string
  readonly proved: boolean
  /** How many rules said what they should not have said. */
  readonly wrong: number
  /** What is told of it, line by line. */
  readonly lines: readonly string[]
  readonly durationMs: number
}

/** The cases that rules are proved by: all of them for all rules. */
export async function casesFor(rules: readonly Rule[]): Promise<readonly ProofCase[]> {
  const ids = new Set<string>(rules.map(({ id }) => id))
  const chosen = (await loadMutants()).filter(({ kills }) => kills.some((id) => ids.has(id)))
  const partial = judgingPartialControl(rules).length === 0 ? [] : partialControls
  const lists = { good: [{ id: 'simulator' }], mutant: chosen, hollow: hollowTargets, variation: variations }
  return Object.entries({ ...lists, partial }).flatMap(([kind, list]) =>
    list.map(({ id }) => ({ kind: kindOf(kind), name: `${kind}:${id}` })),
  )
}

/** Rules that no mutant turns red. */
export async function unprovedOf(rules: readonly Rule[]): Promise<readonly string[]> {
  const killed = new Set<string>((await loadMutants()).flatMap(({ kills }) => kills))
  return rules.map(({ id }) => id).filter((id) => !killed.has(id))
}

export function kindOf(name: string): CaseKind {
  const [word] = name.split(':')
  const kind = caseKinds.find((known) => known === word)
  if (kind === undefined) throw new Error(`${name} is no case of the proof.`)
  return kind
}
