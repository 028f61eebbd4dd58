import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { isJson, type Json } from '../../scripts/openapi/json.ts'
import { serviceRequests } from '../../scripts/openapi/request-words.ts'
import { controlRoutes } from '../../src/server/control/routes.ts'
import { builtInNames } from '../../src/server/scenarios/catalogue.ts'
import { carrierNames } from '../../src/simulator/specification/model.ts'
import { controlBodies, serviceBodies } from '../support/full-bodies.ts'
import { projectFile } from '../support/project.ts'

/** The reader of a body and its documentation agree on of good bodies with one value changed. */

interface Described {
  readonly name: string
  readonly reader: z.ZodType
  readonly isDescribed: (body: unknown) => boolean
  readonly bodies: readonly object[]
}

function operationsIn(
  file: string,
): readonly { name: string; id: string; isDescribed: Described['isDescribed'] }[] {
  const document: Json = JSON.parse(readFileSync(projectFile(`schemas/${file}`), 'utf8'))
  const ajv = new Ajv2020({ strict: false })
  ajv.addSchema({ ...document, $id: file })
  return Object.entries(Object(document['paths'])).flatMap(([path, item]) =>
    Object.entries(Object(item)).flatMap(([method, operation]) => {
      const { operationId: id, requestBody } = Object(operation)
      if (requestBody === undefined) return []
      const { $ref } = requestBody.content['application/json'].schema
      return [
        { name: `${method.toUpperCase()} ${path}`, id, isDescribed: ajv.compile({ $ref: `${file}${$ref}` }) },
      ]
    }),
  )
}

const service = operationsIn('openapi.json').flatMap(({ name, id, isDescribed }): Described[] => {
  const [, reader] = Object.entries(serviceRequests).find(([operation]) => operation === id) ?? []
  const body = serviceBodies[id]
  if (reader === undefined || body === undefined) throw new Error(`Nothing reads ${name}.`)
  return [{ name, reader, isDescribed, bodies: [body] }]
})
/** Faults have a test of their own, and a snapshot is read by what it holds. */
const control = operationsIn('control-openapi.json').flatMap(({ name, isDescribed }): Described[] => {
  if (/faults|snapshot/.test(name)) return []
  const reader = controlRoutes.find(({ method, path }) => `${method} ${path}` === name)?.body
  const bodies = controlBodies[name]
  if (reader === undefined || bodies === undefined) throw new Error(`Nothing reads ${name}.`)
  return [{ name, reader, isDescribed, bodies }]
})

/** The documents name no carriers, as another service has others: this one refuses those that it does not know. */
const namesUnknownCarrier = (body: unknown): boolean =>
  Array.isArray(body)
    ? body.some(namesUnknownCarrier)
    : isJson(body) &&
      Object.entries(body).some(([name, value]) =>
        name === 'carrier' && typeof value === 'string'
          ? !carrierNames.some((each) => each.toLowerCase() === value.trim().toLowerCase())
          : namesUnknownCarrier(value),
      )

/** Bodies that a reader accepts and its operation refuses. */
const refusedLater: Readonly<Record<string, (body: object) => boolean>> = {
  'POST /v1/batches': (body) => 'items' in body && Array.isArray(body.items) && body.items.length === 0,
  'POST /accounts/{account}/clock/advance': (body) => Object.keys(body).length !== 1,
  'POST /accounts/{account}/clock/preview': (body) => Object.keys(body).length !== 1,
  'POST /accounts/{account}/scenario': (body) =>
    !('source' in body) && !builtInNames().includes(String(Object(body).name)),
}

const absent = Symbol('absent')
const values: readonly unknown[] = [
  absent,
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

/** The body with each of its values changed into each of the others, one at a time, and with one more. */
function* variantsOf(body: unknown): Generator<unknown> {
  if (Array.isArray(body)) {
    for (const [at, each] of body.entries())
      for (const variant of [...values, ...variantsOf(each)])
        yield variant === absent ? body.toSpliced(at, 1) : body.with(at, variant)
  } else if (isJson(body)) {
    yield { ...body, surplus: 1 }
    for (const [name, each] of Object.entries(body))
      for (const variant of [...values, ...variantsOf(each)])
        yield variant === absent
          ? Object.fromEntries(Object.entries(body).filter(([other]) => other !== name))
          : { ...body, [name]: variant }
  }
}

/** Whether an address in the United States has no state: the document says in words where one is required (choices 17). */
function lacksState(body: unknown): boolean {
  if (Array.isArray(body)) return body.some(lacksState)
  if (!isJson(body)) return false
  const { country, state } = body
  const isBlank = state === undefined || state === null || (typeof state === 'string' && state.trim() === '')
  return (country === 'US' && isBlank) || Object.values(body).some(lacksState)
}

describe.each([...service, ...control])('$name', ({ name, reader, isDescribed, bodies }) => {
  it('an operation accepts exactly the documented bodies', () => {
    const isTaken = (body: unknown) =>
      reader.safeParse(body).success && refusedLater[name]?.(Object(body)) !== true
    for (const body of bodies) expect([body, isDescribed(body), isTaken(body)]).toEqual([body, true, true])
    const disputed = bodies
      .flatMap((body) => [...variantsOf(body)])
      .filter((body) => isDescribed(body) !== isTaken(body) && !lacksState(body))
      .filter((body) => isTaken(body) || !namesUnknownCarrier(body))
      .map((body) => `${JSON.stringify(body)} is ${isTaken(body) ? 'taken' : 'refused'}`)
    expect(disputed).toEqual([])
  })
})
