import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { buildPreload } from '../support/commands/preload.ts'
import { runRound } from './round.ts'
import { isClean, newTally, type ReportedProblem, summarise } from './tally.ts'

/** npm run torture -- [--kills N] [--seed S] [--round R] [--points] */

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    round: { type: 'string' },
    points: { type: 'boolean' },
  },
})

const mostShown = 5
/** Kills of one data file; a round is what a failure is replayed by. */
const killsInRound = 25

const kills = Number(values.kills)
const { seed } = values
const preloads = [await buildPreload('test/torture/kill-points.ts')]
const tally = newTally()
const rounds =
  values.round === undefined
    ? Array.from({ length: Math.ceil(kills / killsInRound) }, (_, at) => at)
    : [Number(values.round)]
process.stdout.write(`torture: ${rounds.length} rounds of ${killsInRound} kills, seed ${seed}\n`)
await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, runRounds))

/** Rounds one after the other, several of them at the same time. */
async function runRounds(): Promise<void> {
  for (let round = rounds.shift(); round !== undefined; round = rounds.shift()) {
    const replay = `npm run torture -- --seed ${seed} --round ${round}`
    await runRound({ seed, round, kills: killsInRound, preloads, replay, tally })
    printProblems(tally.problems.filter((problem) => problem.replay === replay))
  }
}

process.stdout.write(`${summarise(tally)}\n`)
if (values.points === true)
  process.stdout.write(
    `killed at: ${listPoints(tally.points)}\nnot come to: ${listPoints(tally.unreached)}\n`,
  )
process.exitCode = isClean(tally) ? 0 : 1

/** The first few problems of a round, and how it is had again. */
function printProblems(problems: readonly ReportedProblem[]): void {
  const [first] = problems
  for (const { kind, about, what, account, found } of problems.slice(0, mostShown))
    process.stdout.write(`${kind.toUpperCase()} (${about}) in account ${account}, ${found}: ${what}\n`)
  if (problems.length > mostShown) process.stdout.write(`  and ${problems.length - mostShown} more\n`)
  if (first !== undefined) process.stdout.write(`  again: ${first.replay}\n`)
}

function listPoints(points: ReadonlyMap<string, number>): string {
  return [...points].map(([name, count]) => `${name} ${count}`).join(', ')
}
