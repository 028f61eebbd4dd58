import { describe, expect, it } from 'vitest'
import type { Task } from './agenda.ts'
import { Cell } from './cell.ts'
import { Clock } from './clock.ts'
import { liveCollection } from './collection.ts'
import type { ClockRecord } from './records.ts'
import { SteadyTime } from './steady-time.ts'
import { TestTime } from './test-time.ts'
import { AdvanceStopped, type Fired, Timeline } from './timeline.ts'

type Run = (
  task: Task,
  at: { readonly nowMs: number; readonly timeline: Timeline; readonly time: TestTime },
) => ReturnType<Runner>
type Runner = (task: Task) => readonly Fired[] | Promise<readonly Fired[]>

function timelineWith(run: Run, mode: ClockRecord['mode'] = 'frozen') {
  const time = new TestTime(0)
  const failures: unknown[] = []
  const setting = new Cell<ClockRecord>(liveCollection('clock', () => undefined))
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

const broken = new Error('broken')
const explode = () => {
  throw broken
}

const takesAMillisecond: Run = (task, at) => {
  at.time.setClock(at.time.now() + 1)
  return happens(task, at)
}

const happens: Run = ({ kind, id }, { nowMs }) => [{ atMs: nowMs, kind, id }]
const poll = (dueMs: number, id: string) => ({ dueMs, kind: 'poll', id }) as const
const told = (fired: readonly Fired[]) => fired.map(({ atMs, id }) => `${id} at ${atMs}`)
const to = (instantMs: number) => () => instantMs

describe('an advance', () => {
  it('runs what is due in time order, each at its own instant, and nothing later', async () => {
    const { timeline, clock } = timelineWith(happens)
    for (const dueMs of [30, 10, 20, 41]) timeline.schedule(poll(dueMs, 'task'))
    expect(told(await timeline.advance(to(40)))).toEqual(['task at 10', 'task at 20', 'task at 30'])
    expect(clock.now()).toBe(40)
    expect(timeline.waiting().map(({ dueMs }) => dueMs)).toEqual([41])
  })

  it('carries out work that arises on the way when it is due in the span, and leaves what is not', async () => {
    const { timeline } = timelineWith(async (task, { nowMs, timeline }) => {
      await Promise.resolve()
      timeline.schedule({ ...poll(task.dueMs * 2, task.id), order: task.order })
      return [{ atMs: nowMs, kind: task.kind, id: task.id }]
    })
    timeline.schedule(poll(5, 'retry'))
    expect(told(await timeline.advance(to(39)))).toEqual(['retry at 5', 'retry at 10', 'retry at 20'])
    expect(told(await timeline.advance(to(40)))).toEqual(['retry at 40'])
  })

  it('waits for each instant to end before the next begins, and runs what is due together side by side', async () => {
    const log: string[] = []
    const { timeline } = timelineWith(async ({ id }) => {
      log.push(`${id} begins`)
      await Promise.resolve()
      await Promise.resolve()
      log.push(`${id} ends`)
      return []
    })
    timeline.schedule(poll(10, 'a'))
    timeline.schedule(poll(10, 'b'))
    timeline.schedule(poll(11, 'c'))
    await timeline.advance(to(11))
    expect(log).toEqual(['a begins', 'b begins', 'a ends', 'b ends', 'c begins', 'c ends'])
  })

  it('adds up with another asked for at the same time', async () => {
    const { timeline, clock } = timelineWith(happens)
    for (const dueMs of [5, 15, 25]) timeline.schedule(poll(dueMs, 'task'))
    const by10 = () => timeline.advance(() => clock.now() + 10)
    const fired = await Promise.all([by10(), by10(), by10()])
    expect(fired.map(told)).toEqual([['task at 5'], ['task at 15'], ['task at 25']])
    expect(clock.now()).toBe(30)
  })

  it('moves nothing for an instant that is not to be had', async () => {
    const { timeline, clock } = timelineWith(happens)
    timeline.schedule(poll(5, 'task'))
    expect(await timeline.advance(() => null)).toEqual([])
    expect(clock.now()).toBe(0)
  })

  it('is not stopped by one before it that failed', async () => {
    const { timeline, clock } = timelineWith(happens)
    const failing = timeline.advance(() => {
      throw new Error('no such instant')
    })
    const next = timeline.advance(to(7))
    await expect(failing).rejects.toThrow('no such instant')
    await next
    expect(clock.now()).toBe(7)
  })

  it('first lets end what real time had begun, and tells only of what fell into its own span', async () => {
    let answer: () => void = () => undefined
    const { timeline, time, clock } = timelineWith((task, { nowMs }) => {
      const fired = [{ atMs: nowMs, kind: task.kind, id: task.id }]
      if (task.id !== 'slow') return fired
      return new Promise((resolve) => {
        answer = () => resolve(fired)
      })
    }, 'realtime')
    timeline.schedule(poll(1, 'slow'))
    time.pass(1)
    timeline.schedule(poll(10, 'later'))
    let isOver = false
    const advance = timeline.advance(to(20)).finally(() => {
      isOver = true
    })
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
    expect([isOver, clock.now()]).toEqual([false, 1])
    answer()
    expect(told(await advance)).toEqual(['later at 10'])
  })

  it('lets waiting requests have a turn in a long one', async () => {
    const { timeline, time } = timelineWith(takesAMillisecond)
    for (let task = 0; task < 24; task += 1) timeline.schedule(poll(task, 'task'))
    expect(await timeline.advance(to(2_000))).toHaveLength(23)
    expect(time.pauses).toBe(4)
  })

  it('lets waiting requests have a turn among many tasks of one instant, too', async () => {
    const { timeline, time } = timelineWith(takesAMillisecond)
    for (let task = 0; task < 24; task += 1) timeline.schedule(poll(7, 'task'))
    expect(await timeline.advance(to(7))).toHaveLength(24)
    expect(time.pauses).toBe(4)
  })

  it('is refused when the timeline is stopped on the way, and stays where it came to', async () => {
    const ran: number[] = []
    const { timeline, clock } = timelineWith((_, { nowMs, timeline }) => {
      ran.push(nowMs)
      if (nowMs === 2) timeline.stop()
      return []
    })
    for (const dueMs of [1, 2, 3]) timeline.schedule(poll(dueMs, 'task'))
    await expect(timeline.advance(to(5))).rejects.toThrow(AdvanceStopped)
    await timeline.settle()
    expect([ran, clock.now(), timeline.waiting()]).toEqual([[1, 2], 2, []])
    await expect(timeline.advance(to(5))).rejects.toThrow(AdvanceStopped)
  })

  it.each(['throws', 'rejects'])('stops at a task that %s, after those beside it have ended', async (how) => {
    const ended: string[] = []
    let isWhole = false
    const { timeline, clock, failures } = timelineWith((task, { nowMs }) => {
      if (task.id === 'broken' && !isWhole) return how === 'throws' ? explode() : Promise.reject(broken)
      return Promise.resolve().then(() => {
        ended.push(`${task.id} at ${nowMs}`)
        return [{ atMs: nowMs, kind: task.kind, id: task.id }]
      })
    })
    for (const id of ['before', 'broken', 'after']) timeline.schedule(poll(10, id))
    timeline.schedule(poll(20, 'later'))
    await expect(timeline.advance(to(30))).rejects.toBe(broken)
    expect([ended, clock.now(), failures]).toEqual([['before at 10', 'after at 10'], 10, []])
    expect(timeline.waiting().map(({ id }) => id)).toEqual(['later', 'broken'])

    isWhole = true
    await timeline.advance(to(30))
    expect(ended.slice(2)).toEqual(['broken at 10', 'later at 20'])
    expect(clock.now()).toBe(30)
  })
})

describe('a timeline left to run', () => {
  it('sets one timer, for the earliest task', () => {
    const ran: string[] = []
    const { timeline, time } = timelineWith(({ id }) => {
      ran.push(id)
      return []
    }, 'realtime')
    timeline.schedule(poll(50, 'late'))
    timeline.schedule(poll(20, 'early'))
    timeline.schedule(poll(90, 'last'))
    expect([time.timersSet, time.delays]).toEqual([1, [50, 20]])
    time.pass(60)
    expect(ran).toEqual(['early', 'late'])
    expect(time.timersSet).toBe(1)
  })

  it('does not let a task that hangs hold back the others', async () => {
    const ran: string[] = []
    const { timeline, time } = timelineWith(({ id }) => {
      ran.push(id)
      return id === 'hangs' ? new Promise(() => undefined) : []
    }, 'realtime')
    for (const [index, id] of ['hangs', 'next', 'after'].entries()) timeline.schedule(poll(index, id))
    time.pass(10)
    expect(ran).toEqual(['hangs', 'next', 'after'])
  })

  it.each(['throws', 'rejects'])(
    'tries a task that %s again, later each time, and keeps no other from its turn',
    async (how) => {
      const ran: string[] = []
      const { timeline, time, failures } = timelineWith(({ id }) => {
        ran.push(id)
        if (id !== 'broken') return []
        return how === 'throws' ? explode() : Promise.reject(broken)
      }, 'realtime')
      for (const id of ['before', 'broken', 'after']) timeline.schedule(poll(10, id))
      time.pass(10)
      expect(ran.splice(0)).toEqual(['before', 'broken', 'after'])
      for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
        await timeline.settle()
        expect(timeline.waiting()).toMatchObject([{ id: 'broken', dueMs: 10 }])
        time.pass(seconds * 1_000 - 1)
        expect(ran).toEqual([])
        time.pass(1)
        expect(ran.splice(0)).toEqual(['broken'])
      }
      await timeline.settle()
      expect(failures).toEqual(Array.from({ length: 9 }, () => broken))
      timeline.stop()
      expect([time.timersSet, timeline.waiting()]).toEqual([0, []])
    },
  )

  it('lets others have their turn among much that is due at once', () => {
    const { timeline, time } = timelineWith(takesAMillisecond, 'realtime')
    for (let task = 0; task < 20; task += 1) timeline.schedule(poll(10, 'task'))
    for (let turn = 1; turn <= 4; turn += 1) time.pass(10)
    expect(time.delays).toEqual([10, 0, 0, 0])
    expect(timeline.waiting()).toEqual([])
  })

  it('runs what is due now at once though time stands still, and nothing else', () => {
    const ran: string[] = []
    const { timeline, time } = timelineWith(({ id }) => {
      ran.push(id)
      return []
    })
    timeline.schedule(poll(0, 'now'))
    timeline.schedule(poll(1, 'later'))
    time.pass(1_000_000)
    expect(ran).toEqual(['now'])
    expect(time.timersSet).toBe(0)
  })

  it('finds the right timer again after the clock was changed', () => {
    const ran: number[] = []
    const { timeline, time, clock } = timelineWith((_, { nowMs }) => {
      ran.push(nowMs)
      return []
    }, 'realtime')
    timeline.schedule(poll(1_000, 'task'))
    clock.configure({ rate: 100 })
    timeline.rewind()
    time.pass(10)
    expect(ran).toEqual([1_000])
  })

  it('tries again when a timer comes early, as after the machine was set back', () => {
    const ran: number[] = []
    const { timeline, time, clock } = timelineWith((_, { nowMs }) => {
      ran.push(nowMs)
      return []
    }, 'realtime')
    timeline.schedule(poll(1_000, 'task'))
    time.pass(400)
    expect(clock.now()).toBe(400)
    time.setClock(-10_000)
    expect(clock.now()).toBe(400)
    time.pass(600)
    expect(ran).toEqual([1_000])
  })

  it('starts nothing any more once stopped, and settles what was started', async () => {
    const ran: string[] = []
    let answer: () => void = () => undefined
    const { timeline, time } = timelineWith(({ id }) => {
      ran.push(id)
      return new Promise((resolve) => {
        answer = () => resolve([])
      })
    }, 'realtime')
    timeline.schedule(poll(1, 'under way'))
    timeline.schedule(poll(2, 'never'))
    time.pass(1)
    timeline.stop()
    timeline.schedule(poll(3, 'never either'))
    time.pass(100)
    expect([ran, time.timersSet]).toEqual([['under way'], 0])
    let isSettled = false
    const settled = timeline.settle().then(() => {
      isSettled = true
    })
    await Promise.resolve()
    expect(isSettled).toBe(false)
    answer()
    await settled
  })
})
