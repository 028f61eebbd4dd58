import { expect, it } from 'vitest'
import { createSemaphore } from '../runner/waiting/semaphore.ts'
import { openResourcePool } from './resource-pool.ts'

const createHandover = <Thing>() => {
  let give = (_thing: Thing): void => undefined
  const given = new Promise<Thing>((resolve) => {
    give = resolve
  })
  return { given, give }
}

it('a resource pool lets one rule create a shared resource while all other rules wait for the resource', async () => {
  const semaphore = createSemaphore(2)
  const { tracker } = openResourcePool(semaphore)
  const limits = createHandover<void>()
  const made = { id: 'trk_1', trackingNumber: '9999', carrier: 'UPS' }
  const maker = semaphore.run(() =>
    tracker(async () => {
      await semaphore.releaseDuring(() => limits.given)
      return made
    }),
  )
  const never = async () => {
    throw new Error('The tracker is created twice.')
  }
  const others = [1, 2, 3].map(() => semaphore.run(() => tracker(never)))
  limits.give()
  expect(await Promise.all([maker, ...others])).toEqual([made, made, made, made])
})

it('a resource pool keeps a shared resource if an older attempt to create it fails later', async () => {
  const semaphore = createSemaphore(3)
  const pool = openResourcePool(semaphore)
  const [begun, first, second] = [createHandover<void>(), createHandover<void>(), createHandover<void>()]
  const failing = semaphore.run(() =>
    pool.tracker(async () => {
      begun.give()
      await first.given
      throw new Error('no such carrier')
    }),
  )
  await begun.given
  pool.clear()
  const made = { id: 'trk_2', trackingNumber: '9999', carrier: 'UPS' }
  const maker = semaphore.run(() =>
    pool.tracker(async () => {
      await second.given
      return made
    }),
  )
  first.give()
  await expect(failing).rejects.toThrow('no such carrier')
  second.give()
  expect(await maker).toBe(made)
  expect(await pool.tracker(async () => ({ ...made, id: 'trk_3' }))).toBe(made)
})
