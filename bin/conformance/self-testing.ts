import { availableParallelism } from 'node:os'
import { rules } from '../../src/conformance/catalogue.ts'
import {
  type CaseResult,
  listProofCases,
  listUnprovedRules,
  type ProofCase,
  parseCaseIds,
  parseCaseKind,
} from '../../src/conformance/proof/proof-case.ts'
import { drawSample, joinVariations, shuffleCases } from '../../src/conformance/proof/proof-sample.ts'
import type { WalkOptions } from '../../src/conformance/proof/prove-case.ts'
import { isSelfTestProved, proveCases, renderSelfTest } from '../../src/conformance/proof/self-test.ts'
import { matchesAny, type SelectionOptions, selectRules } from '../../src/conformance/runner/selection.ts'
import { UsageError } from '../parsing/usage-error.ts'
import { print } from '../printing/output.ts'
import { hashBuiltCode } from '../proving/built-code.ts'
import { openProofProgress } from '../proving/progress.ts'
import { maxCasesPerThread } from '../proving/prover-data.ts'
import { openRecordFile, type ProofRecord } from '../proving/record.ts'
import { startThreads } from '../proving/threads.ts'
import type { SelfTestOptions } from './self-test-options.ts'

/**
 * Runs the conformance suite against broken and correct services that it starts itself. Resolves with exit status 0 if
 * every broken service fails and every correct one passes.
 */
export async function runSelfTest(
  selection: SelectionOptions,
  words: SelfTestOptions & { readonly threads: number | undefined; readonly walks: WalkOptions },
): Promise<number> {
  const started = performance.now()
  const chosen = selectRules(rules, selection)
  const cases = chooseCases(await listProofCases(chosen), words)
  const record = openProofRecord({ ...selection, ...words.walks }, words)
  // Runs every case that --case names, even if an earlier run has proved the case.
  const known = words.cases.length > 0 ? new Map<string, CaseResult>() : findProvedCases(cases, record)
  process.stderr.write(`${describeSelfTest(cases, { known, seed: words.seed })}\n`)
  const left = shuffleCases(cases, words.seed).filter(({ name }) => !known.has(name))
  const count = Math.min(words.threads ?? availableParallelism(), left.length)
  const threads = startThreads(count, { selection, walks: words.walks, seed: String(words.seed) })
  const progress = openProofProgress(cases, { known, atATime: count * maxCasesPerThread })
  const results = await proveCases(left, {
    provers: threads.provers,
    onResult: (result) => {
      record?.add(result)
      progress.show(result)
    },
  }).finally(async () => {
    progress.end()
    await threads.close()
  })
  const result = {
    results: cases.flatMap(({ name }) => known.get(name) ?? results.get(name) ?? []),
    unproved: await listUnprovedRules(chosen),
    durationMs: performance.now() - started,
  }
  print(renderSelfTest(result, (name) => renderRepeatCommand(name, words)))
  return isSelfTestProved(result) ? 0 : 1
}

function chooseCases(
  all: readonly ProofCase[],
  { cases, oneIn, seed, together }: SelfTestOptions,
): readonly ProofCase[] {
  for (const pattern of cases) {
    if (all.some(({ name }) => matchesAny([pattern], name))) continue
    throw new UsageError(
      `--case: there is no "${pattern}". Cases are named like mutant:log-empty; a self-test without --case names them all.`,
    )
  }
  const named = cases.length === 0 ? all : all.filter(({ name }) => matchesAny(cases, name))
  const drawn = oneIn === 1 ? named : drawSample(named, { seed, oneIn })
  return together === 1 ? drawn : joinVariations(drawn, { seed, together })
}

function openProofRecord(
  selection: SelectionOptions & WalkOptions,
  { resume, seed }: SelfTestOptions,
): ProofRecord | undefined {
  if (resume === undefined) return undefined
  return openRecordFile(resume, `${hashBuiltCode()} ${JSON.stringify(selection)} ${seed}`)
}

function findProvedCases(cases: readonly ProofCase[], record: ProofRecord | undefined) {
  const found = cases.flatMap(({ name }): [string, CaseResult][] => {
    const result = record?.known.get(name)
    return result === undefined ? [] : [[name, result]]
  })
  return new Map(found)
}

function describeSelfTest(
  { length }: readonly ProofCase[],
  { known, seed }: { readonly known: ReadonlyMap<string, unknown>; readonly seed: number },
): string {
  const before = known.size === 0 ? '' : `, ${known.size} of them proved before`
  return `${length} cases${before}; --seed ${seed}`
}

/**
 * Returns the command that repeats a case: `npm run proof …` if that script runs the self-test, otherwise `drydock
 * conformance …`.
 */
function renderRepeatCommand(
  name: string,
  { seed, walks }: SelfTestOptions & { readonly walks: WalkOptions },
): string {
  const { explore, exploreSeed } = walks
  const walked = `${explore === undefined ? '' : ` --explore ${explore}`}${exploreSeed === undefined ? '' : ` --explore-seed ${exploreSeed}`}`
  const isScript = process.env['npm_lifecycle_event'] === 'proof'
  const cases = parseCaseIds(name).map((id) => `--case ${parseCaseKind(name)}:${id}`)
  return `${isScript ? 'npm run proof --' : 'drydock conformance --self-test'} ${cases.join(' ')} --seed ${seed}${walked}`
}
