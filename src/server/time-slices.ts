import type { IncomingMessage } from 'node:http'
import { beginRequestWork, getCurrentRequest } from './loop-watch.ts'

/** The real time that all tasks together may use in one turn of the event loop. */
const turnMs = 10

interface Task {
  readonly request: IncomingMessage | null
  /** Runs one step of the task; returns true once the task has ended. */
  readonly step: () => boolean
}

const tasks: Task[] = []
let spentMs = 0
let isTurnAwaited = false

/**
 * Runs a task in steps. All tasks together use at most `turnMs` of each turn of the event loop, in rotation, so that
 * more tasks do not make other requests wait longer.
 */
export function runInSlices<Result>(steps: Generator<void, Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const step = (): boolean => {
      try {
        const { done, value } = steps.next()
        if (done === true) resolve(value)
        return done === true
      } catch (error) {
        reject(error)
        return true
      }
    }
    tasks.push({ request: getCurrentRequest(), step })
    // If other tasks wait, the new task waits for its place in the rotation.
    if (tasks.length === 1) runTurn()
  })
}

/**
 * Runs the first task until it ends or the time of this turn is over. If it ends, the code that awaits its result runs
 * before the next task.
 */
function runTurn(): void {
  const sinceMs = performance.now()
  const untilMs = sinceMs + turnMs - spentMs
  let isEnded = false
  const [task] = tasks
  if (task !== undefined && sinceMs < untilMs) {
    beginRequestWork(task.request)
    do isEnded = task.step()
    while (!isEnded && performance.now() < untilMs)
    tasks.shift()
    if (!isEnded) tasks.push(task)
  }
  spentMs += performance.now() - sinceMs
  if (isTurnAwaited) return
  isTurnAwaited = true
  setImmediate(() => {
    isTurnAwaited = false
    spentMs = 0
    if (tasks.length > 0) runTurn()
  })
}
