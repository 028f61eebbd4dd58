import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createObjectCollection } from './collection.ts'
import { Random } from './random.ts'

function createRandom(seed: string, account = 'acme') {
  const counters = createObjectCollection<number>('counters', () => undefined)
  return { counters, random: new Random({ seed, account, counters }) }
}

const drawIds = (random: Random, prefix: string, count: number) =>
  Array.from({ length: count }, () => random.drawId(prefix))

describe('the seeded randomness of an account', () => {
  it('a random id has a prefix, the tag of its account and 24 lowercase letters and digits', () => {
    const { random } = createRandom('seed')
    const made = [
      random.drawId('lbl'),
      random.drawId('rate'),
      random.deriveIdFromName('trk', 'a name'),
      random.deriveIdFromNumber('req', 'acme', 2 ** 40),
    ]
    for (const id of made) {
      expect(id).toMatch(/^[a-z]+_[a-z0-9]{24}$/)
      expect(id.split('_')[1]?.startsWith(random.idTag)).toBe(true)
    }
  })

  it('ten thousand random ids of an account are all different', () => {
    const { random } = createRandom('seed')
    expect(new Set(drawIds(random, 'lbl', 10_000)).size).toBe(10_000)
  })

  it('the same seed and account give the same random ids, and another seed or account gives other ids', () => {
    const drawAll = ({ random }: ReturnType<typeof createRandom>) => [
      ...drawIds(random, 'lbl', 3),
      random.drawHexDigits('key value', 32),
      random.drawDigits('tracking', 12),
      random.getFraction('fault', 3),
    ]
    expect(drawAll(createRandom('seed'))).toEqual(drawAll(createRandom('seed')))
    expect(drawAll(createRandom('seed'))).not.toEqual(drawAll(createRandom('other')))
    expect(drawAll(createRandom('seed'))).not.toEqual(drawAll(createRandom('seed', 'other')))
  })

  it('the random ids of one kind of resource do not depend on how many ids of other kinds were drawn', () => {
    const stream = fc.constantFrom('lbl', 'shp', 'whd')
    fc.assert(
      fc.property(fc.array(stream, { maxLength: 60 }), (order) => {
        const { random } = createRandom('seed')
        const drawn = order.map((prefix) => random.drawId(prefix))
        for (const prefix of ['lbl', 'shp', 'whd']) {
          const own = drawn.filter((id) => id.startsWith(prefix))
          expect(own).toEqual(drawIds(createRandom('seed').random, prefix, own.length))
        }
      }),
      { numRuns: 50 },
    )
  })

  it('a random id that is drawn by its number depends on that number only, not on the order of the draws', () => {
    const numbers = [0, 31, 32, 33, 64, 2 ** 32, 2 ** 40 + 1]
    const { random } = createRandom('seed')
    const inTurn = numbers.map((number) => random.deriveIdFromNumber('req', 'acme', number))
    expect(new Set(inTurn).size).toBe(numbers.length)
    const backwards = numbers.toReversed().map((number) => random.deriveIdFromNumber('req', 'acme', number))
    expect(backwards.toReversed()).toEqual(inTurn)
    expect(random.deriveIdFromNumber('req', 'other', 0)).not.toBe(inTurn[0])
  })

  it('a source of random ids whose counters were restored gives the same next ids', () => {
    const first = createRandom('seed')
    drawIds(first.random, 'lbl', 31)
    const next = drawIds(first.random, 'lbl', 3)
    const second = createRandom('seed')
    second.counters.load('lbl', '31', () => 31)
    expect(drawIds(second.random, 'lbl', 3)).toEqual(next)
  })

  it('deriving an id from a name always gives the same id, and does not change the random ids that are drawn afterwards', () => {
    const { random, counters } = createRandom('seed')
    const deriveByName = () => [
      random.deriveIdFromName('trk', 'UPS 1Z'),
      random.deriveHexDigitsFromName('secret', 32),
    ]
    expect(deriveByName()).toEqual(deriveByName())
    expect(counters.size).toBe(0)
    expect(random.deriveIdFromName('trk', 'UPS 1Z')).not.toBe(random.deriveIdFromName('trk', 'UPS 2Z'))
  })

  it('a random text has the requested length, up to 32 for digits and up to 64 for hexadecimal digits', () => {
    const { random } = createRandom('seed')
    expect(random.drawDigits('a', 32)).toMatch(/^\d{32}$/)
    expect(random.drawDigits('a', 1)).toMatch(/^\d$/)
    expect(random.drawHexDigits('b', 64)).toMatch(/^[0-9a-f]{64}$/)
  })

  it('the random fractions of an account are spread evenly from 0 to 1', () => {
    const { random } = createRandom('seed')
    const fractions = Array.from({ length: 2_000 }, (_, number) => random.getFraction('fault', number))
    expect(fractions.every((fraction) => fraction >= 0 && fraction < 1)).toBe(true)
    for (let tenth = 0; tenth < 10; tenth += 1) {
      const inside = fractions.filter((fraction) => Math.floor(fraction * 10) === tenth)
      expect(inside.length).toBeGreaterThan(140)
      expect(inside.length).toBeLessThan(260)
    }
  })

  it('every random digit is drawn about equally often', () => {
    const { random } = createRandom('seed')
    const digits = Array.from({ length: 400 }, () => random.drawDigits('tracking', 10)).join('')
    for (const digit of '0123456789') {
      const count = digits.split(digit).length - 1
      expect(count).toBeGreaterThan(300)
      expect(count).toBeLessThan(520)
    }
  })
})
