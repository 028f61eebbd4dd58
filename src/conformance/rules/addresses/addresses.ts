import type { Answer } from '../../http/answer.ts'
import { expectAnswer, expectError, expectSuccess, expectThat } from '../../http/expect.ts'
import { showValue } from '../../http/show.ts'
import type { Rule } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import { listStatements } from '../../section.ts'
import { rule, rulesOn } from '../support/rules-on.ts'
import {
  canBeClassification,
  collectNamedValues,
  describeNamedValue,
  inferClassification,
  removeSharedValues,
} from './classification.ts'

const validateProfileAddress = (
  t: RuleContext,
  addressKind: keyof RuleContext['profile']['addresses'],
  key: 'test' | 'live' = 'test',
) => t.call('validateAddress', { body: t.profile.addresses[addressKind], key })

const requireValidAddressAccepted = (t: RuleContext) =>
  t.setup.works('The validation of a good address', validateProfileAddress(t, 'commercial'))

type AddressKind = 'residential' | 'commercial'

/**
 * Checks that the service classifies the profile's address of this kind correctly: as a home or as a business. Ends the
 * rule as skipped if no field of the response can be understood as a classification. Throws RuleBroken.
 */
async function expectClassification(t: RuleContext, kind: AddressKind): Promise<void> {
  const other = kind === 'residential' ? 'commercial' : 'residential'
  const readValues = (answer: Answer, addressKind: AddressKind) =>
    collectNamedValues(answer.json, t.profile.addresses[addressKind])
  const answer = await validateProfileAddress(t, kind)
  expectSuccess(answer)
  const values = readValues(answer, kind)
  const ofOtherKind = readValues(
    await t.setup.works('The validation of another address', validateProfileAddress(t, other)),
    other,
  )
  const isHome = inferClassification(values, ofOtherKind)
  if (isHome === undefined) {
    // A value that differs between two responses for the same address cannot be the address's classification.
    const unstable = removeSharedValues(values, readValues(await validateProfileAddress(t, kind), kind))
    const candidates = removeSharedValues(removeSharedValues(values, ofOtherKind), unstable).filter(
      canBeClassification,
    )
    if (candidates.length > 0) {
      t.notJudged(
        `the suite did not understand the values that differ between homes and businesses: ${candidates.map(describeNamedValue).join(', ')}`,
      )
    }
  }
  expectThat(isHome === (kind === 'residential'), {
    expected: `a response that classifies the address as ${kind}`,
    actual: `no such classification in ${showValue(answer.json)}`,
    answer,
  })
}

const makeFaultyValidationRule = rulesOn('validateAddress', { needs: ['control:faults'] })
const makeValidationRule = rulesOn('validateAddress')
/** Creates rules that send up to three validation requests, to find out which value of a response classifies the address. */
const makeClassificationRule = rulesOn('validateAddress', { requests: { validateAddress: 3 } })

export const addressRules: readonly Rule[] = [
  makeValidationRule('ADDR-001', 'A deliverable address is validated.')
    .judges(...listStatements({ ENDPOINTS: [6, 8, 9], SERVICE: [1], RESOURCES: [2, 3, 4, 5, 6] }))
    .by(async (t) => {
      const answer = await validateProfileAddress(t, 'commercial')
      const result = expectSuccess(answer)
      expectThat(Object.keys(Object(result)).length > 0 && typeof result === 'object', {
        expected: 'an object with the result of the validation',
        actual: `a body of ${showValue(result)}`,
        answer,
      })
    }),
  makeClassificationRule('ADDR-002', 'The validation classifies a home as residential.')
    .judges('ENDPOINTS-10', 'SERVICE-2')
    .by((t) => expectClassification(t, 'residential')),
  makeClassificationRule('ADDR-003', 'The validation classifies a business as not residential.')
    .judges('ENDPOINTS-10', 'SERVICE-2')
    .by((t) => expectClassification(t, 'commercial')),
  makeValidationRule('ADDR-004', 'An undeliverable address is refused.')
    .judges('ENDPOINTS-11', 'ERRORS-76', 'ERRORS-77')
    .by(async (t) => {
      await requireValidAddressAccepted(t)
      expectError(await validateProfileAddress(t, 'undeliverable'), 'ADDRESS.VALIDATION.FAILED')
    }),
  rule('ADDR-008', 'An undeliverable address is also refused with a live key.')
    .on('validateAddress', { needs: ['key:live'] })
    .judges('ENDPOINTS-11', 'AUTHENTICATION-8')
    .by(async (t) => {
      const works = validateProfileAddress(t, 'commercial', 'live')
      await t.setup.works('The validation of a good address with the live key', works)
      expectError(await validateProfileAddress(t, 'undeliverable', 'live'), 'ADDRESS.VALIDATION.FAILED')
    }),
  makeValidationRule('ADDR-005', 'An address with several matches is refused as ambiguous.')
    .judges('ENDPOINTS-12', 'ERRORS-78', 'ERRORS-79')
    .by(async (t) => {
      await requireValidAddressAccepted(t)
      expectError(await validateProfileAddress(t, 'ambiguous'), 'ADDRESS.VALIDATION.AMBIGUOUS')
    }),
  makeFaultyValidationRule(
    'ADDR-006',
    'While the address validation service is down, a validation returns 503.',
  )
    .judges('ENDPOINTS-14', 'ERRORS-80', 'ERRORS-81')
    .by(async (t) => {
      await requireValidAddressAccepted(t)
      await t.account.faults.add({ target: 'address_validation', mode: 'down' })
      expectError(await validateProfileAddress(t, 'commercial'), 'ADDRESS.VALIDATION.SERVICE_ERROR')
    }),
  makeFaultyValidationRule(
    'ADDR-007',
    'After an outage of the address validation service, addresses are validated again.',
  )
    .judges('ENDPOINTS-14')
    .by(async (t) => {
      await t.account.faults.add({ target: 'address_validation', mode: 'down' })
      const down = await validateProfileAddress(t, 'commercial')
      expectAnswer(down, down.status === 503, '503 while the address validation service is down')
      await t.account.faults.clear()
      expectSuccess(await validateProfileAddress(t, 'commercial'))
    }),
]
