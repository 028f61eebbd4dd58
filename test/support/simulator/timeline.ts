import { createObjectCollection } from '../../../src/simulator/accounts/collection.ts'
import type { ClockRecord } from '../../../src/simulator/accounts/records/clock.ts'
import { SingleRecord } from '../../../src/simulator/accounts/single-record.ts'
import type { Task } from '../../../src/simulator/time/agenda.ts'
import { Clock } from '../../../src/simulator/time/clock.ts'
import { SteadyTime } from '../../../src/simulator/time/steady-time.ts'
import { type FiredTask, Timeline } from '../../../src/simulator/time/timeline.ts'
import { TestTime } from './time.ts'

export type RunTask = (
  task: Task,
  at: { readonly nowMs: number; readonly timeline: Timeline; readonly time: TestTime },
) => ReturnType<Runner>
type Runner = (task: Task) => readonly FiredTask[] | Promise<readonly FiredTask[]>

/** For tests: a timeline on a machine's clock that tests move. The tests add the tasks. */
export function createTimelineWith(run: RunTask, mode: ClockRecord['mode'] = 'frozen') {
  const time = new TestTime(0)
  const failures: unknown[] = []
  const setting = new SingleRecord<ClockRecord>(createObjectCollection('clock', () => undefined))
  setting.set({ mode, rate: 1, baseMs: 0, baseRealMs: 0 })
  const clock = new Clock({ setting, realTime: new SteadyTime(time) })
  const timeline: Timeline = new Timeline({
    clock,
    realTime: time,
    run: (task) => run(task, { nowMs: clock.now(), timeline, time }),
    failed: (error) => failures.push(error),
  })
  return { time, clock, timeline, failures }
}

export const failure = new Error('broken')
/** Stands for a task that fails. */
export const throwFailure = () => {
  throw failure
}

/** Stands for a task that takes a millisecond of real time. */
export const runForAMillisecond: RunTask = (task, at) => {
  at.time.setClock(at.time.now() + 1)
  return returnOneFiredTask(task, at)
}

/** Stands for a task that happens once, at the present time. */
export const returnOneFiredTask: RunTask = ({ kind, id }, { nowMs }) => [{ atMs: nowMs, kind, id }]
export const createPollTask = (dueMs: number, id: string) => ({ dueMs, kind: 'poll', id }) as const
export const describeFiredTasks = (fired: readonly FiredTask[]) =>
  fired.map(({ atMs, id }) => `${id} at ${atMs}`)
export const createTargetTime = (instantMs: number) => () => instantMs
