import { readWebAddress } from '../../src/client/http/web-address.ts'
import { BadInput } from '../../src/conformance/bad-input.ts'
import { loadMutants, rules } from '../../src/conformance/catalogue.ts'
import { readWalks } from '../../src/conformance/explore/walk-script.ts'
import { ledger } from '../../src/conformance/ledger/ledger.ts'
import type { ConformanceOptions } from '../../src/conformance/options.ts'
import {
  compareReports,
  exitStatusOfComparison,
  renderComparison,
} from '../../src/conformance/report/compare.ts'
import { openProgress } from '../../src/conformance/report/console-progress.ts'
import { readReport } from '../../src/conformance/report/read-report.ts'
import { exitStatusOf, isRed } from '../../src/conformance/report/report.ts'
import { type WantedReport, writeReports } from '../../src/conformance/report/report-files.ts'
import { explainRule, listRules } from '../../src/conformance/report/rule-description.ts'
import { plan, renderPlan } from '../../src/conformance/runner/plan.ts'
import { run } from '../../src/conformance/runner/run.ts'
import {
  createPatternMatcher,
  type SelectionOptions,
  selectRules,
} from '../../src/conformance/runner/selection.ts'
import * as option from '../conformance/conformance-options.ts'
import {
  listIgnoredSelfTestOptions,
  readSelfTest,
  selfTestOptions,
} from '../conformance/self-test-options.ts'
import { mergeReportFiles } from '../files/merging.ts'
import { readProfileTarget, writeProfile } from '../files/profile-writing.ts'
import { readText } from '../files/reading-files.ts'
import { createOutputStreams, readRequestedReports } from '../files/report-writing.ts'
import type { Command, CommandInput } from '../parsing/command.ts'
import { UsageError } from '../parsing/usage-error.ts'
import { print } from '../printing/output.ts'
import { isRewritable } from '../printing/terminal.ts'
import { SetupError } from '../setup-error.ts'
import { listenForStop } from '../stop-signal.ts'

export const conformance: Command = {
  arguments: [option.baseUrl, option.furtherFiles],
  options: [...option.conformanceOptions, ...selfTestOptions],
  examples: [
    {
      line: 'drydock conformance http://127.0.0.1:4010',
      does: 'Check a running simulator with every rule; moves its time and breaks its carriers',
    },
    {
      line: 'drydock conformance https://api.example.com --key $KEY --plan',
      does: 'Show the requests and costs of a run on the real service without sending any',
    },
    {
      line: 'drydock conformance http://127.0.0.1:4010 --report junit=out.xml --report html=out.html',
      does: 'Write reports for a CI job and for people',
    },
    {
      line: 'drydock conformance --merge one.json two.json --report html=out.html',
      does: 'Merge the reports of all shards of a run',
    },
    {
      line: 'drydock conformance https://api.example.com --key $KEY --profile init',
      does: 'Write a profile from the responses of the target; buys nothing',
    },
    { line: 'drydock conformance --explain RATE-001', does: 'Print what a rule states, sends and needs' },
  ],
  lostOutputStatus: 3,
  run: async (given) => {
    try {
      return await runChosenUse(given)
    } catch (error) {
      if (error instanceof BadInput) throw new SetupError(error.message)
      throw error
    }
  },
}

