import { AsyncLocalStorage } from 'node:async_hooks'
import { prepareCommand } from '../../../bin/conformance/preparing.ts'
import { describeFailure } from '../../../bin/failure.ts'
import type { Command } from '../../../bin/parsing/command.ts'
import { printProblem } from '../../../bin/printing/output.ts'
import { runDrydock } from './built-command.ts'

export interface CommandResult {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

interface Written {
  stdout: string
  stderr: string
}

const written = new AsyncLocalStorage<Written>()
let isListening = false
const started = new Set<string>()

/**
 * For tests: returns the output and the status of a command. The first command of a group, such as `fault`, runs as the
 * built command. Later commands of the group run in this process, because starting a process takes longer.
 */
export async function runCommandQuickly(words: readonly string[]): Promise<CommandResult> {
  const group = words[0] ?? ''
  if (!started.has(group)) {
    started.add(group)
    return runDrydock(words)
  }
  captureOutputOfCommands()
  const store: Written = { stdout: '', stderr: '' }
  const status = await written.run(store, () => runInThisProcess(words))
  return { status, ...store }
}

async function runInThisProcess(words: readonly string[]): Promise<number> {
  let command: Command | undefined
  try {
    const prepared = await prepareCommand(words, {})
    command = prepared?.command
    return (await prepared?.command.run(prepared.given)) ?? 0
  } catch (error) {
    const { status, lines } = describeFailure(error, { words, command })
    printProblem(...lines)
    return status
  }
}

/** Gives each command its own output. The output of other code stays unchanged. */
function captureOutputOfCommands(): void {
  if (isListening) return
  isListening = true
  for (const name of ['stdout', 'stderr'] as const) {
    const stream = process[name]
    const write = stream.write.bind(stream)
    stream.write = (chunk: string | Uint8Array, ...rest: readonly unknown[]): boolean => {
      const store = written.getStore()
      if (store === undefined) return Reflect.apply(write, stream, [chunk, ...rest])
      store[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
      for (const told of rest) if (typeof told === 'function') told()
      return true
    }
  }
}
