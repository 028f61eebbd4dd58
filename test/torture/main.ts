import { parseArgs } from 'node:util'
import { buildPreload } from '../support/preload.ts'
import { runRound } from './round.ts'
import { isClean, newTally, type ReportedProblem, summarise } from './tally.ts'

/** npm run torture -- [--kills N] [--seed S] [--round R] */

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    round: { type: 'string' },
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
for (const round of rounds) {
  const replay = `npm run torture -- --seed ${seed} --round ${round}`
  const before = tally.problems.length
  await runRound({ seed, round, kills: killsInRound, preloads, replay, tally })
  report(tally.problems.slice(before), replay)
}
process.stdout.write(`${summarise(tally)}; ${tally.unreached} points not come to\n`)
process.exitCode = isClean(tally) ? 0 : 1

/** The first few problems of a round, and how it is had again. */
function report(problems: readonly ReportedProblem[], replay: string): void {
  for (const { kind, about, what, account, found } of problems.slice(0, mostShown))
    process.stdout.write(`${kind.toUpperCase()} (${about}) in account ${account}, ${found}: ${what}\n`)
  if (problems.length > mostShown) process.stdout.write(`  and ${problems.length - mostShown} more\n`)
  if (problems.length > 0) process.stdout.write(`  again: ${replay}\n`)
}
