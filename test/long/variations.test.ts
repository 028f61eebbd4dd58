import { describe, expect, it } from 'vitest'
import { offeredVariations } from '../../src/variations/offered.ts'
import type { VariationName } from '../../src/variations/variation-names.ts'
import { fragileClients } from '../clients/fragile-clients.ts'
import { openVariedWorld, type VariedWorld } from '../clients/varied-world.ts'

async function runWithin<Result>(
  vary: readonly VariationName[],
  work: (world: VariedWorld) => Promise<Result>,
): Promise<Result> {
  const world = await openVariedWorld(vary)
  try {
    return await work(world)
  } finally {
    await world.close()
  }
}

const ids = offeredVariations.map(({ id }) => id)

describe('the fragile clients: example clients that assume too much', () => {
  it('every variation has a fragile example client, which fails under this variation', () => {
    expect(Object.keys(fragileClients).sort()).toEqual([...ids].sort())
  })

  it.each(Object.entries(fragileClients))(
    'a fragile example client works without variations and fails under the variation %s',
    async (id, [, holds]) => {
      expect(await runWithin([], holds)).toBe(true)
      expect(await runWithin([id as VariationName], holds).catch(() => false)).toBe(false)
    },
  )
})
