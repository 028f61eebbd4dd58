import { troubleAt, writeWhole } from '../../src/conformance/report/report-files.ts'
import { type OfferedVariation, offeredVariations } from '../../src/variations/offered.ts'
import { readVary, readVaryNames } from '../../src/vary-setting.ts'
import { integer, type Reader, text } from '../files/reader.ts'
import { BadValue } from '../parsing/bad-value.ts'
import type { CommandInput } from '../parsing/command.ts'
import { list, option } from '../parsing/option.ts'
import { UsageError } from '../parsing/usage-error.ts'
import { complain, print } from '../printing/output.ts'
import { readServerOptions } from '../server-options.ts'
import type { CommandRuns } from './command-runs.ts'
import { isFailed, renderMatrix, reportFormats } from './varied-report.ts'
import { groupVariations, nameOf, runVaried } from './varied-runs.ts'

type Groups = readonly (readonly OfferedVariation[])[]

/** The variations of each run: `each` and names give a run for each, the other forms one combination. */
const groups: Reader<Groups> = {
  json: ['string'],
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
 * Runs the command as it is, and then under variations. Returns 0, 1 if it failed under any, or the status of the
 * plain run if that failed.
 */
export async function execVaried(given: CommandInput, runs: CommandRuns, chosen: Groups): Promise<number> {
  const options = readServerOptions(given)
  if (options.data !== undefined) {
    throw new UsageError('--data cannot be used with --vary, because each run must begin with the same data.')
  }
  const reports = readReports(given.of(report))
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
  for (const { file, render } of reports) writeWhole(file, render(results))
  return runs.signalStatus ?? (results.some(isFailed) ? 1 : 0)
}

/** Reads the values of `--report`. Throws a UsageError for an unknown format or a file that cannot be written. */
function readReports(texts: readonly string[]) {
  return texts.map((given) => {
    const [name = '', ...rest] = given.split('=')
    const render = Object.entries(reportFormats).find(([format]) => format === name)?.[1]
    const file = rest.join('=')
    if (render === undefined || file === '') {
      throw new UsageError(`--report must be json=FILE, junit=FILE or markdown=FILE, not "${given}".`)
    }
    const trouble = troubleAt(file)
    if (trouble !== undefined) throw new UsageError(`--report ${given} cannot be written: ${trouble}.`)
    return { file, render }
  })
}
