import { expect, it } from 'vitest'
import { RuleBroken } from '../../src/conformance/http/failures.ts'
import { fieldsOf } from '../../src/conformance/http/fields.ts'
import { runToyRules, useToyTargets } from './targets/toy-run.ts'
import { createToyRule } from './targets/toy-target.ts'

const openToy = useToyTargets()

it('a conformance report says where two names of a person differ and shows neither name', async () => {
  const { url } = await openToy(() => ({ json: { name: 'Grace O&#39;Hopper' } }))
  const rule = createToyRule({
    id: 'TOY-001',
    run: async (t) => {
      const answer = await t.call('getWallet')
      const name = fieldsOf(answer.json, '', answer).text('name')
      const expected = "Grace O'Hopper"
      if (name !== expected) {
        throw new RuleBroken({ expected: `name "${expected}"`, actual: `name "${name}"`, answer })
      }
    },
  })
  const from = {
    name: "Grace O'Hopper",
    street1: '1 Main St',
    city: 'Austin',
    state: 'TX',
    zip: '78701',
    country: 'US',
  }
  const to = { ...from, name: 'Grace O&#39;Hopper' }
  const report = await runToyRules(url, [rule], { profile: { addresses: { from, to } } })
  const [result] = report.rules
  expect(result).toMatchObject({
    status: 'failed',
    expected: 'name "…"',
    actual:
      'name "…" (concealed, as it is about people: 18 characters for 14; at character 8, U+0026 for U+0027)',
  })
  expect(JSON.stringify(report)).not.toContain('Hopper')
})
