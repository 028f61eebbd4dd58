import { expect, it } from 'vitest'
import { dueAttempts } from './delivery-parts.tsx'

const minuteMs = 60_000

const delivery = {
  id: 'whd_1',
  environment: 'live',
  labelId: 'lbl_1',
  url: 'http://127.0.0.1:9/',
  signingSecret: 'whsec_1',
  body: '{}',
  status: 'pending',
  attempts: [],
  scheduledAttempts: 0,
  createdAtMs: 0,
  nextAttemptAtMs: 0,
  redeliveries: [],
  delayed: false,
} as const

it('a new delivery has the whole schedule ahead, each attempt counted from the one before', () => {
  expect(dueAttempts(delivery).map(({ atMs, isDoubtful }) => [atMs / minuteMs, isDoubtful])).toEqual([
    [0, false],
    [5, true],
    [35, true],
    [155, true],
    [1_595, true],
  ])
})

it('after some attempts, the rest of the schedule and requested redeliveries are ahead', () => {
  const tried = {
    ...delivery,
    scheduledAttempts: 3,
    nextAttemptAtMs: 200 * minuteMs,
    redeliveries: [{ atMs: 0, delayed: false }],
  }
  expect(dueAttempts(tried)).toEqual([
    { atMs: 0, afterMs: undefined, isDoubtful: false },
    { atMs: 200 * minuteMs, afterMs: 120 * minuteMs, isDoubtful: false },
    { atMs: 1_640 * minuteMs, afterMs: 1_440 * minuteMs, isDoubtful: true },
  ])
})

it('a postponed redelivery is listed at its new time', () => {
  const redeliveries = [{ atMs: 20 * minuteMs, delayed: true }]
  const minutes = dueAttempts({ ...delivery, redeliveries }).map(({ atMs }) => atMs / minuteMs)
  expect(minutes).toEqual([0, 5, 20, 35, 155, 1_595])
})

it('an ended delivery has no attempts ahead', () => {
  expect(dueAttempts({ ...delivery, status: 'succeeded', nextAttemptAtMs: null })).toEqual([])
})
