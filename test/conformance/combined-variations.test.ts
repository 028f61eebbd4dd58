import { expect, it } from 'vitest'
import { rules } from '../../src/conformance/catalogue.ts'
import type { ProofVariation } from '../../src/conformance/proof/variation.ts'
import { tryVariations } from '../../src/conformance/proof/variation-run.ts'
import { withHeader, withJson } from '../../src/variations/wire.ts'
import { sharedSimulator } from '../support/shared-simulator.ts'

const chosen = rules.filter(({ id }) => ['WALLET-001', 'WALLET-002'].includes(id))

const variation = (id: string, open: ProofVariation['open']): ProofVariation => ({
  id,
  what: id,
  silent: { section: id },
  open,
})
const header = variation('header', () => ({ response: (response) => withHeader(response, 'x-more', 'yes') }))
const broken = variation('broken', () => ({
  response: (response, { operation }) =>
    operation === 'getWallet' ? withJson(response, { balance: 'none' }) : undefined,
}))
const idle = variation('idle', () => ({}))

async function verdictsOf(...together: readonly ProofVariation[]) {
  const results = await tryVariations(together, { upstreamUrl: sharedSimulator().url, rules: chosen })
  return results.map((result) => [result.variation.id, result.isApplied, result.red.length > 0])
}

it('proves variations together if no rule fails and each has changed something', async () => {
  const second = variation('second', () => ({ response: (response) => withHeader(response, 'x-2', 'yes') }))
  expect(await verdictsOf(header, second)).toEqual([
    ['header', true, false],
    ['second', true, false],
  ])
})

it('tries each variation alone if a rule fails, and blames the one that fails alone', async () => {
  expect(await verdictsOf(header, broken)).toEqual([
    ['header', true, false],
    ['broken', true, true],
  ])
})

it('reports a variation that changes nothing, joined or alone', async () => {
  expect(await verdictsOf(header, idle)).toEqual([
    ['header', true, false],
    ['idle', false, false],
  ])
})
