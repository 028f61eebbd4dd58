import { type TaskKind, taskKinds } from '../time/agenda.ts'
import type { FiredTask } from '../time/timeline.ts'

/**
 * The maximum number of fired tasks that are kept of each kind. One limit for all kinds would let frequent kinds push
 * out rare ones.
 */
const keptOfEach = 500

/** The latest fired tasks of an account, by kind. The log is only in memory. */
export class FiredLog {
  readonly #byKind = new Map<TaskKind, FiredTask[]>(taskKinds.map((kind) => [kind, []]))

  add(fired: FiredTask): void {
    const kept = this.#byKind.get(fired.kind)
    if (kept === undefined) return
    kept.push(fired)
    // The list is cut only now and then: moving the remaining entries takes longer than adding one.
    if (kept.length >= 2 * keptOfEach) kept.splice(0, kept.length - keptOfEach)
  }

  /** Returns the fired tasks kind by kind, and the tasks of one kind in the order in which they fired. */
  list(): readonly FiredTask[] {
    return [...this.#byKind.values()].flatMap((kept) => kept.slice(-keptOfEach))
  }
}
