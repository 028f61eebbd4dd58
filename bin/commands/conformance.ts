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
import { createProgress } from '../../src/conformance/report/console-progress.ts'
import { readReport } from '../../src/conformance/report/read-report.ts'
import { exitStatusOf, isFailedOrErrored } from '../../src/conformance/report/report.ts'
import { type WantedReport, writeReports } from '../../src/conformance/report/report-files.ts'
import { explainRule, listRules } from '../../src/conformance/report/rule-description.ts'
import { planRun, renderPlan } from '../../src/conformance/runner/plan.ts'
import { runSuite } from '../../src/conformance/runner/run.ts'
import {
  createPatternMatcher,
  type SelectionOptions,
  selectRules,
} from '../../src/conformance/runner/selection.ts'
import * as option from '../conformance/conformance-options.ts'
import {
  listGivenSelfTestOptions,
  readSelfTestOptions,
  selfTestOptions,
} from '../conformance/self-test-options.ts'
import { mergeReportFiles } from '../files/merging.ts'
import { readProfileOutputFile, writeProfile } from '../files/profile-writing.ts'
import { readText } from '../files/reading-files.ts'
import { createOutputStreams, readRequestedReports } from '../files/report-writing.ts'
import type { Command, CommandInput } from '../parsing/command.ts'
import { UsageError } from '../parsing/usage-error.ts'
import { print } from '../printing/output.ts'
import { isRewritable } from '../printing/terminal.ts'
import { SetupError } from '../setup-error.ts'
import { catchStopBeforeCommand } from '../stop-signal.ts'

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
  run: async (input) => {
    try {
      return await runChosenMode(input)
    } catch (error) {
      if (error instanceof BadInput) throw new SetupError(error.message)
      throw error
    }
  },
}

/**
 * Carries out the mode that the options select: run, list or explain rules, compare or merge reports, plan, self-test,
 * or write a profile.
 */
async function runChosenMode(input: CommandInput): Promise<number> {
  // If a signal stops a run, the run still writes its report. Every other mode ends at once.
  if (listChosenModes(input).length > 0) catchStopBeforeCommand().letThrough()
  refuseIgnoredOptions(input)
  if (input.get(option.listFlag)) return printText(listRules(selectRules(rules, option.readSelection(input))))
  const explained = input.get(option.explain)
  if (explained !== undefined) return explainRules(explained)
  const compared = input.get(option.compareWith)
  if (compared !== undefined) return compareReportFiles(compared, input.get(option.baseUrl))
  const merged = input.get(option.mergeWith)
  if (merged !== undefined) {
    const others = [input.get(option.baseUrl) ?? [], input.get(option.furtherFiles)].flat()
    return mergeReportFiles([merged, ...others], readRequestedReports(input.get(option.reports)))
  }
  if (input.get(option.selfTestFlag)) {
    const { runSelfTest } = await import('../conformance/self-testing.ts')
    const { concurrency: threads, explore, exploreSeed } = option.readConformanceOptions(input)
    const words = { ...readSelfTestOptions(input), threads, walks: { explore, exploreSeed } }
    return runSelfTest(option.readSelection(input), words)
  }
  const file = readProfileOutputFile(input.get(option.profileFile))
  if (file !== undefined)
    return writeProfile(readRunOptions(input), { file, overwrites: input.get(option.overwrite) })
  const options = readRunOptions(input)
  if (input.get(option.planFlag)) {
    const planned = await planRun(options)
    print(renderPlan(planned))
    return planned.unreachable === null ? 0 : 3
  }
  return runAndReport(options, readRequestedReports(input.get(option.reports)))
}

/** Returns the given options that select another mode than a run of the rules. */
function listChosenModes(input: CommandInput): readonly string[] {
  const uses = [
    option.listFlag,
    option.explain,
    option.compareWith,
    option.mergeWith,
    option.selfTestFlag,
    option.planFlag,
  ].flatMap((use) => {
    const asked = input.get<unknown>(use)
    return asked === undefined || asked === false ? [] : [`--${use.name}`]
  })
  const writes = readProfileOutputFile(input.get(option.profileFile)) !== undefined
  return writes ? [...uses, '--profile init'] : uses
}

