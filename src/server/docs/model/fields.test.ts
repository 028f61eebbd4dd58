import { expect, it } from 'vitest'
import { listControlCalls } from './control-calls.ts'
import type { SchemaNode } from './document.ts'
import { type Field, listFields } from './fields.ts'
import { operations } from './operations.ts'

function readOnlyField(schema: SchemaNode): Field {
  const [field] = listFields({ type: 'object', properties: { it: schema }, required: ['it'] })
  if (field === undefined) throw new Error('There is no field.')
  return field
}

it('listFields lists the fields of a body from top to bottom, and the fields of each nested object once', () => {
  const parcel = { $ref: '#/components/schemas/Parcel' }
  const fields = listFields({
    type: 'object',
    properties: { id: { type: 'string' }, items: { type: 'array', items: parcel }, first: parcel },
    required: ['id'],
  })
  expect(fields.map(({ path, depth, sameAs }) => [path, depth, sameAs])).toEqual([
    ['id', 0, null],
    ['items', 0, null],
    ['items[].weight_oz', 1, null],
    ['items[].length', 1, null],
    ['items[].width', 1, null],
    ['items[].height', 1, null],
    ['first', 0, 'items'],
  ])
  expect(fields.filter(({ depth, isRequired }) => depth === 0 && isRequired).map(({ name }) => name)).toEqual(
    ['id'],
  )
})

it.each([
  [{ type: 'integer' }, 'integer'],
  [{ type: ['string', 'null'] }, 'string or null'],
  [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'integer or null'],
  [{ type: 'string', format: 'date-time' }, 'timestamp'],
  [{ type: 'string', format: 'uri' }, 'URL'],
  [{ type: 'array', items: { type: 'string' } }, 'list of strings'],
  [{ properties: {} }, 'object'],
  [{}, 'anything'],
])('listFields describes the type of the schema %j as %s', (schema, type) => {
  expect(readOnlyField(schema).type).toBe(type)
})

it('listFields describes the accepted values of a field', () => {
  expect(readOnlyField({ type: 'string', enum: ['valid', 'none'] }).values).toEqual(['valid', 'none'])
  expect(readOnlyField({ type: 'array', items: { enum: ['rates:read'] } }).values).toEqual(['rates:read'])
  expect(readOnlyField({ type: 'number', exclusiveMinimum: 0, maximum: 1_000_000 }).limits).toEqual([
    'above 0',
    '1,000,000 at most',
  ])
  expect(readOnlyField({ type: 'array', items: {}, minItems: 1, maxItems: 5_000 }).limits).toEqual([
    '1 to 5,000 of them',
  ])
})

it('listFields prefers a description beside a reference to the description of the referenced component', () => {
  const $ref = '#/components/schemas/Parcel'
  expect(readOnlyField({ $ref, description: 'What is sent.' }).description).toBe('What is sent.')
  expect(readOnlyField({ $ref }).description).toMatch(/\w/)
})

it('listFields finds the fields of every request and response body', () => {
  const sent = [...operations, ...listControlCalls()].filter(({ request }) => request !== null)
  expect(sent.length).toBeGreaterThan(15)
  expect(sent.filter(({ request }) => request?.fields.length === 0).map(({ name }) => name)).toEqual([])
})
