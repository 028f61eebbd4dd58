import { type TaskKind, taskKinds } from '../time/agenda.ts'
import type { FiredTask } from '../time/timeline.ts'

/** The limit is per kind: otherwise frequent kinds would push out rare ones. */
const keptOfEach = 500

/** The latest fired tasks of an account, by kind. Only in memory. */
export class FiredLog {
  readonly #byKind = new Map<TaskKind, FiredTask[]>(taskKinds.map((kind) => [kind, []]))

  add(fired: FiredTask): void {
    const kept = this.#byKind.get(fired.kind)
    if (kept === undefined) return
    kept.push(fired)
    // Cut now and then, not at each entry: moving the rest takes longer than adding.
    if (kept.length >= 2 * keptOfEach) kept.splice(0, kept.length - keptOfEach)
  }

  /** Returns the tasks kind by kind, and those of one kind in the order in which they fired. */
  list(): readonly FiredTask[] {
    return [...this.#byKind.values()].flatMap((kept) => kept.slice(-keptOfEach))
  }
}
