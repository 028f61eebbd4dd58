import { describe, expect, it } from 'vitest'
import type { RuleContext } from '../../rule-context.ts'
import { rule, rulesOn } from './rules-on.ts'

const context = { baseUrl: 'http://target.test' } as RuleContext

describe('rule and rulesOn', () => {
  it('rule and rulesOn derive the section and endpoint of a rule from its statements of the specification and its operation', () => {
    const made = rule('WALLET-001', 'It holds.')
      .on('getWallet', { needs: ['key:live'] })
      .judges('EVENTS-1', 'ERRORS-1')
      .by(() => {})
    expect(made).toMatchObject({
      ...{ id: 'WALLET-001', title: 'It holds.', judges: ['EVENTS-1', 'ERRORS-1'], needs: ['key:live'] },
      ...{ kind: 'active', section: 'Events', endpoint: 'GET /v1/wallet' },
    })
  })

  it('rule and rulesOn create a rule without an operation, which needs a test key by default', () => {
    const made = rule('WALLET-001', 'It holds.')
      .judges('EVENTS-1')
      .by(() => {})
    expect(made).toMatchObject({ endpoint: null, needs: ['key:test'] })
  })

  it('rulesOn calls the function `given` once for each rule that runs, and passes its value to the code of the rule', async () => {
    let count = 0
    const makeLabelReadingRule = rulesOn('getLabel', {
      given: async ({ baseUrl }) => `${baseUrl}/${++count}`,
    })
    const seen: unknown[] = []
    for (const id of ['LABEL-001', 'LABEL-002'] as const) {
      const made = makeLabelReadingRule(id, 'It holds.')
        .judges('EVENTS-1')
        .by((t, given) => seen.push([t, given]))
      await made.run(context)
    }
    expect(seen).toEqual([
      [context, 'http://target.test/1'],
      [context, 'http://target.test/2'],
    ])
  })

  it('rulesOn creates a rule that fails if the code of the rule rejects', async () => {
    const made = rule('WALLET-001', 'It holds.')
      .judges('EVENTS-1')
      .by(() => Promise.reject(new Error('broken')))
    await expect(made.run(context)).rejects.toThrow('broken')
  })
})
