import { expect, it } from 'vitest'
import { rules } from '../../src/conformance/catalogue.ts'
import type { ProofVariation } from '../../src/conformance/proof/variation.ts'
import { runRulesOnVariations } from '../../src/conformance/proof/variation-run.ts'
import { jsonOf, withHeader, withJson } from '../../src/variations/wire.ts'
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

const proveTogether = (...together: readonly ProofVariation[]) => proveRules(chosen, together)

async function proveRules(chosenRules: typeof rules, together: readonly ProofVariation[]) {
  const results = await runRulesOnVariations(together, {
    upstreamUrl: sharedSimulator().url,
    rules: chosenRules,
  })
  return results.map((result) => [result.variation.id, result.isApplied, result.failedRules.length > 0])
}

it('runRulesOnVariations proves two variations in one run if no rule fails and each changed a response', async () => {
  const second = createVariation('second', () => ({
    response: (response) => withHeader(response, 'x-2', 'yes'),
  }))
  expect(await proveTogether(header, second)).toEqual([
    ['header', true, false],
    ['second', true, false],
  ])
})

it('runRulesOnVariations tries each half of the variations if a rule fails, down to one, and reports the variation under which the rule fails', async () => {
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

it('runRulesOnVariations reports a variation that changes no response', async () => {
  expect(await proveTogether(header, idle)).toEqual([
    ['header', true, false],
    ['idle', false, false],
  ])
})

it('runRulesOnVariations runs only the failed rules again, with each half of the variations', async () => {
  const operations: Set<string | undefined>[] = []
  const spy = createVariation('spy', () => {
    const seen = new Set<string | undefined>()
    operations.push(seen)
    return {
      response: (response, { operation }) => {
        seen.add(operation)
        return withHeader(response, 'x-seen', 'yes')
      },
    }
  })
  const both = rules.filter(({ id }) => ['WALLET-001', 'ADDR-001'].includes(id))
  expect(await proveRules(both, [spy, broken])).toEqual([
    ['spy', true, false],
    ['broken', true, true],
  ])
  expect(operations.map((seen) => [seen.has('getWallet'), seen.has('validateAddress')])).toEqual([
    [true, true],
    [true, false],
  ])
})

it('runRulesOnVariations runs all rules again if a failed rule checks the responses of other rules', async () => {
  // CONV-003 checks the amounts in every response, and so needs the request of TRACK-001.
  const three = rules.filter(({ id }) => ['WALLET-001', 'TRACK-001', 'CONV-003'].includes(id))
  const charging = createVariation('charging', () => ({
    response: (response, { operation }) =>
      operation === 'registerTracker'
        ? withJson(response, { ...Object(jsonOf(response)), fee_cents: 1.5 })
        : undefined,
  }))
  expect(await proveRules(three, [broken, charging])).toEqual([
    ['broken', true, true],
    ['charging', true, true],
  ])
})

it('if one variation keeps another from changing a response, runRulesOnVariations runs the other variation again without the first', async () => {
  const first = createVariation('first', () => ({
    response: (response) => withHeader(response, 'x-first', 'yes'),
  }))
  const hidden = createVariation('hidden', () => ({
    response: (response) =>
      'x-first' in response.headers ? undefined : withHeader(response, 'x-second', 'yes'),
  }))
  expect(await proveTogether(first, hidden)).toEqual([
    ['first', true, false],
    ['hidden', true, false],
  ])
})
