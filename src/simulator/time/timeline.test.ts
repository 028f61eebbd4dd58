import { describe, expect, it } from 'vitest'
import {
  broken,
  explode,
  happens,
  poll,
  takesAMillisecond,
  timelineWith,
  to,
  told,
} from '../../../test/support/simulator/timeline.ts'
import { AdvanceStopped } from './timeline.ts'

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
