import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { projectFile } from '../support/project.ts'

/** The fields of each resource that the specification shows. Every other field in a body is a choice of the simulator. */

const address = ['name', 'street1', 'city', 'state', 'zip', 'country']
const parcel = ['weight_oz']
const batchItem = ['from_address', 'to_address', 'parcel', 'rate_id', 'carrier', 'service', 'rate_cents']
const label = [
  'id',
  'tracking_number',
  'label_url',
  'carrier',
  'service',
  'rate_cents',
  'sandbox',
  'wallet_balance_after_cents',
  'from_address',
  'to_address',
  'created_at',
]
const batch = [
  'id',
  'total_cost_cents',
  'wallet_balance_after_cents',
  'estimated_completion_percentage',
  'estimated_time_remaining_seconds',
]
const error = ['code', 'message', 'suggestion', 'docs_url', 'request_id']

const specifiedFields: Readonly<Record<string, readonly string[]>> = {
  AddressToValidate: address,
  Address: address,
  ParcelToSend: parcel,
  RatesRequest: ['from_address', 'to_address', 'parcel'],
  LabelRequest: ['rate_id'],
  TrackerRequest: ['tracking_number', 'carrier'],
  BatchRequest: ['items'],
  BatchRequestItem: batchItem,
  Rates: ['rates', 'failed_carriers'],
  Rate: ['id', 'carrier', 'service', 'rate_cents', 'carrier_eta', 'carbon_grams', 'account_type'],
  Label: label,
  LabelDetails: label,
  CompleteAddress: ['name', 'street', 'city', 'state', 'zip', 'country', 'phone', 'email'],
  Tracker: ['id', 'tracking_number', 'carrier', 'status', 'events'],
  TrackerEvent: ['status', 'status_detail'],
  Batch: [...batch, 'items'],
  BatchProgress: batch,
  BatchItem: batchItem,
  SentAddress: address,
  Parcel: parcel,
  LabelCreated: ['event', 'data', 'timestamp'],
  'LabelCreated.data': [
    'id',
    'carrier',
    'service',
    'tracking_number',
    'rate_cents',
    'label_url',
    'created_at',
  ],
  Error: [...error, 'required_scope', 'key_scopes', 'field', 'raw_carrier_error'],
  ErrorBody: ['error'],
}

interface Schema {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly 'x-drydock-choice'?: string
}

const { components } = JSON.parse(readFileSync(projectFile('schemas/openapi.json'), 'utf8'))
const schemas: Readonly<Record<string, Schema>> = components.schemas

/** Whether a schema, or the schema that it refers to, is marked as a choice. */
function isMarked({ $ref = '', 'x-drydock-choice': choice }: Schema): boolean {
  return (choice ?? schemas[$ref.split('/').at(-1) ?? '']?.['x-drydock-choice']) !== undefined
}

/** Returns the fields within a schema that the specification does not show and that are not marked as choices. */
function listUnmarked(schema: Schema, at: string): readonly string[] {
  const { properties = {}, items, anyOf = [] } = schema
  const known = specifiedFields[at] ?? []
  const here = Object.entries(properties).flatMap(([name, field]) => {
    if (isMarked(field)) return []
    return [...(known.includes(name) ? [] : [`${at}.${name}`]), ...listUnmarked(field, `${at}.${name}`)]
  })
  return [
    ...here,
    ...[...anyOf, ...(items === undefined ? [] : [items])].flatMap((each) => listUnmarked(each, at)),
  ]
}

it('the OpenAPI document marks as a choice each field that the specification does not show', () => {
  expect(
    Object.keys(specifiedFields).filter((name) => !name.includes('.') && schemas[name] === undefined),
  ).toEqual([])
  expect(Object.entries(schemas).flatMap(([name, schema]) => listUnmarked(schema, name))).toEqual([])
})

it('the OpenAPI document names every choice of docs/choices.md', () => {
  const document = readFileSync(projectFile('schemas/openapi.json'), 'utf8')
  const choices = [...readFileSync(projectFile('docs/choices.md'), 'utf8').matchAll(/^### <a id="(\d+)">/gm)]
  expect(choices.length).toBeGreaterThan(40)
  const unmarked = choices.filter(([, number]) => !document.includes(`"docs/choices.md#${number}"`))
  expect(unmarked.map(([, number]) => number)).toEqual([])
})
