import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { beforeAll, onTestFinished } from 'vitest'

interface WriterOptions {
  readonly heard: (line: string) => void
  readonly limitKiB?: number
  readonly uid?: number
}

/**
 * Builds the program writer.ts for the tests of a file. Returns a function that runs it and passes on each line of its
 * output.
 */
export function useWriter() {
  let writer = ''
  beforeAll(async () => {
    const directory = mkdtempSync(join(tmpdir(), 'drydock-writer-'))
    writer = join(directory, 'writer.mjs')
    chmodSync(directory, 0o755)
    const entry = fileURLToPath(new URL('writer.ts', import.meta.url))
    await build({ entryPoints: [entry], outfile: writer, bundle: true, platform: 'node', format: 'esm' })
    return () => rmSync(directory, { recursive: true, force: true })
  })
  return (
    args: readonly string[],
    { heard, limitKiB, uid }: WriterOptions,
  ): { readonly child: ChildProcessWithoutNullStreams; readonly ended: Promise<unknown> } => {
    const command = [process.execPath, writer, ...args]
    const limit = limitKiB === undefined ? '' : `ulimit -S -f ${limitKiB}; `
    const child = spawn(
      'bash',
      ['-c', `${limit}exec "$@"`, 'bash', ...command],
      uid === undefined ? {} : { uid },
    )
    onTestFinished(() => {
      child.kill('SIGKILL')
    })
    const lines = createInterface({ input: child.stdout })
    lines.on('line', heard)
    return { child, ended: Promise.all([once(child, 'exit'), once(lines, 'close')]) }
  }
}
