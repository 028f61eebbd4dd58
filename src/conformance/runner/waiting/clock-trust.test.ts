import { expect, it } from 'vitest'
import { openClockTrust } from './clock-trust.ts'
import { openSemaphore } from './semaphore.ts'

it('a rule that waits for the clock check of another rule frees its semaphore slot, which the check may need', async () => {
  const semaphore = openSemaphore(1)
  const trust = openClockTrust()
  let checks = 0
  const others: Promise<unknown>[] = []
  const find = (): Promise<unknown> =>
    semaphore.run(() =>
      trust.find(async () => {
        checks += 1
        // While the clock is checked for one rule, another rule begins that needs the same check.
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
