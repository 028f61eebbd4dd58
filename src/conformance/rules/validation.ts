import { expectError, expectThat } from '../expect.ts'
import { isObject } from '../fields.ts'
import { operationOf } from '../operation.ts'
import type { Rule, RuleId } from '../rule.ts'
import type { RuleContext } from '../rule-context.ts'
import type { ErrorCode } from '../spec-error.ts'
import { active } from './active.ts'

type Body = Readonly<Record<string, unknown>>
type Operation = 'createRates' | 'buyLabel' | 'registerTracker' | 'createBatch'

interface Missing {
  readonly id: RuleId
  readonly operation: Operation
  readonly field: string
  /** Other documented answers to the same mistake. */
  readonly also?: ErrorCode
}

interface Wrong {
  readonly id: RuleId
  readonly operation: Operation
  readonly what: string
  readonly spoil: (good: Body) => Body
  readonly also?: ErrorCode
}

const missing: readonly Missing[] = [
  { id: 'VAL-001', operation: 'buyLabel', field: 'rate_id' },
  { id: 'VAL-002', operation: 'createRates', field: 'from_address' },
  { id: 'VAL-003', operation: 'createRates', field: 'to_address' },
  { id: 'VAL-004', operation: 'createRates', field: 'parcel' },
  { id: 'VAL-005', operation: 'registerTracker', field: 'tracking_number' },
  { id: 'VAL-006', operation: 'registerTracker', field: 'carrier' },
  { id: 'VAL-007', operation: 'createBatch', field: 'items', also: 'BATCH.ITEMS.REQUIRED' },
]

const weighing =
  (weight: unknown) =>
  (good: Body): Body => ({
    ...good,
    parcel: { ...(isObject(good['parcel']) && good['parcel']), weight_oz: weight },
  })

const wrong: readonly Wrong[] = [
  { id: 'VAL-101', operation: 'createRates', what: 'a weight that is a word', spoil: weighing('heavy') },
  { id: 'VAL-102', operation: 'createRates', what: 'a weight below zero', spoil: weighing(-1) },
  {
    id: 'VAL-103',
    operation: 'createRates',
    what: 'an address that is a text',
    spoil: (good) => ({ ...good, to_address: '350 5th Ave, New York' }),
  },
  {
    id: 'VAL-104',
    operation: 'buyLabel',
    what: 'a rate_id that is an object',
    spoil: () => ({ rate_id: { id: 'rate_1' } }),
    also: 'RATE.NOT_FOUND',
  },
  {
    id: 'VAL-105',
    operation: 'registerTracker',
    what: 'a tracking number that is an object',
    spoil: (good) => ({ ...good, tracking_number: { number: '1' } }),
  },
  {
    id: 'VAL-106',
    operation: 'createBatch',
    what: 'items that are a text',
    spoil: () => ({ items: 'all of them' }),
    also: 'BATCH.ITEMS.REQUIRED',
  },
]

/** A good body for each operation. */
async function goodBody(t: RuleContext, operation: Operation): Promise<Body> {
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

/** The good request and the bad one, each so often; the setups of all four taken together. */
function requestsOf(operation: Operation) {
  const setup = { createRates: 2, buyLabel: operation === 'registerTracker' ? 1 : 0 }
  return { ...setup, [operation]: operation === 'createRates' ? 4 : 2 }
}

async function answerTo(t: RuleContext, operation: Operation, spoil: (good: Body) => Body) {
  const good = await goodBody(t, operation)
  const answer = await t.call(operation, { body: spoil(good) })
  await t.setup.works('The same request without the mistake', t.call(operation, { body: good }))
  return answer
}

export const validationRules: readonly Rule[] = [
  ...missing.map(({ id, operation, field, also }) =>
    active({
      id,
      title: `${operationOf(operation).endpoint} refuses a body without ${field}, and names the field.`,
      section: 'Errors',
      endpoint: operationOf(operation).endpoint,
      basis: 'table',
      sends: `A body without ${field}, then the same body with it.`,
      requests: requestsOf(operation),
      run: async (t) => {
        const answer = await answerTo(t, operation, ({ [field]: _, ...rest }) => rest)
        const error = expectError(answer, 'VALIDATION.FIELD.REQUIRED', ...(also === undefined ? [] : [also]))
        if (error.raw('code') !== 'VALIDATION.FIELD.REQUIRED') return
        const named = error.text('field')
        expectThat(named.includes(field), { expected: `field to name ${field}`, actual: named, answer })
      },
    }),
  ),
  ...wrong.map(({ id, operation, what, spoil, also }) =>
    active({
      id,
      title: `${operationOf(operation).endpoint} refuses ${what} as invalid.`,
      section: 'Errors',
      endpoint: operationOf(operation).endpoint,
      basis: 'table',
      sends: `A body with ${what}, then a good one.`,
      requests: requestsOf(operation),
      run: async (t) => {
        const answer = await answerTo(t, operation, spoil)
        expectError(answer, 'VALIDATION.FIELD.INVALID', ...(also === undefined ? [] : [also]))
      },
    }),
  ),
]
