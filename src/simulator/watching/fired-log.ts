import { type TaskKind, taskKinds } from '../time/agenda.ts'
import type { FiredTask } from '../time/timeline.ts'

/**
 * How many fired tasks of each kind the log keeps. With one limit for all kinds, tasks of a frequent kind would push
 * out those of a rare kind.
 */
const keptOfEach = 500

/** The latest fired tasks of an account, by kind. The log is only in memory. */
export class FiredLog {
  readonly #byKind = new Map<TaskKind, FiredTask[]>(taskKinds.map((kind) => [kind, []]))

  add(fired: FiredTask): void {
    const kept = this.#byKind.get(fired.kind)
    if (kept === undefined) return
    kept.push(fired)
    // The list is cut only now and then, because a cut moves all remaining entries.
    if (kept.length >= 2 * keptOfEach) kept.splice(0, kept.length - keptOfEach)
  }

  /** Returns the fired tasks kind by kind, and the tasks of one kind in the order in which they fired. */
  list(): readonly FiredTask[] {
    return [...this.#byKind.values()].flatMap((kept) => kept.slice(-keptOfEach))
  }
}
