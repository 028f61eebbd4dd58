#!/usr/bin/env node
import { usageOf } from './command-line.ts'
import { explain } from './failure.ts'
import { prepare } from './preparing.ts'

const words = process.argv.slice(2)
let survivesClosedOutput = false
process.stdout.on('error', onOutputError)
process.exitCode = await run().catch(report)
// What is still on its way to a pipe is written first.
process.stdout.write('', () => process.exit())

async function run(): Promise<number> {
  const prepared = await prepare(words, process.env)
  if (prepared === undefined) return 0
  survivesClosedOutput = prepared.command.survivesClosedOutput ?? false
  return prepared.command.run(prepared.given)
}

function report(error: unknown): number {
  const { status, lines } = explain(error, usageOf(words))
  process.stderr.write(`drydock: ${lines.join('\n')}\n`)
  return status
}

/** `drydock requests | head -1` closes the pipe before all is written: no failure, but nothing is left to do. */
function onOutputError(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
  if (!survivesClosedOutput) process.exit()
}
