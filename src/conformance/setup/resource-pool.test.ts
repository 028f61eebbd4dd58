import { expect, it } from 'vitest'
import { createSemaphore } from '../runner/waiting/semaphore.ts'
import { openResourcePool } from './resource-pool.ts'

/** Creates a promise and the function that resolves it. */
const createDeferred = <Value>() => {
  let resolve = (_value: Value): void => undefined
  const promise = new Promise<Value>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

it('if several rules need the same shared resource, a resource pool lets one rule create the resource while the others wait', async () => {
  const semaphore = createSemaphore(2)
  const { tracker } = openResourcePool(semaphore)
  const creationAllowed = createDeferred<void>()
  const made = { id: 'trk_1', trackingNumber: '9999', carrier: 'UPS' }
  const maker = semaphore.run(() =>
    tracker(async () => {
      await semaphore.releaseDuring(() => creationAllowed.promise)
      return made
    }),
  )
  const failIfCalled = async () => {
    throw new Error('The tracker is created twice.')
  }
  const others = [1, 2, 3].map(() => semaphore.run(() => tracker(failIfCalled)))
  creationAllowed.resolve()
  expect(await Promise.all([maker, ...others])).toEqual([made, made, made, made])
})

it('a resource pool keeps a shared resource even if an earlier attempt to create this resource fails afterwards', async () => {
  const semaphore = createSemaphore(3)
  const pool = openResourcePool(semaphore)
  const [firstBegun, firstFails, secondEnds] = [
    createDeferred<void>(),
    createDeferred<void>(),
    createDeferred<void>(),
  ]
  const failing = semaphore.run(() =>
    pool.tracker(async () => {
      firstBegun.resolve()
      await firstFails.promise
      throw new Error('no such carrier')
    }),
  )
  await firstBegun.promise
  pool.clear()
  const made = { id: 'trk_2', trackingNumber: '9999', carrier: 'UPS' }
  const maker = semaphore.run(() =>
    pool.tracker(async () => {
      await secondEnds.promise
      return made
    }),
  )
  firstFails.resolve()
  await expect(failing).rejects.toThrow('no such carrier')
  secondEnds.resolve()
  expect(await maker).toBe(made)
  expect(await pool.tracker(async () => ({ ...made, id: 'trk_3' }))).toBe(made)
})
