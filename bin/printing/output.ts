import { fstatSync, writeSync } from 'node:fs'
import { neutralise } from '../../src/conformance/report/neutral-text.ts'
import { redactSecrets } from '../../src/server/service/redact.ts'
import { escapeControls } from './terminal.ts'

/**
 * Prints for all commands, so that no text from elsewhere can control the terminal. It writes files without
 * Node's streams: these treat a file as written if the disk had room for half of it, and may exit before they
 * learn that there was no room at all.
 */

let failure: 'no reader' | 'lost' | undefined
const gone = new AbortController()

/** Aborted when printed text can no longer be written, or its reader has gone. */
export const outputGone: AbortSignal = gone.signal

process.stdout.on('error', noteLostOutput)
// A failure of stderr cannot be reported anywhere.
process.stderr.on('error', () => undefined)

/** Prints a text on stdout, with control characters made visible. */
export function print(text: string): void {
  if (failure !== undefined) return
  const shown = escapeControls(text)
  if (isFile()) writeToFile(shown)
  else process.stdout.write(shown)
}

/** Prints a problem on stderr. Keys and secrets are cut. */
export function complain(...lines: readonly string[]): void {
  process.stderr.write(`drydock: ${lines.map((line) => neutralise(redactSecrets(line))).join('\n')}\n`)
}

/** Waits until all printed text is on its way; returns whether some of it is lost, which stderr has reported by then. */
export async function isOutputLost(): Promise<boolean> {
  await new Promise<void>((resolve) => {
    // On a full device even an empty write fails.
    if (isFile()) setImmediate(resolve)
    else process.stdout.write('', () => resolve())
  })
  return failure === 'lost'
}

/** A device such as /dev/full counts as a file, a terminal does not. */
function isFile(): boolean {
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

/** `drydock requests | head -1` closes the pipe early. It is no failure, but nothing is left to do. */
function noteLostOutput(error: NodeJS.ErrnoException): void {
  if (failure !== undefined) return
  failure = error.code === 'EPIPE' ? 'no reader' : 'lost'
  if (failure === 'lost') {
    complain(`The output cannot be written: ${error.message}. Send it elsewhere.`)
  }
  gone.abort()
}
