import type { Answer } from '../../http/answer.ts'
import { expectAnswer, expectError, expectSuccess, expectThat } from '../../http/expect.ts'
import { showValue } from '../../http/show.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { statements } from '../../section.ts'
import { rule, rulesOn } from '../support/rules-on.ts'
import {
  canClassify,
  collectNamedValues,
  describeValue,
  inferClassification,
  subtractValues,
} from './classification.ts'

const validate = (
  t: RuleContext,
  which: keyof RuleContext['profile']['addresses'],
  key: 'test' | 'live' = 'test',
) => t.call('validateAddress', { body: t.profile.addresses[which], key })

const requireValidAddressAccepted = (t: RuleContext) =>
  t.setup.works('The validation of a good address', validate(t, 'commercial'))

type Kind = 'residential' | 'commercial'

/** Judges that the response classifies an address as a home or a business. Not judged if no field can be understood as that. */
async function expectClassification(t: RuleContext, kind: Kind): Promise<void> {
  const other = kind === 'residential' ? 'commercial' : 'residential'
  const readValues = (answer: Answer, which: Kind) =>
    collectNamedValues(answer.json, t.profile.addresses[which])
  const answer = await validate(t, kind)
  expectSuccess(answer)
  const remarks = readValues(answer, kind)
  const ofAnother = readValues(
    await t.setup.works('The validation of another address', validate(t, other)),
    other,
  )
  const isHome = inferClassification(remarks, ofAnother)
  if (isHome === undefined) {
    // A value that differs between two responses for the same address is not a classification.
    const fleeting = subtractValues(remarks, readValues(await validate(t, kind), kind))
    const telling = subtractValues(subtractValues(remarks, ofAnother), fleeting).filter(canClassify)
    if (telling.length > 0) {
      t.notJudged(
        `the suite did not understand the values that differ between homes and businesses: ${telling.map(describeValue).join(', ')}`,
      )
    }
  }
  expectThat(isHome === (kind === 'residential'), {
    expected: `a response that says that the address is ${kind}`,
    actual: `no such value in ${showValue(answer.json)}`,
    answer,
  })
}

const onValidationWithFaults = rulesOn('validateAddress', { needs: ['control:faults'] })
const onValidation = rulesOn('validateAddress')
/** Rules that send an address again if it is not classified. */
const onClassification = rulesOn('validateAddress', { requests: { validateAddress: 3 } })

export const addressRules: readonly Rule[] = [
  onValidation('ADDR-001', 'A deliverable address is validated.')
    .judges(...statements({ ENDPOINTS: [6, 8, 9], SERVICE: [1], RESOURCES: [2, 3, 4, 5, 6] }))
    .by(async (t) => {
      const answer = await validate(t, 'commercial')
      const result = expectSuccess(answer)
      expectThat(Object.keys(Object(result)).length > 0 && typeof result === 'object', {
        expected: 'an object with the result of the validation',
        actual: `a body of ${showValue(result)}`,
        answer,
      })
    }),
  onClassification('ADDR-002', 'The validation classifies a home as residential.')
    .judges('ENDPOINTS-10', 'SERVICE-2')
    .by((t) => expectClassification(t, 'residential')),
  onClassification('ADDR-003', 'The validation classifies a business as not residential.')
    .judges('ENDPOINTS-10', 'SERVICE-2')
    .by((t) => expectClassification(t, 'commercial')),
  onValidation('ADDR-004', 'An undeliverable address is refused.')
    .judges('ENDPOINTS-11', 'ERRORS-76', 'ERRORS-77')
    .by(async (t) => {
      await requireValidAddressAccepted(t)
      expectError(await validate(t, 'undeliverable'), 'ADDRESS.VALIDATION.FAILED')
    }),
  rule('ADDR-008', 'An undeliverable address is also refused with a live key.')
    .on('validateAddress', { needs: ['key:live'] })
    .judges('ENDPOINTS-11', 'AUTHENTICATION-8')
    .by(async (t) => {
      const works = validate(t, 'commercial', 'live')
      await t.setup.works('The validation of a good address with the live key', works)
      expectError(await validate(t, 'undeliverable', 'live'), 'ADDRESS.VALIDATION.FAILED')
    }),
  onValidation('ADDR-005', 'An address with several matches is refused as ambiguous.')
    .judges('ENDPOINTS-12', 'ERRORS-78', 'ERRORS-79')
    .by(async (t) => {
      await requireValidAddressAccepted(t)
      expectError(await validate(t, 'ambiguous'), 'ADDRESS.VALIDATION.AMBIGUOUS')
    }),
  onValidationWithFaults(
    'ADDR-006',
    'While the address validation service is down, a validation returns 503.',
  )
    .judges('ENDPOINTS-14', 'ERRORS-80', 'ERRORS-81')
    .by(async (t) => {
      await requireValidAddressAccepted(t)
      await t.account.faults.add({ target: 'address_validation', mode: 'down' })
      expectError(await validate(t, 'commercial'), 'ADDRESS.VALIDATION.SERVICE_ERROR')
    }),
  onValidationWithFaults(
    'ADDR-007',
    'Once the address validation service works again, addresses are validated.',
  )
    .judges('ENDPOINTS-14')
    .by(async (t) => {
      await t.account.faults.add({ target: 'address_validation', mode: 'down' })
      const down = await validate(t, 'commercial')
      expectAnswer(down, down.status === 503, '503 while the address validation service is down')
      await t.account.faults.clear()
      expectSuccess(await validate(t, 'commercial'))
    }),
]
