#!/usr/bin/env node
import { prepareCommand } from './conformance/preparing.ts'
import { describeFailure } from './failure.ts'
import type { Command } from './parsing/command.ts'
import { isOutputLost, printProblem } from './printing/output.ts'
import { catchStopBeforeCommand } from './stop-signal.ts'

const typedWords = process.argv.slice(2)
// A conformance run writes its reports even if a signal stops it, so signals are caught as soon as the command is
// known.
if (typedWords[0] === 'conformance') catchStopBeforeCommand()
let command: Command | undefined
const status = await runTypedCommand().catch(reportError)
// Waits until all output has been written, then ends the process. If some output is lost, the exit status says so.
process.exit((await isOutputLost()) ? Math.max(status, command?.lostOutputStatus ?? 2) : status)

async function runTypedCommand(): Promise<number> {
  const prepared = await prepareCommand(typedWords, process.env)
  if (prepared === undefined) return 0
  command = prepared.command
  return prepared.command.run(prepared.given)
}

function reportError(error: unknown): number {
  const { status, lines } = describeFailure(error, { words: typedWords, command })
  printProblem(...lines)
  return status
}
