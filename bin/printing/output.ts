import { fstatSync, writeSync } from 'node:fs'
import { neutralise } from '../../src/conformance/report/neutral-text.ts'
import { redactSecrets } from '../../src/server/service/redact.ts'
import { escapeControls } from './terminal.ts'

/**
 * All commands print with the functions of this file, so no text from elsewhere can control the terminal. Output to a
 * file does not use Node's streams: a stream reports success even if only half of the file fits on the disk, and the
 * process may exit before the stream reports a full disk.
 */

let outputFailure: 'no reader' | 'lost' | undefined
const outputGoneController = new AbortController()

/** Aborts when output can no longer be written, or when the program that reads it has closed the pipe. */
export const outputGone: AbortSignal = outputGoneController.signal

process.stdout.on('error', noteLostOutput)
// A failure of stderr cannot be reported anywhere.
process.stderr.on('error', () => undefined)

/** Prints a text on stdout, with control characters made visible. */
export function print(text: string): void {
  if (outputFailure !== undefined) return
  const shown = escapeControls(text)
  if (isFileOrDevice()) writeToFile(shown)
  else process.stdout.write(shown)
}

/** Prints the lines of a problem on stderr, with keys and secrets shortened. */
export function printProblem(...lines: readonly string[]): void {
  process.stderr.write(`drydock: ${lines.map((line) => neutralise(redactSecrets(line))).join('\n')}\n`)
}

/** Waits until all output has been written. Returns whether some of it is lost, which stderr has then reported. */
export async function isOutputLost(): Promise<boolean> {
  await new Promise<void>((resolve) => {
    // On a full device, even an empty write fails.
    if (isFileOrDevice()) setImmediate(resolve)
    else process.stdout.write('', () => resolve())
  })
  return outputFailure === 'lost'
}

/** Whether stdout is a file or a device such as /dev/full, and no terminal. */
function isFileOrDevice(): boolean {
  if (process.stdout.isTTY) return false
  const stdout = fstatSync(1)
  return stdout.isFile() || stdout.isCharacterDevice()
}

function writeToFile(text: string): void {
  const bytes = Buffer.from(text)
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at)
  } catch (error) {
    noteLostOutput(error instanceof Error ? error : new Error(String(error)))
  }
}

/**
 * Notes that output is lost. A pipe closed early, as in `drydock requests | head -1`, is no failure, but the command
 * can stop.
 */
function noteLostOutput(error: NodeJS.ErrnoException): void {
  if (outputFailure !== undefined) return
  outputFailure = error.code === 'EPIPE' ? 'no reader' : 'lost'
  if (outputFailure === 'lost') {
    printProblem(`The output cannot be written: ${error.message}. Redirect it to another file or disk.`)
  }
  outputGoneController.abort()
}
