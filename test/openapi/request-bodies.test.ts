import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { isJson, type Json, resolveRef } from '../../scripts/openapi/json.ts'
import { serviceRequests } from '../../scripts/openapi/request-words.ts'
import { controlRoutes } from '../../src/server/control/routes.ts'
import { listBuiltInScenarioNames } from '../../src/server/scenarios/catalogue.ts'
import { conditionFields, modeFields } from '../../src/simulator/faults/fields.ts'
import { carrierNames } from '../../src/simulator/specification/model.ts'
import { controlBodies, serviceBodies } from '../support/full-bodies.ts'
import { projectFile } from '../support/project.ts'

/** Checks that the simulator and the OpenAPI document accept the same bodies. Each body has one changed value. */

interface DescribedBody {
  readonly name: string
  readonly reader: z.ZodType
  readonly isDescribed: (body: unknown) => boolean
  /** The paths of the documented fields. */
  readonly fields: readonly string[]
  readonly bodies: readonly object[]
}

type DocumentedBody = Pick<DescribedBody, 'name' | 'isDescribed' | 'fields'> & { readonly id: string }

function listOperations(file: string): readonly DocumentedBody[] {
  const document: Json = JSON.parse(readFileSync(projectFile(`schemas/${file}`), 'utf8'))
  const ajv = new Ajv2020({ strict: false })
  ajv.addSchema({ ...document, $id: file })
  return Object.entries(Object(document['paths'])).flatMap(([path, item]) =>
    Object.entries(Object(item)).flatMap(([method, operation]) => {
      const { operationId: id, requestBody } = Object(operation)
      if (requestBody === undefined) return []
      const { schema } = requestBody.content['application/json']
      const isDescribed = ajv.compile({ $ref: `${file}${schema.$ref}` })
      const fields = listSchemaFields(document, schema)
      return [{ name: `${method.toUpperCase()} ${path}`, id, isDescribed, fields }]
    }),
  )
}

/** Lists the paths of the fields that a schema has at any depth, such as `items.parcel.length`. */
function listSchemaFields(document: Json, schema: unknown, at = ''): readonly string[] {
  const { properties, items, anyOf, oneOf } = resolveRef(document, schema)
  const inner = [anyOf ?? oneOf ?? [], items ?? []].flat()
  return [
    ...inner.flatMap((each) => listSchemaFields(document, each, at)),
    ...Object.entries(Object(properties)).flatMap(([name, field]) => [
      at + name,
      ...listSchemaFields(document, field, `${at}${name}.`),
    ]),
  ]
}

/** Lists the paths of the fields that a body has, in the form of `listSchemaFields`. */
function listBodyFields(body: unknown, at = ''): readonly string[] {
  if (Array.isArray(body)) return body.flatMap((each) => listBodyFields(each, at))
  if (!isJson(body)) return []
  return Object.entries(body).flatMap(([name, value]) => [
    at + name,
    ...listBodyFields(value, `${at}${name}.`),
  ])
}

const service = listOperations('openapi.json').flatMap(({ id, ...documented }): DescribedBody[] => {
  const [, reader] = Object.entries(serviceRequests).find(([operation]) => operation === id) ?? []
  const body = serviceBodies[id]
  if (reader === undefined || body === undefined) throw new Error(`Nothing reads ${id}.`)
  return [{ ...documented, reader, bodies: [body] }]
})
/**
 * The calls of the control protocol without those about faults and snapshots. Faults have a separate test, and the
 * content of a snapshot decides how the service reads it.
 */
const control = listOperations('control-openapi.json').flatMap(
  ({ id: _, ...documented }): DescribedBody[] => {
    const { name } = documented
    if (/faults|snapshot/.test(name)) return []
    const reader = controlRoutes.find(({ method, path }) => `${method} ${path}` === name)?.body
    const bodies = controlBodies[name]
    if (reader === undefined || bodies === undefined) throw new Error(`Nothing reads ${name}.`)
    return [{ ...documented, reader, bodies }]
  },
)

/**
 * Whether a body names a carrier that the simulator refuses. The documents list no carriers, because other services
 * have other carriers.
 */
