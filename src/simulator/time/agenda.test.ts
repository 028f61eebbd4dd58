import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Agenda, type Task } from './agenda.ts'

const createPoll = (dueMs: number, id = 'it') => ({ dueMs, kind: 'poll', id }) as const

function popAll(agenda: Agenda): Task[] {
  const popped: Task[] = []
  for (let task = agenda.pop(); task !== undefined; task = agenda.pop()) popped.push(task)
  return popped
}

describe('the agenda of due tasks', () => {
  it('an agenda returns tasks by their due time, and tasks with the same due time in the order in which they were added', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 200 }), (dueTimes) => {
        const agenda = new Agenda()
        dueTimes.forEach((dueMs, index) => {
          agenda.add(createPoll(dueMs, String(index)))
        })
        const expected = dueTimes
          .map((dueMs, index) => ({ dueMs, index }))
          .sort((a, b) => a.dueMs - b.dueMs || a.index - b.index)
          .map(({ index }) => String(index))
        expect(popAll(agenda).map(({ id }) => id)).toEqual(expected)
        expect(agenda.size).toBe(0)
      }),
    )
  })

  it('an agenda always returns the earliest task first, whatever the order in which tasks were added and taken', () => {
    const step = fc.oneof(fc.constant('pop' as const), fc.integer({ min: 0, max: 50 }))
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const agenda = new Agenda()
        const model: number[] = []
        for (const step of steps) {
          if (step === 'pop') {
            const earliest = model.length === 0 ? undefined : Math.min(...model)
            expect(agenda.peek()?.dueMs).toBe(earliest)
            expect(agenda.pop()?.dueMs).toBe(earliest)
            if (earliest !== undefined) model.splice(model.indexOf(earliest), 1)
          } else {
            agenda.add(createPoll(step))
            model.push(step)
          }
          expect(agenda.size).toBe(model.length)
        }
      }),
    )
  })

  it('an agenda returns a retried task first if another task was scheduled later for the same time', () => {
    const agenda = new Agenda()
    agenda.add(createPoll(1, 'first'))
    agenda.add(createPoll(5, 'second'))
    const first = agenda.pop()
    agenda.add({ ...createPoll(5, 'first again'), order: first?.order ?? Number.NaN })
    expect(popAll(agenda).map(({ id }) => id)).toEqual(['first again', 'second'])
  })

  it('an agenda lists its tasks without removing them, and can be cleared', () => {
    const agenda = new Agenda()
    for (const dueMs of [3, 1, 2]) agenda.add(createPoll(dueMs))
    expect(
      agenda
        .listTasks()
        .map(({ dueMs }) => dueMs)
        .sort(),
    ).toEqual([1, 2, 3])
    expect(agenda.size).toBe(3)
    agenda.clear()
    expect([agenda.size, agenda.peek(), agenda.pop()]).toEqual([0, undefined, undefined])
  })
})
