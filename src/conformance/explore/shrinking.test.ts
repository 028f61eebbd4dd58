import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minimise } from './shrinking.ts'

const numbers = Array.from({ length: 30 }, (_, index) => index)

test('minimise reduces a failing list to the items that fail only together', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.nat({ max: 29 }), { maxLength: 6 }), async (needed) => {
      const kept = await minimise(numbers, {
        stillFails: async (some) => needed.every((each) => some.includes(each)),
        isOver: () => false,
      })
      expect(kept).toEqual([...needed].sort((one, other) => one - other))
    }),
  )
})

test('minimise returns a failing list from which no item can be left out', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat({ max: 9 }), { maxLength: 25 }),
      fc.nat({ max: 40 }),
      async (items, least) => {
        const stillFails = async (some: readonly number[]): Promise<boolean> =>
          some.reduce((sum, each) => sum + each, 0) >= least
        fc.pre(await stillFails(items))
        const kept = await minimise(items, { stillFails, isOver: () => false })
        expect(await stillFails(kept)).toBe(true)
        for (const [at] of kept.entries())
          expect(await stillFails(kept.filter((_, index) => index !== at))).toBe(false)
      },
    ),
  )
})

test('minimise stops its search for a smaller list as soon as its budget is spent', async () => {
  let tried = 0
  await minimise(numbers, {
    stillFails: async () => {
      tried += 1
      return false
    },
    isOver: () => tried >= 5,
  })
  expect(tried).toBe(5)
})
