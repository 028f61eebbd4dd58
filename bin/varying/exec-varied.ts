import { keysOf } from '../../src/conformance/keys-of.ts'
import { type OfferedVariation, offeredVariations } from '../../src/variations/offered.ts'
import { findNamedVariations, readVarySetting } from '../../src/vary-setting.ts'
import { createIntegerReader, type Reader, text } from '../files/reader.ts'
import { readReportsWithFormats, saveReport } from '../files/report-writing.ts'
import { BadValue } from '../parsing/bad-value.ts'
import type { CommandInput } from '../parsing/command.ts'
import { defineListOption, defineOption } from '../parsing/option.ts'
import { UsageError } from '../parsing/usage-error.ts'
import { print, printProblem } from '../printing/output.ts'
import { readServerOptions } from '../server-options.ts'
import type { CommandRuns } from './command-runs.ts'
import { hasFailed, hasNoVerdict, renderVariationTable, reportFormats } from './varied-report.ts'
import { formatVariationIds, groupVariations, runUnderVariations } from './varied-runs.ts'

type VariationGroups = readonly (readonly OfferedVariation[])[]

/**
 * Reads which variations each run has. `each` or a list of names gives one run for each variation; `all-of:N` and
 * `seed:N` give one run with a combination of variations.
 */
const groupsReader: Reader<VariationGroups> = {
  json: ['string'],
  completes: ['each', ...offeredVariations.map(({ id }) => id)],
  read: (given) => {
    if (given === 'each') return offeredVariations.map((each) => [each])
    const readings = given.includes(':')
      ? [readVarySetting(given)]
      : [...new Set(given.split(','))].map((name) => findNamedVariations([name.trim()]))
    return readings.map((reading) => {
      if ('problem' in reading) throw new BadValue(reading.problem)
      return reading.variations
    })
  },
}

export const vary = defineOption({
  name: 'vary',
  describe:
    'run the command as it is, and then under variations: each, or NAME,NAME (see drydock variations)',
  reader: groupsReader,
})

const together = defineOption({
  name: 'together',
  describe: 'with --vary: put up to N variations that can be combined into one run',
  reader: createIntegerReader({ min: 1, max: 100 }),
})

export const report = defineListOption({
  name: 'report',
  describe:
    'with --vary: json=FILE, junit=FILE or markdown=FILE; with --review: FORMAT[=FILE], as for drydock review (repeatable)',
  reader: text,
})

export const varyOptions = [vary, together, report]

/** Throws a UsageError for options that have an effect only with `--vary`. */
export function refuseOptionsWithoutVary(input: CommandInput): void {
  for (const { name, value } of [
    { name: 'together', value: input.get(together) },
    { name: 'report', value: input.get(report)[0] },
  ]) {
    if (value !== undefined) throw new UsageError(`--${name} needs --vary, such as --vary each.`)
  }
}

/**
 * Runs the command without a variation, and then under variations. Returns the exit status: 1 if the command failed under
 * any, 3 if no variation changed anything or a report could not be written, else 0. If the first run fails, returns its
 * status.
 */
export async function execWithVariations(
  input: CommandInput,
  runs: CommandRuns,
  chosen: VariationGroups,
): Promise<number> {
  const options = readServerOptions(input)
  if (options.data !== undefined) {
    throw new UsageError('--data cannot be used with --vary, because each run must begin with the same data.')
  }
  const reports = readFileReports(input.get(report))
  const plain = await runs.run(options)
  if (plain.status !== 0) {
    printProblem(
      `The command failed without any variation (exit status ${plain.status}), so no variation was tried.`,
    )
    return plain.status
  }
  const size = input.get(together)
  const results = await runUnderVariations(
    size === undefined ? chosen : groupVariations(chosen.flat(), size),
    {
      run: async (variations) => {
        if (runs.signalStatus !== undefined) return undefined
        const ended = await runs.run({ ...options, vary: variations }, { isQuiet: true })
        return runs.signalStatus === undefined ? ended : undefined
      },
      onResult: (result) => printProblem(`${formatVariationIds(result)}: ${result.verdict}`),
    },
  )
  print(renderVariationTable(results))
  const isWritten = reports.map((each) => saveReport(each, reportFormats[each.format](results)))
  if (runs.signalStatus !== undefined) return runs.signalStatus
  if (results.some(hasFailed)) return 1
  return hasNoVerdict(results) || isWritten.includes(false) ? 3 : 0
}

/** Reads the values of `--report`. Each report needs a file, because the table is on the terminal. */
function readFileReports(texts: readonly string[]) {
  const wanted = readReportsWithFormats(texts, keysOf(reportFormats))
  const withoutFile = wanted.find(({ file }) => file === undefined)
  if (withoutFile === undefined) return wanted
  throw new UsageError(`--report ${withoutFile.format} needs a file: --report ${withoutFile.format}=FILE.`)
}
