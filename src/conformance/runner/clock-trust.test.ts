import { expect, it } from 'vitest'
import { openClockTrust } from './clock-trust.ts'
import { openSlots } from './semaphore.ts'

it('whoever waits for the check keeps no slot that the check needs to go on', async () => {
  const slots = openSlots(1)
  const trust = openClockTrust()
  let checks = 0
  const others: Promise<unknown>[] = []
  const find = (): Promise<unknown> =>
    slots.take(() =>
      trust.find(async () => {
        checks += 1
        // Another rule begins while the check waits, and asks the same.
        await slots.leave(async () => {
          others.push(find())
          await Promise.resolve()
        })
      }, slots.leave),
    )
  await find()
  await Promise.all(others)
  expect(checks).toBe(1)
  expect(others).toHaveLength(1)
})
