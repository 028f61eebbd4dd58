import { fstatSync, writeSync } from 'node:fs'
import { neutralise } from '../src/conformance/report/neutral-text.ts'
import { redactSecrets } from '../src/server/redact.ts'
import { escapeControls } from './terminal.ts'

/**
 * What commands print: nothing but through here, so that nothing that others wrote commands the terminal. Written here rather than by Node, which takes a file for written when the disk had room for half
 * of it, and leaves before it hears that there was room for nothing.
 */

let failure: 'no reader' | 'lost' | undefined
const gone = new AbortController()

/** Aborted once nothing that is printed arrives any more: nobody reads it, or it cannot be written. */
export const outputGone: AbortSignal = gone.signal

process.stdout.on('error', note)
// Of this one there is nobody to tell.
process.stderr.on('error', () => undefined)

export function print(text: string): void {
  if (failure !== undefined) return
  const shown = escapeControls(text)
  if (isFile()) writeToFile(shown)
  else process.stdout.write(shown)
}

/** Tells of trouble on stderr. No key is ever the trouble, so that none is shown. */
export function complain(...lines: readonly string[]): void {
  process.stderr.write(`drydock: ${lines.map((line) => neutralise(redactSecrets(line))).join('\n')}\n`)
}

/** Waits until all that was printed is on its way; whether some of it is lost, which stderr has been told then. */
export async function isOutputLost(): Promise<boolean> {
  await new Promise<void>((resolve) => {
    // To a full device even nothing cannot be written.
    if (isFile()) setImmediate(resolve)
    else process.stdout.write('', () => resolve())
  })
  return failure === 'lost'
}

/** A device such as /dev/full counts as one, a terminal does not. */
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
    note(error instanceof Error ? error : new Error(String(error)))
  }
}

/** `drydock requests | head -1` closes the pipe before all is written: no failure, but nothing is left to do. */
function note(error: NodeJS.ErrnoException): void {
  if (failure !== undefined) return
  failure = error.code === 'EPIPE' ? 'no reader' : 'lost'
  if (failure === 'lost') {
    complain(`The output cannot be written: ${error.message}. Send it elsewhere.`)
  }
  gone.abort()
}
