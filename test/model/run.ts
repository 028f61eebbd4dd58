import fc from 'fast-check'
import { z } from 'zod'
import { moveArbitraries } from './commands.ts'
import { readWallet } from './moves.ts'
import { Client, type Target } from './target.ts'
import { newWorld } from './world.ts'

export interface ModelOptions {
  readonly runs: number
  readonly seed: number
  /** Where in a seed's draws to begin, as a failure tells it. */
  readonly path?: string
}

const startIso = '2030-03-04T12:00:00.000Z'
const made = z.object({ id: z.string(), keys: z.object({ test: z.string(), live: z.string() }) })
const wallet = z.object({ balance_cents: z.int() })

/** Runs sequences of moves, each on an account of its own; what fails, in words and shrunk, and nothing where all hold. */
export async function runModel(
  target: Target,
  { runs, seed, path }: ModelOptions,
): Promise<string | undefined> {
  const sequences = fc.commands(moveArbitraries, { maxCommands: 40, size: 'max' })
  const property = fc.asyncProperty(sequences, async (sequence) => {
    const { model, real } = await open(target)
    await fc.asyncModelRun(() => ({ model, real }), sequence)
    // Whatever was done, the money is looked at last.
    for (const key of ['test', 'live'] as const) await readWallet(model, real, key)
  })
  const details = await fc.check(property, {
    numRuns: runs,
    seed,
    ...(path !== undefined && { path }),
    // Shrinking again and again costs more than a shorter sequence is worth.
    endOnFailure: false,
  })
  if (!details.failed) return undefined
  const steps = String(details.counterexample ?? '').replaceAll(/\/\*.*?\*\//g, '')
  const reason =
    details.errorInstance instanceof Error ? details.errorInstance.message : String(details.errorInstance)
  return [
    reason,
    `  after ${steps}`,
    `  again: npm run model -- --seed ${details.seed} --path ${details.counterexamplePath}`,
  ].join('\n')
}

async function open(target: Target) {
  const clock = { mode: 'frozen', now: startIso }
  const answer = await target.ask({ method: 'POST', path: '/_drydock/accounts', body: { clock } })
  const { id: account, keys } = made.parse(answer?.body)
  const client = new Client(target, { account, keys })
  const { balance_cents } = wallet.parse(await client.control('GET /wallet'))
  return { model: newWorld(Date.parse(startIso), balance_cents), real: client }
}