/** Does what the options select: run rules, list, explain, compare, merge, plan, self-test or write a profile. */
async function runChosenUse(given: CommandInput): Promise<number> {
  // A run writes its report when a signal stops it. Any other use ends at once.
  if (listChosenUses(given).length > 0) listenForStop().letThrough()
  refuseIgnoredOptions(given)
  if (given.of(option.listFlag)) return printText(listRules(selectRules(rules, option.readSelection(given))))
  const explained = given.of(option.explain)
  if (explained !== undefined) return explainRules(explained)
  const compared = given.of(option.compareWith)
  if (compared !== undefined) return compareReportFiles(compared, given.of(option.baseUrl))
  const merged = given.of(option.mergeWith)
  if (merged !== undefined) {
    const others = [given.of(option.baseUrl) ?? [], given.of(option.furtherFiles)].flat()
    return mergeReportFiles([merged, ...others], readRequestedReports(given.of(option.reports)))
  }
  if (given.of(option.selfTestFlag)) {
    const { runSelfTest } = await import('../conformance/self-testing.ts')
    const { concurrency: threads, explore, exploreSeed } = option.readConformanceOptions(given)
    const words = { ...readSelfTest(given), threads, walks: { explore, exploreSeed } }
    return runSelfTest(option.readSelection(given), words)
  }
  const file = readProfileTarget(given.of(option.profileFile))
  if (file !== undefined)
    return writeProfile(readRunOptions(given), { file, overwrites: given.of(option.overwrite) })
  const options = readRunOptions(given)
  if (given.of(option.planFlag)) {
    const planned = await plan(options)
    print(renderPlan(planned))
    return planned.unreachable === null ? 0 : 3
  }
  return runAndReport(options, readRequestedReports(given.of(option.reports)))
}

/** Returns the given options that select another use than a run of rules. */
function listChosenUses(given: CommandInput): readonly string[] {
  const uses = [
    option.listFlag,
    option.explain,
    option.compareWith,
    option.mergeWith,
    option.selfTestFlag,
    option.planFlag,
  ].flatMap((use) => {
    const asked = given.of<unknown>(use)
    return asked === undefined || asked === false ? [] : [`--${use.name}`]
  })
  const writes = readProfileTarget(given.of(option.profileFile)) !== undefined
  return writes ? [...uses, '--profile init'] : uses
}

/** Throws a UsageError for options that the chosen use would ignore. */
function refuseIgnoredOptions(given: CommandInput): void {
  const uses = listChosenUses(given)
  if (!uses.includes('--profile init') && given.of(option.overwrite)) {
    throw new UsageError('--overwrite needs --profile init.')
  }
  if (given.of(option.selfTestFlag) && given.of(option.baseUrl) !== undefined) {
    throw new UsageError('--self-test starts its own services. Leave BASE_URL out.')
  }
  const [idle] = listIgnoredSelfTestOptions(given)
  if (idle !== undefined && !given.of(option.selfTestFlag)) {
    throw new UsageError(`${idle} needs --self-test.`)
  }
  if (uses.length > 1) throw new UsageError(`Choose one of ${uses.join(' and ')}.`)
  const isMerge = given.of(option.mergeWith) !== undefined
  const [surplus] = given.of(option.furtherFiles)
  if (!isMerge && surplus !== undefined) throw new UsageError(`${surplus} is one argument too many.`)
  if (uses.length === 1 && !isMerge && given.of(option.reports).length > 0) {
    throw new UsageError(`${uses[0]} checks nothing, so there is no report. Leave --report out.`)
  }
}

async function runAndReport(options: ConformanceOptions, wanted: readonly WantedReport[]): Promise<number> {
  const { signal } = listenForStop()
  const progress = openProgress({
    write: (text) => process.stderr.write(text),
    isTTY: isRewritable(process.stderr),
    get columns() {
      return process.stderr.columns
    },
  })
  const { explore, exploreSeed } = options
  if (explore !== undefined) {
    const seed = exploreSeed === undefined ? 'the seed of this version' : `--explore-seed ${exploreSeed}`
    process.stderr.write(`Walks: --explore ${explore} --explore-seed ${seed}\n`)
  }
  const hears = { onResult: progress.show, onWait: progress.wait, onSlow: progress.slow }
  const finished = await run({ ...options, ...hears, signal }).finally(progress.end)
  const isWritten = writeReports(finished, wanted, createOutputStreams())
  return isWritten ? exitStatusOf(finished.report) : 3
}

