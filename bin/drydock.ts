#!/usr/bin/env node
import { prepareCommand } from './conformance/preparing.ts'
import { describeFailure } from './failure.ts'
import type { Command } from './parsing/command.ts'
import { complain, isOutputLost } from './printing/output.ts'
import { listenForStop } from './stop-signal.ts'

const words = process.argv.slice(2)
// A run writes its reports even if it is stopped, so signals are caught from here on.
if (words[0] === 'conformance') listenForStop()
let command: Command | undefined
const status = await run().catch(report)
// Waits until all output has been written. If some of it is lost, the status says so.
process.exit((await isOutputLost()) ? Math.max(status, command?.lostOutputStatus ?? 2) : status)

async function run(): Promise<number> {
  const prepared = await prepareCommand(words, process.env)
  if (prepared === undefined) return 0
  command = prepared.command
  return prepared.command.run(prepared.given)
}

function report(error: unknown): number {
  const { status, lines } = describeFailure(error, { words, command })
  complain(...lines)
  return status
}
