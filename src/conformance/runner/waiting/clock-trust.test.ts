import { expect, it } from 'vitest'
import { createClockTrust } from './clock-trust.ts'
import { createSemaphore } from './semaphore.ts'

it('a rule frees its semaphore slot while it waits for another rule that checks the clock, because the check may need the slot', async () => {
  const semaphore = createSemaphore(1)
  const trust = createClockTrust()
  let checks = 0
  const others: Promise<unknown>[] = []
  const find = (): Promise<unknown> =>
    semaphore.run(() =>
      trust.checkOnce(async () => {
        checks += 1
        // While the clock is checked for the first rule, a second rule begins that needs the same check.
        await semaphore.releaseDuring(async () => {
          others.push(find())
          await Promise.resolve()
        })
      }, semaphore.releaseDuring),
    )
  await find()
  await Promise.all(others)
  expect(checks).toBe(1)
  expect(others).toHaveLength(1)
})