function readRunOptions(given: CommandInput): ConformanceOptions {
  const named = given.of(option.baseUrl)
  const baseUrl = named ?? given.of(option.url)
  if (baseUrl === undefined) {
    throw new UsageError(
      'Name the service to check: drydock conformance BASE_URL. Inside drydock exec, DRYDOCK_URL names it.',
    )
  }
  const address = readWebAddress(baseUrl)
  if ('reason' in address) {
    throw new UsageError(`${named === undefined ? '--url or DRYDOCK_URL' : 'BASE_URL'} ${address.reason}.`)
  }
  const file = given.of(option.profileFile)
  const reported = given.of(option.rerun)
  const options = option.readConformanceOptions(given)
  const walked = given.of(option.walkFile)
  return {
    ...options,
    baseUrl: address.url,
    ...(file !== undefined &&
      readProfileTarget(file) === undefined && {
        profile: readJsonFile(file, '--profile'),
        profileFile: file,
      }),
    ...(reported !== undefined && { only: readFailedRules(reported, options) }),
    ...(walked !== undefined && readWalkOptions(walked, options)),
  }
}

/**
 * Returns the random walks in a file of `--walk`, with the ids of the rules that they broke unless other rules are
 * selected.
 */
function readWalkOptions(
  file: string,
  { explore, only = [] }: Pick<ConformanceOptions, 'explore' | 'only'>,
): Pick<ConformanceOptions, 'walk' | 'only'> {
  if (explore !== undefined) throw new UsageError('Choose one of --walk and --explore.')
  const walk = readText(file, '--walk')
  const broken = readWalks(walk).map(({ rule }) => rule)
  return { walk, only: only.length > 0 ? only : [...new Set(broken)] }
}

/** Returns the selected rules that failed or errored in a report file. */
function readFailedRules(file: string, selection: SelectionOptions): readonly string[] {
  const { rules: results } = readReport(readText(file, '--rerun'), file)
  const red = results.filter(({ status }) => isRed(status)).map(({ id }) => id)
  if (red.length === 0) throw new BadInput(`--rerun ${file}: no rule failed in it.`)
  const gone = red.filter((id) => !rules.some((rule) => rule.id === id))
  if (gone.length > 0) throw new BadInput(`--rerun ${file}: this suite has no ${gone.join(', ')} any more.`)
  // --shard divides the failed rules, so a shard may have none of them.
  const chosen = selectRules(rules, { ...selection, shard: undefined })
  const again = red.filter((id) => chosen.some((rule) => rule.id === id))
  if (again.length === 0)
    throw new BadInput(`--rerun ${file}: the selection has none of the rules that failed in it.`)
  return again
}

async function explainRules(pattern: string): Promise<number> {
  const matchesPattern = createPatternMatcher(rules, pattern, '--explain')
  const mutants = await loadMutants()
  const texts = rules.flatMap((rule) => {
    if (!matchesPattern(rule.id)) return []
    return explainRule(rule, {
      statements: rule.judges.map((id) => `${id}  ${ledger.find((each) => each.id === id)?.statement}`),
      deviations: mutants.filter(({ kills }) => kills.includes(rule.id)).map(({ deviation }) => deviation),
    })
  })
  return printText(texts.join('\n'))
}

function compareReportFiles(before: string, after: string | undefined): number {
  if (after === undefined) throw new UsageError('Name two reports: --compare A.json B.json.')
  const read = (file: string) => readReport(readText(file, '--compare'), file)
  const comparison = compareReports(read(before), read(after))
  print(renderComparison(comparison))
  return exitStatusOfComparison(comparison)
}

function readJsonFile(file: string, name: string): unknown {
  try {
    return JSON.parse(readText(file, name))
  } catch (error) {
    if (error instanceof BadInput) throw error
    throw new BadInput(`${name} ${file} is no JSON: ${error instanceof Error ? error.message : error}`)
  }
}

function printText(text: string): number {
  print(text)
  return 0
}
