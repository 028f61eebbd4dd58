import type { Task } from './agenda.ts'
import type { RealTime } from './clock.ts'

const firstDelayMs = 1_000
const longestDelayMs = 60_000

/** Tasks that failed, for whatever reason: each is tried again after a while of real time, a longer one each time. */
export class FailedTasks {
  readonly #realTime: RealTime
  readonly #again: (task: Task) => void
  readonly #waiting = new Map<Task, () => void>()

  /** `again` hears of a task whose wait is over. */
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

  tasks(): readonly Task[] {
    return [...this.#waiting.keys()]
  }

  /** All of them, which then wait no longer. */
  takeAll(): readonly Task[] {
    const taken = this.tasks()
    for (const callOff of this.#waiting.values()) callOff()
    this.#waiting.clear()
    return taken
  }
}
