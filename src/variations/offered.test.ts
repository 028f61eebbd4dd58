import { describe, expect, it } from 'vitest'
import statements from '../../fixtures/spec/statements.json' with { type: 'json' }
import { catalogue } from './catalogue.ts'
import {
  combinationCount,
  conflictOf,
  drawCombination,
  fullCombination,
  offeredVariations,
} from './offered.ts'
import { variationNames } from './variation-names.ts'

const anyRequest = {
  method: 'GET',
  path: '/v1/wallet',
  operation: 'getWallet',
  headers: {},
  body: Buffer.of(),
} as const
const anyWire = Object()

const servedHooks = ['request', 'response', 'webhook', 'controlRequest', 'controlResponse']

describe('the offered variations', () => {
  it('the offered variations are at least 40, each of the catalogue once', () => {
    expect(offeredVariations.length).toBeGreaterThanOrEqual(40)
    const offered = catalogue.filter((each) => each.offered !== undefined).map(({ id }) => id)
    expect(offeredVariations.map(({ id }) => id).sort()).toEqual(offered.sort())
    expect(new Set(offered).size).toBe(offered.length)
  })

  it('the type of their names has every offered variation', () => {
    expect(variationNames).toEqual(offeredVariations.map(({ id }) => id))
  })

  it.each(offeredVariations)('$id needs only hooks that a server has', ({ open }) => {
    expect(Object.keys(open()).filter((hook) => !servedHooks.includes(hook))).toEqual([])
  })

  it('escaped-json leaves a body alone that has nothing to escape, so that it counts as not met', async () => {
    const escaped = catalogue.find(({ id }) => id === 'escaped-json')?.open()
    const changed = async (json: unknown) => {
      const response = { status: 200, headers: {}, body: Buffer.from(JSON.stringify(json)) }
      return (await escaped?.response?.(response, anyRequest, anyWire))?.body.toString()
    }
    expect(await changed({ balance_cents: 7 })).toBeUndefined()
    expect(await changed({ city: 'Zürich' })).toBe('{"city":"Z\\u00fcrich"}')
  })

  it('name statements of the specification', () => {
    const known = JSON.stringify(statements)
    const named = offeredVariations.flatMap(({ silent }) => ('statement' in silent ? [silent.statement] : []))
    expect(named.filter((id) => !known.includes(`"${id}"`))).toEqual([])
  })
})

describe('combinations', () => {
  it('with a number have no part twice, and all variations in at most combinationCount of them', () => {
    const numbers = Array.from({ length: combinationCount }, (_, index) => index + 1)
    const combined = numbers.map(fullCombination)
    expect(combined.map(conflictOf)).toEqual(numbers.map(() => undefined))
    const met = new Set(combined.flat().map(({ id }) => id))
    expect(offeredVariations.filter(({ id }) => !met.has(id))).toEqual([])
  })

  it('combinations of a seed are the same every time, differ between seeds, and are never empty', () => {
    const idsOf = (seed: number): string =>
      drawCombination(seed)
        .map(({ id }) => id)
        .join()
    const drawn = Array.from({ length: 50 }, (_, seed) => idsOf(seed))
    expect(drawn).toEqual(drawn.map((_, seed) => idsOf(seed)))
    expect(new Set(drawn).size).toBeGreaterThan(45)
    expect(drawn).not.toContain('')
  })
})
