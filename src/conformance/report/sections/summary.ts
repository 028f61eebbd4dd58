import { plural } from '../../plural.ts'
import type { Report } from '../report.ts'
import { expectedFailures, skipGroups } from './groups.ts'

/** More would make the last line longer than anybody reads. */
const namedGroups = 4

/** The last line of every report for people: exact counts that add up. */
export function countsLine(report: Report): string {
  const { passed, failed, skipped, errored } = report.summary
  const known = expectedFailures(report)
  const knownOf = (status: 'failed' | 'errored'): string => {
    const count = known.filter((rule) => rule.status === status).length
    return count === 0 ? '' : ` (${count} known)`
  }
  const why = skipCounts(report)
  return [
    `${passed} passed`,
    `${failed} failed${knownOf('failed')}`,
    `${skipped} skipped${why.length === 0 ? '' : ` (${why.join(', ')})`}`,
    `${errored} errored${knownOf('errored')}`,
  ].join(', ')
}

/** Each skip in one of them: by what would unlock it, else by why nothing does. */
function skipCounts(report: Report): readonly string[] {
  const groups = skipGroups(report)
  const unlockable = groups.filter(({ isUnlockable }) => isUnlockable)
  const rest = unlockable.slice(namedGroups).reduce((sum, { results }) => sum + results.length, 0)
  return [
    ...unlockable
      .slice(0, namedGroups)
      .map(({ name, results }) => `${plural(results.length, 'needs', 'need')} ${name}`),
    ...(rest === 0 ? [] : [`${plural(rest, 'needs', 'need')} something else`]),
    ...groups
      .filter(({ isUnlockable }) => !isUnlockable)
      .map(({ name, results }) => `${results.length} ${name}`),
  ]
}

/** Money that is gone: nobody should have to look for it. */
export function lossLine(lostCents: number): string {
  return `Missing from the live wallet, with no live charge that explains it: ${plural(lostCents, 'cent')}.`
}

/** What keeps a run from proving anything more: it ended early, or executed nothing. */
export interface RunProblem {
  readonly title: string
  readonly reason: string
}

/** Null for a run that came to its end and executed a rule. */
export function runProblemOf({ stopped, summary, shard }: Report): RunProblem | null {
  if (stopped?.kind === 'bail') return { title: 'The run ended early, as it was to', reason: stopped.reason }
  if (stopped !== null) return { title: 'The run did not finish', reason: stopped.reason }
  const { passed, failed, errored, skipped } = summary
  if (passed + failed + errored > 0) return null
  if (shard !== null && skipped === 0) {
    return {
      title: 'No rule was executed',
      reason: `None of the rules chosen is in shard ${shard.index}/${shard.count}; the --merge of all shards says how the run went.`,
    }
  }
  return {
    title: 'No rule was executed',
    reason: `Nothing is proved: ${plural(skipped, 'rule was', 'rules were')} skipped.`,
  }
}
