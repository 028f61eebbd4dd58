import { describe, expect, it } from 'vitest'
import {
  createPollTask,
  createTimelineWith,
  failure,
  runForAMillisecond,
  throwFailure,
} from '../../../test/support/simulator/timeline.ts'

describe('a timeline whose clock runs', () => {
  it('a timeline whose clock runs sets one timer, for the earliest task', () => {
    const ran: string[] = []
    const { timeline, time } = createTimelineWith(({ id }) => {
      ran.push(id)
      return []
    }, 'realtime')
    timeline.schedule(createPollTask(50, 'late'))
    timeline.schedule(createPollTask(20, 'early'))
    timeline.schedule(createPollTask(90, 'last'))
    expect([time.timersSet, time.delays]).toEqual([1, [50, 20]])
    time.pass(60)
    expect(ran).toEqual(['early', 'late'])
    expect(time.timersSet).toBe(1)
  })

  it('a timeline whose clock runs starts other tasks while one task is still running', async () => {
    const ran: string[] = []
    const { timeline, time } = createTimelineWith(({ id }) => {
      ran.push(id)
      return id === 'hangs' ? new Promise(() => undefined) : []
    }, 'realtime')
    for (const [index, id] of ['hangs', 'next', 'after'].entries())
      timeline.schedule(createPollTask(index, id))
    time.pass(10)
    expect(ran).toEqual(['hangs', 'next', 'after'])
  })

  it.each(['throws', 'rejects'])(
    'a timeline whose clock runs repeats a task that %s, after longer and longer pauses, and delays no other task',
    async (how) => {
      const ran: string[] = []
      const { timeline, time, failures } = createTimelineWith(({ id }) => {
        ran.push(id)
        if (id !== 'broken') return []
        return how === 'throws' ? throwFailure() : Promise.reject(failure)
      }, 'realtime')
      for (const id of ['before', 'broken', 'after']) timeline.schedule(createPollTask(10, id))
      time.pass(10)
      expect(ran.splice(0)).toEqual(['before', 'broken', 'after'])
      for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
        await timeline.waitForRunningTasks()
        expect(timeline.listWaitingTasks()).toMatchObject([{ id: 'broken', dueMs: 10 }])
        time.pass(seconds * 1_000 - 1)
        expect(ran).toEqual([])
        time.pass(1)
        expect(ran.splice(0)).toEqual(['broken'])
      }
      await timeline.waitForRunningTasks()
      expect(failures).toEqual(Array.from({ length: 9 }, () => failure))
      timeline.stop()
      expect([time.timersSet, timeline.listWaitingTasks()]).toEqual([0, []])
    },
  )

  it('between many due tasks of a timeline whose clock runs, the simulator carries out other requests', () => {
    const { timeline, time } = createTimelineWith(runForAMillisecond, 'realtime')
    for (let task = 0; task < 20; task += 1) timeline.schedule(createPollTask(10, 'task'))
    for (let turn = 1; turn <= 4; turn += 1) time.pass(10)
    expect(time.delays).toEqual([10, 0, 0, 0])
    expect(timeline.listWaitingTasks()).toEqual([])
  })

  it('a timeline whose clock is frozen runs tasks that are due now, and no later tasks', () => {
    const ran: string[] = []
    const { timeline, time } = createTimelineWith(({ id }) => {
      ran.push(id)
      return []
    })
    timeline.schedule(createPollTask(0, 'now'))
    timeline.schedule(createPollTask(1, 'later'))
    time.pass(1_000_000)
    expect(ran).toEqual(['now'])
    expect(time.timersSet).toBe(0)
  })

  it('a timeline sets its timer again after a clock change', () => {
    const ran: number[] = []
    const { timeline, time, clock } = createTimelineWith((_, { nowMs }) => {
      ran.push(nowMs)
      return []
    }, 'realtime')
    timeline.schedule(createPollTask(1_000, 'task'))
    clock.configure({ rate: 100 })
    timeline.resetTimer()
    time.pass(10)
    expect(ran).toEqual([1_000])
  })

  it('a timeline whose clock runs sets a new timer when a timer fires too early', () => {
    const ran: number[] = []
    const { timeline, time, clock } = createTimelineWith((_, { nowMs }) => {
      ran.push(nowMs)
      return []
    }, 'realtime')
    timeline.schedule(createPollTask(1_000, 'task'))
    time.pass(400)
    expect(clock.now()).toBe(400)
    time.setClock(-10_000)
    expect(clock.now()).toBe(400)
    time.pass(600)
    expect(ran).toEqual([1_000])
  })

  it('a stopped timeline starts no new task and waits for the tasks in progress', async () => {
    const ran: string[] = []
    let answer: () => void = () => undefined
    const { timeline, time } = createTimelineWith(({ id }) => {
      ran.push(id)
      return new Promise((resolve) => {
        answer = () => resolve([])
      })
    }, 'realtime')
    timeline.schedule(createPollTask(1, 'under way'))
    timeline.schedule(createPollTask(2, 'never'))
    time.pass(1)
    timeline.stop()
    timeline.schedule(createPollTask(3, 'never either'))
    time.pass(100)
    expect([ran, time.timersSet]).toEqual([['under way'], 0])
    let isSettled = false
    const settled = timeline.waitForRunningTasks().then(() => {
      isSettled = true
    })
    await Promise.resolve()
    expect(isSettled).toBe(false)
    answer()
    await settled
  })
})
