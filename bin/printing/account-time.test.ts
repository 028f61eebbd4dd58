import { expect, it } from 'vitest'
import {
  createTimeReader,
  describeTimeDifference,
  followsWallClock,
  formatInstant,
  isWallClockTime,
} from './account-time.ts'

const wallMs = Date.parse('2030-01-31T12:00:00.000Z')

it.each([
  ['now', 0, 0, true],
  ['a second ago', -1_000, 0, true],
  ['five seconds ago', -5_000, 0, false],
  ['five seconds ago, read by a request that took five seconds', -5_000, 5_000, true],
  ['in five seconds', 5_000, 0, false],
])('isWallClockTime compares a time with the clock of the machine: %s', (_, apartMs, tookMs, isWall) => {
  expect(isWallClockTime(wallMs + apartMs, { tookMs, wallMs })).toBe(isWall)
})

it("formatInstant marks a time that differs from the machine's time", () => {
  expect(formatInstant('2030-01-31T12:00:00.000Z', true)).toBe('2030-01-31T12:00:00.000Z')
  expect(formatInstant('2030-01-31T12:00:00.000Z', false)).toBe('2030-01-31T12:00:00.000Z (account)')
})

it("describeTimeDifference describes the account's time and mode if the machine's clock differs", () => {
  const now = new Date().toISOString()
  const far = '2099-01-31T12:00:00.000Z'
  expect(followsWallClock({ now, mode: 'realtime', rate: 1 })).toBe(true)
  expect(describeTimeDifference({ now, mode: 'realtime', rate: 1 })).toEqual([])
  expect(describeTimeDifference({ now, mode: 'frozen', rate: 1 })).toEqual([
    `All times are the account's; its time is ${now}, frozen.`,
  ])
  expect(describeTimeDifference({ now: far, mode: 'realtime', rate: 1 })).toEqual([
    `All times are the account's; its time is ${far}.`,
  ])
  expect(describeTimeDifference({ now: far, mode: 'realtime', rate: 60 })).toEqual([
    `All times are the account's; its time is ${far}, 60 times real time.`,
  ])
})

it("createTimeReader reads the account's time from the simulator, or the machine's time if it does not respond", async () => {
  let asked = 0
  const answers = ['2099-01-31T12:00:00.000Z']
  const now = createTimeReader({
    now: () => {
      asked += 1
      const answer = answers.shift()
      return answer === undefined ? Promise.reject(new Error('gone')) : Promise.resolve(answer)
    },
  })
  expect(await now()).toBe('2099-01-31T12:00:00.000Z')
  expect(isWallClockTime(Date.parse(await now()))).toBe(true)
  expect(isWallClockTime(Date.parse(await now()))).toBe(true)
  expect(asked).toBe(2)
})