const namesUnknownCarrier = (body: unknown): boolean =>
  Array.isArray(body)
    ? body.some(namesUnknownCarrier)
    : isJson(body) &&
      Object.entries(body).some(([name, value]) =>
        name === 'carrier' && typeof value === 'string'
          ? !carrierNames.some((each) => each.toLowerCase() === value.trim().toLowerCase())
          : namesUnknownCarrier(value),
      )

/** For each operation, whether it refuses a body that its parser accepts. */
const refusedLater: Readonly<Record<string, (body: object) => boolean>> = {
  'POST /v1/batches': (body) => 'items' in body && Array.isArray(body.items) && body.items.length === 0,
  'POST /accounts/{account}/clock/advance': (body) => Object.keys(body).length !== 1,
  'POST /accounts/{account}/clock/preview': (body) => Object.keys(body).length !== 1,
  'POST /accounts/{account}/scenario': (body) =>
    !('source' in body) && !listBuiltInScenarioNames().includes(String(Object(body).name)),
}

const absentValue = Symbol('absent')
const variantValues: readonly unknown[] = [
  absentValue,
  null,
  true,
  false,
  -1,
  0,
  0.5,
  1,
  499,
  500,
  100_000_000_001,
  '',
  ' ',
  'a',
  '7',
  'x'.repeat(64),
  'x'.repeat(65),
  'x'.repeat(500),
  'x'.repeat(501),
  'ups',
  'UPS',
  'Pigeon',
  'test',
  'valid',
  'none',
  'frozen',
  'wallet:read',
  '10m',
  '12h1d',
  'http://127.0.0.1:9/',
  'ftp://127.0.0.1/',
  '2030-01-31',
  '2030-01-31T12:00:00',
  [],
  ['wallet:read'],
  {},
]

/**
 * Returns variants of a body: with each value replaced by each other kind of value, one at a time, and with an
 * additional field.
 */
function* createVariants(body: unknown): Generator<unknown> {
  if (Array.isArray(body)) {
    for (const [at, each] of body.entries())
      for (const variant of [...variantValues, ...createVariants(each)])
        yield variant === absentValue ? body.toSpliced(at, 1) : body.with(at, variant)
  } else if (isJson(body)) {
    yield { ...body, surplus: 1 }
    for (const [name, each] of Object.entries(body))
      for (const variant of [...variantValues, ...createVariants(each)])
        yield variant === absentValue
          ? Object.fromEntries(Object.entries(body).filter(([other]) => other !== name))
          : { ...body, [name]: variant }
  }
}

/**
 * Whether a body has an address in the United States without a state. The document says only in words where a state is
 * required (choices 17).
 */
function lacksState(body: unknown): boolean {
  if (Array.isArray(body)) return body.some(lacksState)
  if (!isJson(body)) return false
  const { country, state } = body
  const isBlank = state === undefined || state === null || (typeof state === 'string' && state.trim() === '')
  return (country === 'US' && isBlank) || Object.values(body).some(lacksState)
}

describe.each([...service, ...control])(
  'the request body of $name',
  ({ name, reader, isDescribed, fields, bodies }) => {
    it('the request bodies of the OpenAPI tests have every documented field', () => {
      expect(new Set(bodies.flatMap((body) => listBodyFields(body)))).toEqual(new Set(fields))
    })

    it('the simulator accepts in a request body exactly the values that the OpenAPI document accepts', () => {
      const isTaken = (body: unknown) =>
        reader.safeParse(body).success && refusedLater[name]?.(Object(body)) !== true
      for (const body of bodies) expect([body, isDescribed(body), isTaken(body)]).toEqual([body, true, true])
      const disputed = bodies
        .flatMap((body) => [...createVariants(body)])
        .filter((body) => isDescribed(body) !== isTaken(body) && !lacksState(body))
        .filter((body) => isTaken(body) || !namesUnknownCarrier(body))
        .map((body) => `${JSON.stringify(body)} is ${isTaken(body) ? 'taken' : 'refused'}`)
      expect(disputed).toEqual([])
    })
  },
)

it('the example faults in the OpenAPI tests together have every field that a fault can have', () => {
  const fields = ['target', 'operation', 'mode', ...Object.keys({ ...modeFields, ...conditionFields })]
  const faults = controlBodies['POST /accounts/{account}/faults'] ?? []
  expect(new Set(faults.flatMap((body) => listBodyFields(body)))).toEqual(new Set(fields))
})
