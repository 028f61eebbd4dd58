import type { Task } from './agenda.ts'
import type { RealTime } from './clock.ts'

const firstDelayMs = 1_000
const longestDelayMs = 60_000

/** Tasks that failed. Each is retried after a delay in real time, longer each time. */
export class FailedTasks {
  readonly #realTime: RealTime
  readonly #again: (task: Task) => void
  readonly #waiting = new Map<Task, () => void>()

  /** Calls `again` with each failed task when its delay is over. */
  constructor(realTime: RealTime, again: (task: Task) => void) {
    this.#realTime = realTime
    this.#again = again
  }

  add(task: Task): void {
    const delayMs = Math.min(longestDelayMs, firstDelayMs * 2 ** task.failures)
    const failed = { ...task, failures: task.failures + 1 }
    const callOff = this.#realTime.setTimer(() => {
      this.#waiting.delete(failed)
      this.#again(failed)
    }, delayMs)
    this.#waiting.set(failed, callOff)
  }

  listTasks(): readonly Task[] {
    return [...this.#waiting.keys()]
  }

  /** Returns all failed tasks and cancels their delays. */
  takeAll(): readonly Task[] {
    const taken = this.listTasks()
    for (const callOff of this.#waiting.values()) callOff()
    this.#waiting.clear()
    return taken
  }
}
