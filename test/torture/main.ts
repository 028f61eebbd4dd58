import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { buildPreload } from '../support/commands/preload.ts'
import { runRound } from './round.ts'
import { createTally, hasNoProblem, type ReportedProblem, summariseTally } from './tally.ts'

/** The command `npm run torture -- [--kills N] [--seed S] [--round R] [--points]`. */

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    round: { type: 'string' },
    points: { type: 'boolean' },
  },
})

const maxShownProblems = 5
/** The number of kills of one data file. A failure is repeated by running its round again. */
const killsInRound = 25

const kills = Number(values.kills)
const { seed } = values
const preloads = [await buildPreload('test/torture/kill-points.ts')]
const tally = createTally()
const rounds =
  values.round === undefined
    ? Array.from({ length: Math.ceil(kills / killsInRound) }, (_, at) => at)
    : [Number(values.round)]
process.stdout.write(`torture: ${rounds.length} rounds of ${killsInRound} kills, seed ${seed}\n`)
await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, runRounds))

/** Runs the remaining rounds one after another. If it is called several times, the calls share the rounds. */
async function runRounds(): Promise<void> {
  for (let round = rounds.shift(); round !== undefined; round = rounds.shift()) {
    const replay = `npm run torture -- --seed ${seed} --round ${round}`
    await runRound({ seed, round, kills: killsInRound, preloads, replay, tally })
    printProblems(tally.problems.filter((problem) => problem.replay === replay))
  }
}

process.stdout.write(`${summariseTally(tally)}\n`)
if (values.points === true)
  process.stdout.write(
    `killed at: ${formatPointCounts(tally.points)}\nnot reached: ${formatPointCounts(tally.unreached)}\n`,
  )
process.exitCode = hasNoProblem(tally) ? 0 : 1

/** Prints the first few problems of a round and the command that repeats the round. */
function printProblems(problems: readonly ReportedProblem[]): void {
  const [first] = problems
  for (const { kind, about, what, account, found } of problems.slice(0, maxShownProblems))
    process.stdout.write(`${kind.toUpperCase()} (${about}) in account ${account}, ${found}: ${what}\n`)
  if (problems.length > maxShownProblems)
    process.stdout.write(`  and ${problems.length - maxShownProblems} more\n`)
  if (first !== undefined) process.stdout.write(`  again: ${first.replay}\n`)
}

function formatPointCounts(points: ReadonlyMap<string, number>): string {
  return [...points].map(([name, count]) => `${name} ${count}`).join(', ')
}
