import { describe, expect, it } from 'vitest'
import {
  createPollTask,
  createTargetTime,
  createTimelineWith,
  describeFiredTasks,
  failure,
  returnOneFiredTask,
  runForAMillisecond,
  throwFailure,
} from '../../../test/support/simulator/timeline.ts'
import { AdvanceHeldUp, AdvanceStopped } from './timeline.ts'

/** Returns a timeline whose tasks run until the test lets them end. */
function createHeldTimeline() {
  let answer: () => void = () => undefined
  const made = createTimelineWith(
    (task, { nowMs }) =>
      new Promise((resolve) => {
        answer = () => resolve([{ atMs: nowMs, kind: task.kind, id: task.id }])
      }),
  )
  return { ...made, answer: () => answer() }
}

async function waitTurns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

describe('an advance of the timeline', () => {
  it('an advance of the clock runs due tasks in the order of their due times, each at its due time, and no later tasks', async () => {
    const { timeline, clock } = createTimelineWith(returnOneFiredTask)
    for (const dueMs of [30, 10, 20, 41]) timeline.schedule(createPollTask(dueMs, 'task'))
    expect(describeFiredTasks(await timeline.advance(createTargetTime(40)))).toEqual([
      'task at 10',
      'task at 20',
      'task at 30',
    ])
    expect(clock.now()).toBe(40)
    expect(timeline.listWaitingTasks().map(({ dueMs }) => dueMs)).toEqual([41])
  })

  it('an advance of the clock also runs tasks that are scheduled during the advance and due before its end', async () => {
    const { timeline } = createTimelineWith(async (task, { nowMs, timeline }) => {
      await Promise.resolve()
      timeline.schedule({ ...createPollTask(task.dueMs * 2, task.id), order: task.order })
      return [{ atMs: nowMs, kind: task.kind, id: task.id }]
    })
    timeline.schedule(createPollTask(5, 'retry'))
    expect(describeFiredTasks(await timeline.advance(createTargetTime(39)))).toEqual([
      'retry at 5',
      'retry at 10',
      'retry at 20',
    ])
    expect(describeFiredTasks(await timeline.advance(createTargetTime(40)))).toEqual(['retry at 40'])
  })

  it('an advance runs tasks with the same due time in parallel, before the tasks with the next due time', async () => {
    const log: string[] = []
    const { timeline } = createTimelineWith(async ({ id }) => {
      log.push(`${id} begins`)
      await Promise.resolve()
      await Promise.resolve()
      log.push(`${id} ends`)
      return []
    })
    timeline.schedule(createPollTask(10, 'a'))
    timeline.schedule(createPollTask(10, 'b'))
    timeline.schedule(createPollTask(11, 'c'))
    await timeline.advance(createTargetTime(11))
    expect(log).toEqual(['a begins', 'b begins', 'a ends', 'b ends', 'c begins', 'c ends'])
  })

  it('advances that are requested at the same time run one after another', async () => {
    const { timeline, clock } = createTimelineWith(returnOneFiredTask)
    for (const dueMs of [5, 15, 25]) timeline.schedule(createPollTask(dueMs, 'task'))
    const advanceBy10 = () => timeline.advance(() => clock.now() + 10)
    const fired = await Promise.all([advanceBy10(), advanceBy10(), advanceBy10()])
    expect(fired.map(describeFiredTasks)).toEqual([['task at 5'], ['task at 15'], ['task at 25']])
    expect(clock.now()).toBe(30)
  })

  it('an advance is refused while another advance has waited over three seconds for a webhook receiver', async () => {
    const { timeline, clock, time, answer } = createHeldTimeline()
    timeline.schedule(createPollTask(5, 'attempt'))
    const first = timeline.advance(createTargetTime(5))
    const second = timeline.advance(() => clock.now() + 10)
    const refused = expect(second).rejects.toThrow(AdvanceHeldUp)
    await waitTurns()
    time.pass(2_999)
    expect(time.timersSet).toBe(1)
    time.pass(1)
    await refused
    // Later advances still wait for the advance before them.
    const third = timeline.advance(() => clock.now() + 10, { waits: true })
    time.pass(60_000)
    await waitTurns()
    answer()
    expect(describeFiredTasks(await first)).toEqual(['attempt at 5'])
    await third
    expect([clock.now(), time.timersSet]).toEqual([15, 0])
  })

  it('an advance waits for another advance whose webhook receivers respond within three seconds', async () => {
    const { timeline, clock, time, answer } = createHeldTimeline()
    for (const dueMs of [1, 2, 3]) timeline.schedule(createPollTask(dueMs, 'attempt'))
    const first = timeline.advance(createTargetTime(3))
    const second = timeline.advance(() => clock.now() + 10)
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await waitTurns()
      time.pass(2_500)
      answer()
    }
    expect(await first).toHaveLength(3)
    await second
    expect([clock.now(), time.timersSet]).toEqual([13, 0])
  })

  it('an advance waits for a webhook receiver without a limit if no other advance is requested', async () => {
    const { timeline, time, answer } = createHeldTimeline()
    timeline.schedule(createPollTask(5, 'attempt'))
    const only = timeline.advance(createTargetTime(5))
    await waitTurns()
    time.pass(3_600_000)
    answer()
    expect(describeFiredTasks(await only)).toEqual(['attempt at 5'])
  })

  it('an advance of the clock to an invalid time is refused and does not move the clock', async () => {
    const { timeline, clock } = createTimelineWith(returnOneFiredTask)
    timeline.schedule(createPollTask(5, 'task'))
    expect(await timeline.advance(() => null)).toEqual([])
    expect(clock.now()).toBe(0)
  })

  it('an advance of the clock succeeds although an earlier advance failed', async () => {
    const { timeline, clock } = createTimelineWith(returnOneFiredTask)
    const failing = timeline.advance(() => {
      throw new Error('no such instant')
    })
    const next = timeline.advance(createTargetTime(7))
    await expect(failing).rejects.toThrow('no such instant')
    await next
    expect(clock.now()).toBe(7)
  })

  it('an advance of the clock waits for tasks in progress and reports only tasks of its own time span', async () => {
    let answer: () => void = () => undefined
    const { timeline, time, clock } = createTimelineWith((task, { nowMs }) => {
      const fired = [{ atMs: nowMs, kind: task.kind, id: task.id }]
      if (task.id !== 'slow') return fired
      return new Promise((resolve) => {
        answer = () => resolve(fired)
      })
    }, 'realtime')
    timeline.schedule(createPollTask(1, 'slow'))
    time.pass(1)
    timeline.schedule(createPollTask(10, 'later'))
    let isOver = false
    const advance = timeline.advance(createTargetTime(20)).finally(() => {
      isOver = true
    })
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
    expect([isOver, clock.now()]).toEqual([false, 1])
    answer()
    expect(describeFiredTasks(await advance)).toEqual(['later at 10'])
  })

  it('during a long advance, the simulator carries out other requests', async () => {
    const { timeline, time } = createTimelineWith(runForAMillisecond)
    for (let task = 0; task < 24; task += 1) timeline.schedule(createPollTask(task, 'task'))
    expect(await timeline.advance(createTargetTime(2_000))).toHaveLength(23)
    expect(time.pauses).toBe(4)
  })

  it('during an advance of the clock with many tasks at one time, the simulator carries out other requests', async () => {
    const { timeline, time } = createTimelineWith(runForAMillisecond)
    for (let task = 0; task < 24; task += 1) timeline.schedule(createPollTask(7, 'task'))
    expect(await timeline.advance(createTargetTime(7))).toHaveLength(24)
    expect(time.pauses).toBe(4)
  })

  it('an advance ends at the time that the clock has reached if the simulator stops its timeline', async () => {
    const ran: number[] = []
    const { timeline, clock } = createTimelineWith((_, { nowMs, timeline }) => {
      ran.push(nowMs)
      if (nowMs === 2) timeline.stop()
      return []
    })
    for (const dueMs of [1, 2, 3]) timeline.schedule(createPollTask(dueMs, 'task'))
    await expect(timeline.advance(createTargetTime(5))).rejects.toThrow(AdvanceStopped)
    await timeline.waitForRunningTasks()
    expect([ran, clock.now(), timeline.listWaitingTasks()]).toEqual([[1, 2], 2, []])
    await expect(timeline.advance(createTargetTime(5))).rejects.toThrow(AdvanceStopped)
  })

  it.each(['throws', 'rejects'])(
    'an advance ends at the due time of a task that %s, after the other tasks of the same due time have ended',
    async (how) => {
      const ended: string[] = []
      let isWhole = false
      const { timeline, clock, failures } = createTimelineWith((task, { nowMs }) => {
        if (task.id === 'broken' && !isWhole)
          return how === 'throws' ? throwFailure() : Promise.reject(failure)
        return Promise.resolve().then(() => {
          ended.push(`${task.id} at ${nowMs}`)
          return [{ atMs: nowMs, kind: task.kind, id: task.id }]
        })
      })
      for (const id of ['before', 'broken', 'after']) timeline.schedule(createPollTask(10, id))
      timeline.schedule(createPollTask(20, 'later'))
      await expect(timeline.advance(createTargetTime(30))).rejects.toBe(failure)
      expect([ended, clock.now(), failures]).toEqual([['before at 10', 'after at 10'], 10, []])
      expect(timeline.listWaitingTasks().map(({ id }) => id)).toEqual(['later', 'broken'])

      isWhole = true
      await timeline.advance(createTargetTime(30))
      expect(ended.slice(2)).toEqual(['broken at 10', 'later at 20'])
      expect(clock.now()).toBe(30)
    },
  )
})
