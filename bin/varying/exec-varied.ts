import { keysOf } from '../../src/conformance/keys-of.ts'
import { type OfferedVariation, offeredVariations } from '../../src/variations/offered.ts'
import { readVary, readVaryNames } from '../../src/vary-setting.ts'
import { integer, type Reader, text } from '../files/reader.ts'
import { readReports, saveReport } from '../files/report-writing.ts'
import { BadValue } from '../parsing/bad-value.ts'
import type { CommandInput } from '../parsing/command.ts'
import { list, option } from '../parsing/option.ts'
import { UsageError } from '../parsing/usage-error.ts'
import { complain, print } from '../printing/output.ts'
import { readServerOptions } from '../server-options.ts'
import type { CommandRuns } from './command-runs.ts'
import { isFailed, isUnjudged, renderMatrix, reportFormats } from './varied-report.ts'
import { groupVariations, nameOf, runVaried } from './varied-runs.ts'

type Groups = readonly (readonly OfferedVariation[])[]

/** The variations of each run: `each` and names give a run for each, the other forms one combination. */
const groups: Reader<Groups> = {
  json: ['string'],
  completes: ['each', ...offeredVariations.map(({ id }) => id)],
  read: (given) => {
    if (given === 'each') return offeredVariations.map((each) => [each])
    const readings = given.includes(':')
      ? [readVary(given)]
      : [...new Set(given.split(','))].map((name) => readVaryNames([name.trim()]))
    return readings.map((reading) => {
      if ('problem' in reading) throw new BadValue(reading.problem)
      return reading.variations
    })
  },
}

export const vary = option({
  name: 'vary',
  describe:
    'run the command as it is, and then under variations: each, or NAME,NAME (see drydock variations)',
  reader: groups,
})

const together = option({
  name: 'together',
  describe: 'with --vary: put up to N variations that can be combined into one run',
  reader: integer({ min: 1, max: 100 }),
})

export const report = list({
  name: 'report',
  describe:
    'with --vary: json=FILE, junit=FILE or markdown=FILE; with --review: FORMAT[=FILE], as for drydock review (repeatable)',
  reader: text,
})

export const varyOptions = [vary, together, report]

/** Refuses options that have no effect or no meaning without `--vary`. */
export function checkNotVaried(given: CommandInput): void {
  for (const { name, value } of [
    { name: 'together', value: given.of(together) },
    { name: 'report', value: given.of(report)[0] },
  ]) {
    if (value !== undefined) throw new UsageError(`--${name} needs --vary, such as --vary each.`)
  }
}

/**
 * Runs the command as it is, and then under variations. Returns 0, 1 if it failed under any, 3 if no variation
 * changed anything or a report is lost, or the status of the plain run if that failed.
 */
export async function execVaried(given: CommandInput, runs: CommandRuns, chosen: Groups): Promise<number> {
  const options = readServerOptions(given)
  if (options.data !== undefined) {
    throw new UsageError('--data cannot be used with --vary, because each run must begin with the same data.')
  }
  const reports = readFileReports(given.of(report))
  const plain = await runs.run(options)
  if (plain.status !== 0) {
    complain(`The command failed without any variation (exit status ${plain.status}), so nothing was judged.`)
    return plain.status
  }
  const size = given.of(together)
  const results = await runVaried(size === undefined ? chosen : groupVariations(chosen.flat(), size), {
    run: async (variations) => {
      if (runs.signalStatus !== undefined) return undefined
      const ended = await runs.run({ ...options, vary: variations }, { isQuiet: true })
      return runs.signalStatus === undefined ? ended : undefined
    },
    onResult: (result) => complain(`${nameOf(result)}: ${result.verdict}`),
  })
  print(renderMatrix(results))
  const isWritten = reports.map((each) => saveReport(each, reportFormats[each.format](results)))
  if (runs.signalStatus !== undefined) return runs.signalStatus
  if (results.some(isFailed)) return 1
  return isUnjudged(results) || isWritten.includes(false) ? 3 : 0
}

/** Reads the values of `--report`: the matrix has the terminal, so each report needs a file. */
function readFileReports(texts: readonly string[]) {
  const wanted = readReports(texts, keysOf(reportFormats))
  const unplaced = wanted.find(({ file }) => file === undefined)
  if (unplaced === undefined) return wanted
  throw new UsageError(`--report ${unplaced.format} needs a file: --report ${unplaced.format}=FILE.`)
}
