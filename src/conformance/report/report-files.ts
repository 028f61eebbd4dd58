import {
  accessSync,
  appendFileSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { BadInput } from '../bad-input.ts'
import { keysOf } from '../keys-of.ts'
import type { FinishedRun } from '../options.ts'
import { type Format, formats } from './formats/format.ts'
import { renderMarkdown } from './formats/markdown.ts'
import { neutralise } from './neutral-text.ts'
import type { Report } from './report.ts'
import { renderCountsLine, runProblemOf } from './sections/summary.ts'

/** A report to write, as the option `--report` names it: `junit=out.xml`. Without a file, the report is printed. */
export interface WantedReport<Name extends string = Format> {
  readonly format: Name
  readonly file: string | undefined
}

/** The streams to which reports without a file and messages are written. */
export interface Streams {
  readonly stdout: { write(text: string): unknown; readonly isTTY?: boolean; readonly takesColours?: boolean }
  readonly stderr: { write(text: string): unknown }
  /** The file for the summary of a GitHub workflow step; undefined if the run is not in GitHub Actions. */
  readonly stepSummary?: string | undefined
}

/** The names of the report formats. */
export const formatNames = keysOf(formats)

/** Parses the value of `--report`. Throws BadInput for an unknown format. */
export function parseReportOption<Name extends string>(
  text: string,
  names: readonly Name[],
): WantedReport<Name> {
  const [name = '', ...rest] = text.split('=')
  const format = names.find((known) => known === name)
  if (format === undefined) {
    throw new BadInput(`--report: there is no format "${name}"; there are ${names.join(', ')}.`)
  }
  const file = rest.join('=')
  if (file === '' && rest.length > 0) throw new BadInput(`--report ${text} names no file.`)
  return { format, file: file === '' || file === '-' ? undefined : file }
}

/** Checks, before the run, that each report has a separate file that can be written, and creates the folders. Throws BadInput. */
export function checkReportFiles(wanted: readonly WantedReport<string>[]): void {
  if (wanted.filter(({ file }) => file === undefined).length > 1) {
    throw new BadInput(
      'Only one report can go to the terminal; give the others a file: --report FORMAT=FILE.',
    )
  }
  const places = new Set<string>()
  for (const { format, file } of wanted) {
    if (file === undefined) continue
    const place = resolve(file)
    if (places.has(place)) throw new BadInput(`--report: two reports cannot both be written to ${file}.`)
    places.add(place)
    const trouble = findFileProblem(place)
    if (trouble !== undefined) throw new BadInput(`--report ${format}=${file} cannot be written: ${trouble}.`)
  }
}

/** Creates the folder of a file. Returns why the file cannot be written; undefined if it can. */
export function findFileProblem(place: string): string | undefined {
  if (existsSync(place)) {
    if (statSync(place).isDirectory()) return 'it is a folder'
    return isWritable(place) ? undefined : 'it is write-protected'
  }
  try {
    makeFolder(dirname(place))
  } catch (error) {
    return readErrorMessage(error)
  }
  const trial = temporaryNameOf(place)
  try {
    // Creating a file is the only sure test: on some file systems no file can be created, whatever the permissions say.
    closeSync(openSync(trial, 'wx'))
    return undefined
  } catch (error) {
    return readErrorMessage(error)
  } finally {
    rmSync(trial, { force: true })
  }
}

/** Creates a folder and its parent folders. The recursive mode of `mkdirSync` is not used, as it never ends in a folder such as /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) {
    if (!statSync(folder).isDirectory()) throw new Error(`${folder} is no folder`)
    return
  }
  makeFolder(dirname(folder))
  mkdirSync(folder)
}

function temporaryNameOf(place: string): string {
  return `${place}.${process.pid}.tmp`
}

function readErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function isWritable(place: string): boolean {
  try {
    accessSync(place, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Writes the reports, and returns true if all were written. A report that still holds a secret is not written. If one
 * report cannot be written, the other reports still are.
 */
export function writeReports(
  { report, findSecret }: Pick<FinishedRun, 'report' | 'findSecret'>,
  wanted: readonly WantedReport[],
  streams: Streams,
): boolean {
  const { stdout, stepSummary } = streams
  const writing = new ReportWriter(findSecret, streams)
  for (const { format, file } of wanted) {
    const text = formats[format](report, { colour: file === undefined && stdout.takesColours === true })
    writing.write(`the ${format} report`, text, file)
  }
  if (stepSummary !== undefined && wanted.some(({ format }) => format === 'github')) {
    writing.append('the summary of the step', renderJobSummary(report), stepSummary)
  }
  const hasConsole = wanted.some(({ format, file }) => format === 'console' && file === undefined)
  const trouble = runProblemOf(report)
  writing.printMessages([
    // If the user did not ask for the console report, the counts are still printed.
    ...(hasConsole ? [] : [renderCountsLine(report), ...writing.written]),
    ...(trouble === null || (hasConsole && stdout.isTTY === true)
      ? []
      : [`drydock: ${trouble.title}. ${trouble.reason}`]),
  ])
  return writing.hasAll
}

/** Writes texts to files or streams. In place of a text that holds a secret, it prints a message. */
class ReportWriter {
  readonly #findSecret: FinishedRun['findSecret']
  readonly #streams: Streams
  /** Lines that say which report was written to which file. */
  readonly written: string[] = []
  /** True if all texts so far were written. */
  hasAll = true

  constructor(findSecret: FinishedRun['findSecret'], streams: Streams) {
    this.#findSecret = findSecret
    this.#streams = streams
  }

  /** Writes a text to a file, or prints the text if no file is given. */
  write(what: string, text: string, file: string | undefined): void {
    if (!this.#isClean(what, text)) return
    if (file === undefined) {
      this.#streams.stdout.write(text)
      return
    }
    this.#save(what, file, () => writeWholeFile(file, text))
  }

  append(what: string, text: string, file: string): void {
    if (this.#isClean(what, text)) this.#save(what, file, () => appendFileSync(file, text))
  }

  printMessages(lines: readonly string[]): void {
    for (const line of lines.map((each) => `${neutralise(each)}\n`)) {
      if (this.#findSecret(line) === undefined) this.#streams.stderr.write(line)
    }
  }

  #isClean(what: string, text: string): boolean {
    const secret = this.#findSecret(text)
    if (secret !== undefined) {
      this.#fail(`${what} is not written, since it would hold the secret ${secret}`)
    }
    return secret === undefined
  }

  #save(what: string, file: string, put: () => void): void {
    try {
      put()
      this.written.push(`drydock: ${what} is in ${file}`)
    } catch (error) {
      this.#fail(`${what} cannot be written to ${file}: ${readErrorMessage(error)}`)
    }
  }

  #fail(why: string): void {
    this.#streams.stderr.write(`drydock: ${why}.\n`)
    this.hasAll = false
  }
}

/**
 * Writes a file and creates its folder if needed. If the disk is full or the process is killed, the file keeps its
 * earlier content, as half a report could look like a whole one. A pipe, or a file in a folder where no other file can
 * be created, is written directly.
 */
export function writeWholeFile(file: string, text: string): void {
  makeFolder(dirname(resolve(file)))
  const place = existsSync(file) ? realpathSync(file) : file
  const old = statSync(place, { throwIfNoEntry: false })
  if ((old !== undefined && (!old.isFile() || old.nlink > 1)) || !isWritable(dirname(place))) {
    writeFileSync(place, text)
    return
  }
  const unfinished = temporaryNameOf(place)
  try {
    writeFileSync(unfinished, text, { flag: 'wx', ...(old !== undefined && { mode: old.mode }) })
    renameSync(unfinished, place)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}

/** The maximum size of the summary of a GitHub workflow step, in bytes. GitHub does not show a longer one. */
const maxSummaryBytes = 1_000_000

/** Renders the summary of a GitHub workflow step: the Markdown report, without exchanges if it would be too long. */
export function renderJobSummary(report: Report): string {
  const whole = renderMarkdown(report)
  return Buffer.byteLength(whole) <= maxSummaryBytes
    ? whole
    : cutToSummarySize(renderMarkdown(removeExchanges(report)))
}

/** Cuts a report after the last line that fits into the summary of a GitHub workflow step. */
function cutToSummarySize(text: string): string {
  if (Buffer.byteLength(text) <= maxSummaryBytes) return text
  const start = Buffer.from(text).subarray(0, maxSummaryBytes).toString('utf8')
  return `${start.slice(0, start.lastIndexOf('\n'))}\n\nThe rest is left out, as GitHub limits the length of a summary.\n`
}

function removeExchanges(report: Report): Report {
  return {
    ...report,
    rules: report.rules.map((rule) => ({ ...rule, exchanges: [], deliveries: [], again: null })),
  }
}
