import { setImmediate as nextTurn } from 'node:timers/promises'

const turnMs = 10

/** Runs work in steps, with regular turns for waiting requests (real time). */
export async function runInSlices<Result>(steps: Generator<void, Result>): Promise<Result> {
  let sinceMs = performance.now()
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
    if (performance.now() - sinceMs < turnMs) continue
    await nextTurn()
    sinceMs = performance.now()
  }
}
