import { expectError, expectThat } from '../../http/expect.ts'
import { isObject } from '../../http/fields.ts'
import { operationOf } from '../../http/operation.ts'
import { showValue } from '../../http/show.ts'
import type { ErrorCode } from '../../http/spec-error.ts'
import type { Rule, RuleId } from '../../rule.ts'
import type { RuleContext } from '../../rule-context.ts'
import type { Judged } from '../../section.ts'
import { rule, rulesOn } from '../support/rules-on.ts'

type RequestBody = Readonly<Record<string, unknown>>
type BodyOperation = 'createRates' | 'buyLabel' | 'registerTracker' | 'createBatch'

/** A required field, and the rule that a body without the field is refused. */
interface MissingFieldCase {
  readonly id: RuleId
  readonly judges: Judged
  readonly operation: BodyOperation
  readonly field: string
  /** Another documented error that the service may return for the same mistake. */
  readonly also?: ErrorCode
}

/** A field with a wrong value, and the rule that such a body is refused. */
interface WrongFieldCase {
  readonly id: RuleId
  readonly judges: Judged
  readonly operation: BodyOperation
  /** A description of the wrong value, for the title of the rule. */
  readonly what: string
  readonly addMistake: (good: RequestBody) => RequestBody
  /** Another documented error that the service may return for the same mistake. */
  readonly also?: ErrorCode
}

const missingFieldCases: readonly MissingFieldCase[] = [
  {
    id: 'VAL-001',
    judges: ['ERRORS-13', 'RESOURCES-32', 'ENDPOINTS-35', 'ERRORS-32', 'ERRORS-33'],
    operation: 'buyLabel',
    field: 'rate_id',
  },
  { id: 'VAL-002', judges: ['ERRORS-13', 'ENDPOINTS-17'], operation: 'createRates', field: 'from_address' },
  { id: 'VAL-003', judges: ['ERRORS-13', 'ENDPOINTS-18'], operation: 'createRates', field: 'to_address' },
  { id: 'VAL-004', judges: ['ERRORS-33', 'ENDPOINTS-19'], operation: 'createRates', field: 'parcel' },
  {
    id: 'VAL-005',
    judges: ['ERRORS-13', 'ENDPOINTS-63'],
    operation: 'registerTracker',
    field: 'tracking_number',
  },
  { id: 'VAL-006', judges: ['ERRORS-13', 'ENDPOINTS-64'], operation: 'registerTracker', field: 'carrier' },
  {
    id: 'VAL-007',
    judges: ['ERRORS-13', 'ENDPOINTS-83'],
    operation: 'createBatch',
    field: 'items',
    also: 'BATCH.ITEMS.REQUIRED',
  },
]

const changeWeight =
  (weight: unknown) =>
  (good: RequestBody): RequestBody => ({
    ...good,
    parcel: { ...(isObject(good['parcel']) && good['parcel']), weight_oz: weight },
  })

const wrongFieldCases: readonly WrongFieldCase[] = [
  {
    id: 'VAL-101',
    judges: ['ERRORS-34', 'RESOURCES-25', 'ERRORS-35'],
    operation: 'createRates',
    what: 'a weight that is a word',
    addMistake: changeWeight('heavy'),
  },
  {
    id: 'VAL-102',
    judges: ['ERRORS-35', 'RESOURCES-25'],
    operation: 'createRates',
    what: 'a weight below zero',
    addMistake: changeWeight(-1),
  },
  {
    id: 'VAL-103',
    judges: ['ERRORS-35', 'ENDPOINTS-18'],
    operation: 'createRates',
    what: 'an address that is a text',
    addMistake: (good) => ({ ...good, to_address: '350 5th Ave, New York' }),
    also: 'VALIDATION.FIELD.REQUIRED',
  },
  {
    id: 'VAL-104',
    judges: ['ERRORS-35', 'ENDPOINTS-35'],
    operation: 'buyLabel',
    what: 'a rate_id that is an object',
    addMistake: () => ({ rate_id: { id: 'rate_1' } }),
    also: 'RATE.NOT_FOUND',
  },
  {
    id: 'VAL-105',
    judges: ['ERRORS-35', 'ENDPOINTS-63'],
    operation: 'registerTracker',
    what: 'a tracking number that is an object',
    addMistake: (good) => ({ ...good, tracking_number: { number: '1' } }),
    also: 'VALIDATION.FIELD.REQUIRED',
  },
  {
    id: 'VAL-106',
    judges: ['ERRORS-35', 'ENDPOINTS-83'],
    operation: 'createBatch',
    what: 'items that are a text',
    addMistake: () => ({ items: 'all of them' }),
    also: 'BATCH.ITEMS.REQUIRED',
  },
]

const places = ['from_address', 'to_address'] as const
const addressFields = ['name', 'street1', 'city', 'state', 'zip', 'country'] as const
const sizes = ['length', 'width', 'height'] as const

/** A wrong value for a text field: an object instead of a text. */
const notAText = { is: ['no', 'text'] }

/** Returns a valid body for an operation. */
async function makeValidBody(t: RuleContext, operation: BodyOperation): Promise<RequestBody> {
  switch (operation) {
    case 'createRates':
      return t.setup.ratesBody()
    case 'buyLabel':
      return { rate_id: (await t.setup.rate()).id }
    case 'registerTracker': {
      const { trackingNumber, carrier } = await t.setup.label()
      return { tracking_number: trackingNumber, carrier }
    }
    case 'createBatch':
      return { items: await t.setup.batchItems(1) }
  }
}

