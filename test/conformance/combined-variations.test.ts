import { expect, it } from 'vitest'
import { rules } from '../../src/conformance/catalogue.ts'
import type { ProofVariation } from '../../src/conformance/proof/variation.ts'
import { tryVariations } from '../../src/conformance/proof/variation-run.ts'
import { withHeader, withJson } from '../../src/variations/wire.ts'
import { sharedSimulator } from '../support/shared-simulator.ts'

const chosen = rules.filter(({ id }) => ['WALLET-001', 'WALLET-002'].includes(id))

const createVariation = (id: string, open: ProofVariation['open']): ProofVariation => ({
  id,
  what: id,
  silent: { section: id },
  open,
})
const header = createVariation('header', () => ({
  response: (response) => withHeader(response, 'x-more', 'yes'),
}))
const broken = createVariation('broken', () => ({
  response: (response, { operation }) =>
    operation === 'getWallet' ? withJson(response, { balance: 'none' }) : undefined,
}))
const idle = createVariation('idle', () => ({}))

async function proveTogether(...together: readonly ProofVariation[]) {
  const results = await tryVariations(together, { upstreamUrl: sharedSimulator().url, rules: chosen })
  return results.map((result) => [result.variation.id, result.isApplied, result.red.length > 0])
}

it('tryVariations proves two variations in one run if no rule fails and each changed a response', async () => {
  const second = createVariation('second', () => ({
    response: (response) => withHeader(response, 'x-2', 'yes'),
  }))
  expect(await proveTogether(header, second)).toEqual([
    ['header', true, false],
    ['second', true, false],
  ])
})

it('tryVariations tries each half of the variations if a rule fails, down to one, and reports the variation under which the rule fails', async () => {
  const opened = { header: 0, broken: 0 }
  const count = (variation: typeof header, id: keyof typeof opened) =>
    createVariation(id, () => {
      opened[id] += 1
      return variation.open()
    })
  expect(await proveTogether(count(header, 'header'), header, count(broken, 'broken'))).toEqual([
    ['header', true, false],
    ['header', true, false],
    ['broken', true, true],
  ])
  // The first half has no failed rule, so its variations are not tried alone.
  expect(opened).toEqual({ header: 2, broken: 2 })
})

it('tryVariations reports a variation that changes no response', async () => {
  expect(await proveTogether(header, idle)).toEqual([
    ['header', true, false],
    ['idle', false, false],
  ])
})
