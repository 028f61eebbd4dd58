import {
  accessSync,
  appendFileSync,
  constants,
  existsSync,
  mkdirSync,
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
import { neutralise } from './neutral-text.ts'
import { countsLine, troubleOf } from './sections/summary.ts'
import { stepSummaryOf } from './step-summary.ts'

/** A report that was asked for: `junit=out.xml`; without a file it goes to the terminal. */
export interface WantedReport {
  readonly format: Format
  readonly file: string | undefined
}

/** Where reports go that have no file of their own, and what else is said. */
export interface Streams {
  readonly stdout: { write(text: string): unknown; readonly isTTY?: boolean; readonly takesColours?: boolean }
  readonly stderr: { write(text: string): unknown }
  /** The file that GitHub shows as the summary of a step, where it runs this. */
  readonly stepSummary?: string | undefined
}

/** Throws BadInput for a format that there is not. */
export function parseReportOption(text: string): WantedReport {
  const [name = '', ...rest] = text.split('=')
  const format = keysOf(formats).find((known) => known === name)
  if (format === undefined) {
    throw new BadInput(`--report: there is no format "${name}"; there are ${keysOf(formats).join(', ')}.`)
  }
  const file = rest.join('=')
  if (file === '' && rest.length > 0) throw new BadInput(`--report ${text} names no file.`)
  return { format, file: file === '' || file === '-' ? undefined : file }
}

/** Before anything is sent: each report has a place of its own that can be written to. Throws BadInput. */
export function checkPlaces(wanted: readonly WantedReport[]): void {
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
    const trouble = troubleAt(place)
    if (trouble !== undefined) throw new BadInput(`--report ${format}=${file} cannot be written: ${trouble}.`)
  }
}

/** Why a file cannot be written, as far as it can be seen before. */
export function troubleAt(place: string): string | undefined {
  if (existsSync(place)) {
    if (statSync(place).isDirectory()) return 'it is a folder'
    return isWritable(place) ? undefined : 'it must not be changed'
  }
  let folder = dirname(place)
  while (!existsSync(folder)) folder = dirname(folder)
  if (!statSync(folder).isDirectory()) return `${folder} is no folder`
  return isWritable(folder) ? undefined : `nothing can be made in ${folder}`
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
 * Writes what was asked for. A report that still holds a secret is not written; one that cannot be written keeps no
 * other from it. True where all were written.
 */
export function writeReports(
  { report, findSecret }: Pick<FinishedRun, 'report' | 'findSecret'>,
  wanted: readonly WantedReport[],
  { stdout, stderr, stepSummary }: Streams,
): boolean {
  const files: string[] = []
  let isWritten = true
  const fail = (why: string): void => {
    stderr.write(`drydock: ${why}.\n`)
    isWritten = false
  }
  const isClean = (what: string, text: string): boolean => {
    const secret = findSecret(text)
    if (secret !== undefined) fail(`${what} is not written, since it would hold the secret ${secret}`)
    return secret === undefined
  }
  const save = (what: string, file: string, put: () => void): void => {
    try {
      put()
      files.push(`drydock: ${what} is in ${file}`)
    } catch (error) {
      fail(`${what} cannot be written to ${file}: ${error instanceof Error ? error.message : error}`)
    }
  }
  for (const { format, file } of wanted) {
    const what = `the ${format} report`
    const text = formats[format](report, { colour: file === undefined && stdout.takesColours === true })
    if (!isClean(what, text)) continue
    if (file === undefined) stdout.write(text)
    else {
      save(what, file, () => {
        mkdirSync(dirname(file), { recursive: true })
        writeWhole(file, text)
      })
    }
  }
  if (stepSummary !== undefined && wanted.some(({ format }) => format === 'github')) {
    const text = stepSummaryOf(report)
    const what = 'the summary of the step'
    if (isClean(what, text)) save(what, stepSummary, () => appendFileSync(stepSummary, text))
  }
  const hasConsole = wanted.some(({ format, file }) => format === 'console' && file === undefined)
  const trouble = troubleOf(report)
  const said = [
    // Whoever sees no console report still sees how it went.
    ...(hasConsole ? [] : [countsLine(report), ...files]),
    ...(trouble === null || (hasConsole && stdout.isTTY === true)
      ? []
      : [`drydock: ${trouble.title}. ${trouble.reason}`]),
  ].map((line) => `${neutralise(line)}\n`)
  for (const line of said) if (findSecret(line) === undefined) stderr.write(line)
  return isWritten
}

/**
 * The whole report or, where the disk is full or the process is killed, what stood there before: half a report would be
 * taken for one. What is no file of its own, such as a pipe, or stands in a folder that takes no other, is written as it is.
 */
export function writeWhole(file: string, text: string): void {
  const place = existsSync(file) ? realpathSync(file) : file
  const old = statSync(place, { throwIfNoEntry: false })
  if ((old !== undefined && (!old.isFile() || old.nlink > 1)) || !isWritable(dirname(place))) {
    writeFileSync(place, text)
    return
  }
  const unfinished = `${place}.${process.pid}.tmp`
  try {
    writeFileSync(unfinished, text, { flag: 'wx', ...(old !== undefined && { mode: old.mode }) })
    renameSync(unfinished, place)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}