/** Sends a body with a mistake and returns the response. Then checks that the same body without the mistake is accepted. */
async function sendBodyWithMistake(
  t: RuleContext,
  operation: BodyOperation,
  addMistake: (good: RequestBody) => RequestBody,
) {
  const good = await makeValidBody(t, operation)
  const answer = await t.call(operation, { body: addMistake(good) })
  await t.setup.works('The same request without the mistake', t.call(operation, { body: good }))
  return answer
}

const makeQuoteRule = rulesOn('createRates')

export const validationRules: readonly Rule[] = [
  ...missingFieldCases.map(({ id, judges, operation, field, also }) =>
    rule(id, `${operationOf(operation).endpoint} refuses a body without ${field}, and names the field.`)
      .on(operation)
      .judges(...judges)
      .by(async (t) => {
        const answer = await sendBodyWithMistake(t, operation, ({ [field]: _, ...rest }) => rest)
        const error = expectError(answer, 'VALIDATION.FIELD.REQUIRED', ...(also === undefined ? [] : [also]))
        if (error.raw('code') !== 'VALIDATION.FIELD.REQUIRED') return
        const named = error.text('field')
        expectThat(named.includes(field), {
          expected: `error.field to name ${field}`,
          actual: `error.field ${showValue(named)}`,
          answer,
        })
      }),
  ),
  ...wrongFieldCases.map(({ id, judges, operation, what, addMistake, also }) =>
    rule(id, `${operationOf(operation).endpoint} refuses ${what} as invalid.`)
      .on(operation)
      .judges(...judges)
      .by(async (t) => {
        const answer = await sendBodyWithMistake(t, operation, addMistake)
        expectError(answer, 'VALIDATION.FIELD.INVALID', ...(also === undefined ? [] : [also]))
      }),
  ),
  makeQuoteRule(
    'VAL-008',
    'POST /v1/rates refuses addresses without a street or city, and names the missing field.',
  )
    .judges('RESOURCES-23', 'ERRORS-13', 'ERRORS-33')
    .by(async (t) => {
      const good = t.setup.ratesBody()
      for (const place of places) {
        for (const field of ['street1', 'city'] as const) {
          const { [field]: _, ...rest } = good[place]
          const answer = await t.call('createRates', { body: { ...good, [place]: rest } })
          const error = expectError(answer, 'VALIDATION.FIELD.REQUIRED', 'VALIDATION.FIELD.INVALID')
          if (error.raw('code') !== 'VALIDATION.FIELD.REQUIRED') continue
          const named = error.text('field')
          const part = field === 'city' ? /city/i : /street/i
          expectThat(part.test(named), {
            expected: `error.field to name ${field}`,
            actual: `error.field ${showValue(named)}`,
            answer,
          })
        }
      }
      await t.setup.works('The same request with street and city', t.call('createRates', { body: good }))
    }),
  makeQuoteRule('VAL-107', 'POST /v1/rates refuses addresses with an object in place of a text.')
    .judges(
      'RESOURCES-1',
      'RESOURCES-2',
      'RESOURCES-3',
      'RESOURCES-4',
      'RESOURCES-5',
      'RESOURCES-6',
      'ERRORS-35',
    )
    .by(async (t) => {
      const good = t.setup.ratesBody()
      for (const place of places) {
        for (const field of addressFields) {
          const body = { ...good, [place]: { ...good[place], [field]: notAText } }
          const answer = await t.call('createRates', { body })
          expectError(answer, 'VALIDATION.FIELD.INVALID', 'VALIDATION.FIELD.REQUIRED')
        }
      }
      await t.setup.works('The same request with texts', t.call('createRates', { body: good }))
    }),
  rule('VAL-108', 'POST /v1/addresses/validate refuses an address with an object in place of a text.')
    .on('validateAddress')
    .judges('RESOURCES-2', 'RESOURCES-3', 'RESOURCES-4', 'RESOURCES-5', 'RESOURCES-6')
    .by(async (t) => {
      const good = t.profile.addresses.commercial
      // The service need not check the name, because the validation does not depend on it.
      for (const field of addressFields.filter((each) => each !== 'name')) {
        const answer = await t.call('validateAddress', { body: { ...good, [field]: notAText } })
        expectError(
          answer,
          'VALIDATION.FIELD.INVALID',
          'VALIDATION.FIELD.REQUIRED',
          'ADDRESS.VALIDATION.FAILED',
          'ADDRESS.VALIDATION.AMBIGUOUS',
        )
      }
      await t.setup.works('The same address with texts', t.call('validateAddress', { body: good }))
    }),
  makeQuoteRule('VAL-109', 'POST /v1/rates refuses a length, a width and a height that are words as invalid.')
    .judges('RESOURCES-26', 'RESOURCES-27', 'RESOURCES-28', 'ERRORS-35')
    .by(async (t) => {
      const good = t.setup.ratesBody()
      for (const size of sizes) {
        const answer = await t.call('createRates', {
          body: { ...good, parcel: { ...good.parcel, [size]: 'long' } },
        })
        expectError(answer, 'VALIDATION.FIELD.INVALID')
      }
      await t.setup.works('The same parcel with numbers', t.call('createRates', { body: good }))
    }),
]