/** Throws a UsageError for options that the chosen mode would ignore. */
function refuseIgnoredOptions(input: CommandInput): void {
  const uses = listChosenModes(input)
  if (!uses.includes('--profile init') && input.get(option.overwrite)) {
    throw new UsageError('--overwrite needs --profile init.')
  }
  if (input.get(option.selfTestFlag) && input.get(option.baseUrl) !== undefined) {
    throw new UsageError('--self-test starts its own services. Leave BASE_URL out.')
  }
  const [idle] = listGivenSelfTestOptions(input)
  if (idle !== undefined && !input.get(option.selfTestFlag)) {
    throw new UsageError(`${idle} needs --self-test.`)
  }
  if (uses.length > 1) throw new UsageError(`Choose one of ${uses.join(' and ')}.`)
  const isMerge = input.get(option.mergeWith) !== undefined
  const [surplus] = input.get(option.furtherFiles)
  if (!isMerge && surplus !== undefined) throw new UsageError(`${surplus} is one argument too many.`)
  if (uses.length === 1 && !isMerge && input.get(option.reports).length > 0) {
    throw new UsageError(`${uses[0]} checks nothing, so there is no report. Leave --report out.`)
  }
}

async function runAndReport(options: ConformanceOptions, wanted: readonly WantedReport[]): Promise<number> {
  const { signal } = catchStopBeforeCommand()
  const progress = createProgress({
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
  const hears = { onResult: progress.showResult, onWait: progress.showWait, onSlow: progress.showSlowness }
  const finished = await runSuite({ ...options, ...hears, signal }).finally(progress.end)
  const isWritten = writeReports(finished, wanted, createOutputStreams())
  return isWritten ? exitStatusOf(finished.report) : 3
}

function readRunOptions(input: CommandInput): ConformanceOptions {
  const named = input.get(option.baseUrl)
  const baseUrl = named ?? input.get(option.url)
  if (baseUrl === undefined) {
    throw new UsageError(
      'Name the service to check: drydock conformance BASE_URL. Inside drydock exec, DRYDOCK_URL names it.',
    )
  }
  const address = readWebAddress(baseUrl)
  if ('reason' in address) {
    throw new UsageError(`${named === undefined ? '--url or DRYDOCK_URL' : 'BASE_URL'} ${address.reason}.`)
  }
  const file = input.get(option.profileFile)
  const reported = input.get(option.rerun)
  const options = option.readConformanceOptions(input)
  const walked = input.get(option.walkFile)
  return {
    ...options,
    baseUrl: address.url,
    ...(file !== undefined &&
      readProfileOutputFile(file) === undefined && {
        profile: readJsonFile(file, '--profile'),
        profileFile: file,
      }),
    ...(reported !== undefined && { only: readFailedRules(reported, options) }),
    ...(walked !== undefined && readWalkOptions(walked, options)),
  }
}

/**
 * Returns the walks (random sequences of calls) in the file of `--walk`, and the ids of the rules that these walks
 * broke, unless other options select rules.
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
  const red = results.filter(({ status }) => isFailedOrErrored(status)).map(({ id }) => id)
  if (red.length === 0) throw new BadInput(`--rerun ${file}: no rule failed in it.`)
  const gone = red.filter((id) => !rules.some((rule) => rule.id === id))
  if (gone.length > 0) throw new BadInput(`--rerun ${file}: this suite has no ${gone.join(', ')} any more.`)
  // Ignores --shard: it divides the failed rules, so a single shard may have none of them.
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

function compareReportFiles(firstFile: string, secondFile: string | undefined): number {
  if (secondFile === undefined) throw new UsageError('Give two reports to compare: --compare A.json B.json.')
  const readReportFile = (file: string) => readReport(readText(file, '--compare'), file)
  const comparison = compareReports(readReportFile(firstFile), readReportFile(secondFile))
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
