import { loadMutants } from '../catalogue.ts'
import type { Rule } from '../rule.ts'
import { partialControls, selectPartialControlRules } from './partial-control.ts'
import { stubTargets } from './stub-targets.ts'
import { variations } from './variations/variations.ts'

/**
 * The kinds of services in the proof of the suite, which shows that the rules fail on wrong services and pass on
 * correct ones. The report has them in this order.
 */
export const caseKinds = ['good', 'mutant', 'hollow', 'variation', 'partial'] as const
/** The kind of a service with which the self-test proves the suite. */
export type CaseKind = (typeof caseKinds)[number]

/** A case of the proof of the suite: a service on which the rules run. */
export interface ProofCase {
  readonly kind: CaseKind
  /** The kind and the id of the service: `mutant:log-empty`. A case with several variations has all their ids: `variation:a+b`. */
  readonly name: string
}

/** The result of running the suite on one service of the proof. It is plain data, so that it can be stored and sent between threads. */
export interface CaseResult {
  readonly name: string
  readonly proved: boolean
  /** The number of rules with a wrong result. */
  readonly wrong: number
  /** The lines that the proof prints about the case. */
  readonly lines: readonly string[]
  readonly durationMs: number
}

/** Resolves with the cases of the suite's proof that concern these rules. */
export async function listProofCases(rules: readonly Rule[]): Promise<readonly ProofCase[]> {
  const ids = new Set<string>(rules.map(({ id }) => id))
  const chosen = (await loadMutants()).filter(({ kills }) => kills.some((id) => ids.has(id)))
  const partial = selectPartialControlRules(rules).length === 0 ? [] : partialControls
  const lists = { good: [{ id: 'simulator' }], mutant: chosen, hollow: stubTargets, variation: variations }
  return Object.entries({ ...lists, partial }).flatMap(([kind, list]) =>
    list.map(({ id }) => ({ kind: parseCaseKind(kind), name: `${kind}:${id}` })),
  )
}

/** Resolves with the ids of the rules that need not fail on any mutant (deliberately broken service), so nothing proves them. */
export async function listUnprovedRules(rules: readonly Rule[]): Promise<readonly string[]> {
  const killed = new Set<string>((await loadMutants()).flatMap(({ kills }) => kills))
  return rules.map(({ id }) => id).filter((id) => !killed.has(id))
}

/** Returns the ids in the name of a proof case: `variation:a+b` has `a` and `b`. */
export function parseCaseIds(name: string): readonly string[] {
  return name.slice(name.indexOf(':') + 1).split('+')
}

/** Returns the kind in the name of a proof case. Throws if there is none. */
export function parseCaseKind(name: string): CaseKind {
  const [word] = name.split(':')
  const kind = caseKinds.find((known) => known === word)
  if (kind === undefined)
    throw new Error(
      `"${name}" is no case of the proof: its name must begin with one of ${caseKinds.join(', ')}.`,
    )
  return kind
}
