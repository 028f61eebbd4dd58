import { loadMutants } from '../catalogue.ts'
import type { Rule } from '../rule.ts'
import { partialControls, rulesOfPartialControl } from './partial-control.ts'
import { stubTargets } from './stub-targets.ts'
import { variations } from './variations/variations.ts'

/** The kinds of cases, in the order of the report. */
export const caseKinds = ['good', 'mutant', 'hollow', 'variation', 'partial'] as const
/** The kind of a case. */
export type CaseKind = (typeof caseKinds)[number]

/** A case of the proof: one service that the suite is tried on. */
export interface ProofCase {
  readonly kind: CaseKind
  /** The kind and an id: `mutant:log-empty`. A case of several variations names all their ids: `variation:a+b`. */
  readonly name: string
}

/** The result of a case. It is plain data, so that it can be stored and sent between threads. */
export interface CaseResult {
  readonly name: string
  readonly proved: boolean
  /** The number of rules with a wrong result. */
  readonly wrong: number
  /** The lines to print. */
  readonly lines: readonly string[]
  readonly durationMs: number
}

/** Resolves with the cases that prove these rules; for all rules, all cases. */
export async function casesFor(rules: readonly Rule[]): Promise<readonly ProofCase[]> {
  const ids = new Set<string>(rules.map(({ id }) => id))
  const chosen = (await loadMutants()).filter(({ kills }) => kills.some((id) => ids.has(id)))
  const partial = rulesOfPartialControl(rules).length === 0 ? [] : partialControls
  const lists = { good: [{ id: 'simulator' }], mutant: chosen, hollow: stubTargets, variation: variations }
  return Object.entries({ ...lists, partial }).flatMap(([kind, list]) =>
    list.map(({ id }) => ({ kind: parseCaseKind(kind), name: `${kind}:${id}` })),
  )
}

/** Resolves with the rules that no mutant makes fail. */
export async function findUnproved(rules: readonly Rule[]): Promise<readonly string[]> {
  const killed = new Set<string>((await loadMutants()).flatMap(({ kills }) => kills))
  return rules.map(({ id }) => id).filter((id) => !killed.has(id))
}

/** Reads the ids of a case's services from its name. */
export function parseCaseIds(name: string): readonly string[] {
  return name.slice(name.indexOf(':') + 1).split('+')
}

/** Reads the kind of a case from its name. */
export function parseCaseKind(name: string): CaseKind {
  const [word] = name.split(':')
  const kind = caseKinds.find((known) => known === word)
  if (kind === undefined) throw new Error(`${name} is no case of the proof.`)
  return kind
}
