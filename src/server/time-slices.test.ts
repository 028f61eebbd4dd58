import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { runInSlices } from './time-slices.ts'

const stepMs = 3
const stepsPerTask = 8
const taskCount = 30
/** The maximum number of steps in one turn: the last step of 3 ms may begin just before the turn's 10 ms end. */
const maxStepsPerTurn = 4

function useThreeMs(): void {
  const untilMs = performance.now() + stepMs
  while (performance.now() < untilMs);
}

it('runInSlices runs only a few steps of many tasks in each turn of the event loop, until all tasks have ended', async () => {
  let steps = 0
  function* createTask(number: number): Generator<void, number> {
    for (let count = 0; count < stepsPerTask; count += 1) {
      useThreeMs()
      steps += 1
      yield
    }
    return number
  }
  const ends = Promise.all(Array.from({ length: taskCount }, (_, number) => runInSlices(createTask(number))))
  const perTurn: number[] = []
  while (steps < taskCount * stepsPerTask) {
    const before = steps
    await nextTurn()
    perTurn.push(steps - before)
  }
  expect(await ends).toEqual(Array.from({ length: taskCount }, (_, number) => number))
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(maxStepsPerTurn)
})

it('runInSlices rejects with the error of a step, and still runs the other tasks', async () => {
  function* failAtSecondStep(): Generator<void> {
    yield
    throw new Error('no more')
  }
  function* endAtSecondStep(): Generator<void, string> {
    yield
    return 'done'
  }
  const both = await Promise.allSettled([runInSlices(failAtSecondStep()), runInSlices(endAtSecondStep())])
  expect(both).toMatchObject([{ reason: { message: 'no more' } }, { value: 'done' }])
})
