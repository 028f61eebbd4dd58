import {
  type CaseKind,
  type CaseResult,
  caseKinds,
  type ProofCase,
  parseCaseIds,
  parseCaseKind,
} from './proof-case.ts'

/** Runs cases of the suite's proof, for example in a thread. */
export interface Prover {
  /** How many cases the prover runs at a time. */
  readonly width: number
  prove(name: string): Promise<CaseResult>
}

/** Runs proof cases in order on several provers, and reports each as it ends. Resolves with the results by name. */
export async function proveCases(
  cases: readonly ProofCase[],
  { provers, onResult }: { readonly provers: readonly Prover[]; onResult(result: CaseResult): void },
): Promise<ReadonlyMap<string, CaseResult>> {
  const results = new Map<string, CaseResult>()
  const left = cases.values()
  const proveRemainingCases = async (prover: Prover): Promise<void> => {
    for (const { name } of left) {
      const result = await prover.prove(name)
      results.set(name, result)
      onResult(result)
    }
  }
  await Promise.all(
    provers.flatMap((prover) => Array.from({ length: prover.width }, () => proveRemainingCases(prover))),
  )
  return results
}

/** The result of a self-test, which proves the suite on correct and broken services. */
export interface SelfTestResult {
  readonly results: readonly CaseResult[]
  /** The rules that fail on no mutant (deliberately broken service). */
  readonly unproved: readonly string[]
  readonly durationMs: number
}

/** Returns true if a self-test succeeded: every case is proved, and every rule has failed on a mutant (a broken service). */
export function isSelfTestProved({ results, unproved }: SelfTestResult): boolean {
  return results.every(({ proved }) => proved) && unproved.length === 0
}

const headings: Readonly<Record<CaseKind, string>> = {
  good: 'The simulator: every rule must pass',
  mutant: 'Deviations of a service, and the rules that catch them',
  hollow: 'Stub targets: no rule may pass',
  variation: 'Conformant variations: no rule may fail',
  partial: 'Partial control protocols: no rule may fail, and the account must be as before',
}

/** Renders the result of a self-test as text. `again` returns the command that runs a case again. */
export function renderSelfTest(
  { results, unproved, durationMs }: SelfTestResult,
  again: (name: string) => string,
): string {
  const lines: string[] = []
  const listResultsOfKind = (kind: CaseKind): readonly CaseResult[] =>
    results.filter(({ name }) => parseCaseKind(name) === kind)
  for (const kind of caseKinds) {
    const resultsOfKind = listResultsOfKind(kind)
    if (resultsOfKind.length === 0) continue
    lines.push(headings[kind], '')
    for (const result of resultsOfKind) {
      lines.push(...result.lines.map((line) => `  ${line}`))
      if (!result.proved) lines.push(`          again   ${again(result.name)}`)
    }
    lines.push('')
  }
  for (const id of unproved)
    lines.push(`${id} fails on no deliberately broken service, so nothing proves this rule.`, '')
  const countProved = (kind: CaseKind): number =>
    countServices(listResultsOfKind(kind).filter((each) => each.proved))
  const countWrong = (kind: CaseKind): number =>
    listResultsOfKind(kind).reduce((sum, each) => sum + each.wrong, 0)
  const count = countServices(results.filter((each) => each.proved))
  lines.push(
    `${countProved('mutant')} of ${countServices(listResultsOfKind('mutant'))} deviations caught; ` +
      `${countWrong('hollow')} passes on ${listResultsOfKind('hollow').length} stub targets; ` +
      `${countWrong('variation')} failures on ${countServices(listResultsOfKind('variation'))} conformant variations; ` +
      `${countWrong('partial')} on ${listResultsOfKind('partial').length} partial control protocols; ` +
      `${Math.round(durationMs / 1_000)} s.`,
    `${count} proved, ${countServices(results) - count + unproved.length} failed`,
    '',
  )
  return lines.join('\n')
}

/** Returns on how many services these proof cases ran. A case with joined variations has several. */
function countServices(results: readonly CaseResult[]): number {
  return results.reduce((sum, { name }) => sum + parseCaseIds(name).length, 0)
}
