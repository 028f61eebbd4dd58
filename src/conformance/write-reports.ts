import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { BadInput } from './bad-input.ts'
import { keysOf } from './keys-of.ts'
import type { FinishedRun } from './options.ts'
import { type Format, formats } from './reporters/format.ts'
import { inert } from './reporters/inert.ts'
import { countsLine, troubleOf } from './reporters/summary.ts'

/** A report that was asked for: `junit=out.xml`; without a file it goes to the terminal. */
export interface WantedReport {
  readonly format: Format
  readonly file: string | undefined
}

interface Streams {
  readonly stdout: { write(text: string): unknown; readonly isTTY?: boolean }
  readonly stderr: { write(text: string): unknown }
}

/** Throws BadInput for a format that there is not. */
export function parseReportOption(text: string): WantedReport {
  const [name = '', ...rest] = text.split('=')
  const format = keysOf(formats).find((known) => known === name)
  if (format === undefined) {
    throw new BadInput(`--report: there is no format "${name}"; there are ${keysOf(formats).join(', ')}.`)
  }
  const file = rest.join('=')
  return { format, file: file === '' ? undefined : file }
}

/**
 * Writes what was asked for. A report that still holds a secret is not written; one that cannot be written keeps no
 * other from it. True where all were written.
 */
export function writeReports(
  { report, findSecret }: FinishedRun,
  wanted: readonly WantedReport[],
  { stdout, stderr }: Streams,
): boolean {
  let isWritten = true
  const files: string[] = []
  for (const { format, file } of wanted) {
    const colour = file === undefined && stdout.isTTY === true && process.env['NO_COLOR'] === undefined
    const text = formats[format](report, { colour })
    const secret = findSecret(text)
    if (secret !== undefined) {
      stderr.write(
        `drydock: the ${format} report is not written, since it would hold the secret ${secret}.\n`,
      )
      isWritten = false
    } else if (file === undefined) {
      stdout.write(text)
    } else {
      try {
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, text)
        files.push(`drydock: the ${format} report is in ${file}`)
      } catch (error) {
        stderr.write(
          `drydock: the ${format} report cannot be written to ${file}: ${error instanceof Error ? error.message : error}\n`,
        )
        isWritten = false
      }
    }
  }
  const hasConsole = wanted.some(({ format, file }) => format === 'console' && file === undefined)
  const trouble = troubleOf(report)
  const said = [
    // Whoever sees no console report still sees how it went.
    ...(hasConsole ? [] : [countsLine(report), ...files]),
    ...(trouble === null || (hasConsole && stdout.isTTY === true)
      ? []
      : [`drydock: ${trouble.title}. ${trouble.reason}`]),
  ].map((line) => `${inert(line)}\n`)
  for (const line of said) if (findSecret(line) === undefined) stderr.write(line)
  return isWritten
}
