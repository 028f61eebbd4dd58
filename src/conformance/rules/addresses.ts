import { expectError, expectSuccess, expectThat } from '../expect.ts'
import { fieldsOf, isObject } from '../fields.ts'
import type { Rule } from '../rule.ts'
import type { RuleContext } from '../rule-context.ts'
import { active } from './active.ts'

const endpoint = 'POST /v1/addresses/validate'

const validate = (t: RuleContext, which: keyof RuleContext['profile']['addresses']) =>
  t.call('validateAddress', { body: t.profile.addresses[which] })

const works = (t: RuleContext) => t.setup.works('The validation of a good address', validate(t, 'commercial'))

/** What an answer says about who lives there, however it says it; undefined where it says nothing. */
function residentialFact(value: unknown): boolean | undefined {
  if (!isObject(value)) return undefined
  for (const [name, each] of Object.entries(value)) {
    if (/residen/i.test(name) && typeof each === 'boolean') return each
    if (/commerc|business/i.test(name) && typeof each === 'boolean') return !each
    if (typeof each === 'string' && /residen|commerc|business|classif|type|rdi/i.test(name)) {
      if (/^(?:residential|residence|home|r|y|yes|true)$/i.test(each)) return true
      if (/^(?:commercial|business|c|b|n|no|false|non.?residential)$/i.test(each)) return false
    }
    const within = residentialFact(each)
    if (within !== undefined) return within
  }
  return undefined
}

export const addressRules: readonly Rule[] = [
  active({
    id: 'ADDR-001',
    title: 'An address that can be delivered is validated.',
    section: 'Endpoints',
    endpoint,
    basis: 'table',
    sends: "The profile's commercial address.",
    requests: { validateAddress: 1 },
    run: async (t) => {
      const answer = await validate(t, 'commercial')
      fieldsOf(expectSuccess(answer), 'the validation', answer)
    },
  }),
  active({
    id: 'ADDR-002',
    title: 'The validation says of a home that it is one.',
    section: 'Endpoints',
    endpoint,
    basis: 'table',
    sends: "The profile's residential address.",
    requests: { validateAddress: 1 },
    run: async (t) => {
      const answer = await validate(t, 'residential')
      const fact = residentialFact(expectSuccess(answer))
      expectThat(fact === true, { expected: 'a residential classification', actual: answer.json, answer })
    },
  }),
  active({
    id: 'ADDR-003',
    title: 'The validation says of a business that it is no home.',
    section: 'Endpoints',
    endpoint,
    basis: 'table',
    sends: "The profile's commercial address.",
    requests: { validateAddress: 1 },
    run: async (t) => {
      const answer = await validate(t, 'commercial')
      const fact = residentialFact(expectSuccess(answer))
      expectThat(fact === false, {
        expected: 'a classification as not residential',
        actual: answer.json,
        answer,
      })
    },
  }),
  active({
    id: 'ADDR-004',
    title: 'An address that cannot be delivered is refused.',
    section: 'Endpoints',
    endpoint,
    sends: "A good address, then the profile's undeliverable one.",
    requests: { validateAddress: 2 },
    run: async (t) => {
      await works(t)
      expectError(await validate(t, 'undeliverable'), 'ADDRESS.VALIDATION.FAILED')
    },
  }),
  active({
    id: 'ADDR-005',
    title: 'An address with several matches is refused as ambiguous.',
    section: 'Endpoints',
    endpoint,
    sends: "A good address, then the profile's ambiguous one.",
    requests: { validateAddress: 2 },
    run: async (t) => {
      await works(t)
      expectError(await validate(t, 'ambiguous'), 'ADDRESS.VALIDATION.AMBIGUOUS')
    },
  }),
  active({
    id: 'ADDR-006',
    title: 'While the service behind validation is down, a validation is answered with 503.',
    section: 'Endpoints',
    endpoint,
    sends: 'A good address, and the same again while address validation is down.',
    needs: ['control:faults'],
    requests: { validateAddress: 2 },
    run: async (t) => {
      await works(t)
      await t.account.faults.add({ target: 'address_validation', mode: 'down' })
      expectError(await validate(t, 'commercial'), 'ADDRESS.VALIDATION.SERVICE_ERROR')
    },
  }),
  active({
    id: 'ADDR-007',
    title: 'Once the service behind validation is back, addresses are validated again.',
    section: 'Errors',
    endpoint,
    basis: 'derived',
    sends: 'A good address while address validation is down, and again after.',
    needs: ['control:faults'],
    requests: { validateAddress: 2 },
    run: async (t) => {
      await t.account.faults.add({ target: 'address_validation', mode: 'down' })
      const down = await validate(t, 'commercial')
      expectThat(down.status === 503, { expected: '503 while it is down', actual: down.status, answer: down })
      await t.account.faults.clear()
      expectSuccess(await validate(t, 'commercial'))
    },
  }),
]
