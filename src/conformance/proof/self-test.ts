import { type CaseKind, type CaseResult, caseKinds, idsOf, kindOf, type ProofCase } from './proof-case.ts'

/** Proves cases, for instance in threads. */
export interface Prover {
  /** How many cases it proves at a time. */
  readonly width: number
  prove(name: string): Promise<CaseResult>
}

/** Proves cases in order, reports each as it ends, and resolves with the results by name. */
export async function proveAll(
  cases: readonly ProofCase[],
  { provers, onResult }: { readonly provers: readonly Prover[]; onResult(result: CaseResult): void },
): Promise<ReadonlyMap<string, CaseResult>> {
  const results = new Map<string, CaseResult>()
  const left = cases.values()
  const work = async (prover: Prover): Promise<void> => {
    for (const { name } of left) {
      const result = await prover.prove(name)
      results.set(name, result)
      onResult(result)
    }
  }
  await Promise.all(provers.flatMap((prover) => Array.from({ length: prover.width }, () => work(prover))))
  return results
}

/** The result of a self-test. */
export interface SelfTestResult {
  readonly results: readonly CaseResult[]
  /** The rules that no mutant makes fail. */
  readonly unproved: readonly string[]
  readonly durationMs: number
}

/** Whether a self-test succeeded: every case is proved, and every rule has failed on a mutant. */
export function isProved({ results, unproved }: SelfTestResult): boolean {
  return results.every(({ proved }) => proved) && unproved.length === 0
}

const headings: Readonly<Record<CaseKind, string>> = {
  good: 'The simulator: everything has to pass',
  mutant: 'Deviations of a service, and the rules that catch them',
  hollow: 'Stub targets: nothing may pass',
  variation: 'Conformant variations: nothing may fail',
  partial: 'Control protocols that do a part: nothing may fail, nor stay behind',
}

/** The result of a self-test as a text. `again` is the command that proves one case again. */
export function renderSelfTest(
  { results, unproved, durationMs }: SelfTestResult,
  again: (name: string) => string,
): string {
  const lines: string[] = []
  const of = (kind: CaseKind): readonly CaseResult[] => results.filter(({ name }) => kindOf(name) === kind)
  for (const kind of caseKinds) {
    const told = of(kind)
    if (told.length === 0) continue
    lines.push(headings[kind], '')
    for (const result of told) {
      lines.push(...result.lines.map((line) => `  ${line}`))
      if (!result.proved) lines.push(`          again   ${again(result.name)}`)
    }
    lines.push('')
  }
  for (const id of unproved) lines.push(`No deviation turns ${id} red.`, '')
  const proved = (kind: CaseKind): number => servicesIn(of(kind).filter((each) => each.proved))
  const wrong = (kind: CaseKind): number => of(kind).reduce((sum, each) => sum + each.wrong, 0)
  const count = servicesIn(results.filter((each) => each.proved))
  lines.push(
    `${proved('mutant')} of ${servicesIn(of('mutant'))} deviations caught; ` +
      `${wrong('hollow')} passes on ${of('hollow').length} stub targets; ` +
      `${wrong('variation')} failures on ${servicesIn(of('variation'))} conformant variations; ` +
      `${wrong('partial')} on ${of('partial').length} partial control protocols; ` +
      `${Math.round(durationMs / 1_000)} s.`,
    `${count} proved, ${servicesIn(results) - count + unproved.length} failed`,
    '',
  )
  return lines.join('\n')
}

/** How many services the suite was tried on. */
function servicesIn(results: readonly CaseResult[]): number {
  return results.reduce((sum, { name }) => sum + idsOf(name).length, 0)
}
