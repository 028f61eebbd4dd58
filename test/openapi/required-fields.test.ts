import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isJson, type Json } from '../../scripts/openapi/json.ts'
import { type DrydockServer, startDrydockServer } from '../../src/server/drydock-server.ts'
import { type Account, createAccount } from '../support/account.ts'
import { controlBodies, serviceBodies } from '../support/full-bodies.ts'
import { projectFile } from '../support/project.ts'
import { TestClient } from '../support/test-client.ts'

/** Checks that the error for a missing required field is VALIDATION.FIELD.REQUIRED with the name of the field. */

interface RequestCase {
  /** The method and path of the call, such as `POST /v1/rates`. */
  readonly name: string
  readonly document: Json
  readonly operation: Json
  readonly base: string
  readonly body: unknown
}

function listRequestCases(
  file: string,
  base: string,
  bodyOf: (name: string, id: string) => unknown,
): readonly RequestCase[] {
  const document: Json = JSON.parse(readFileSync(projectFile(`schemas/${file}`), 'utf8'))
  return Object.entries(Object(document['paths'])).flatMap(([path, item]) =>
    Object.entries(Object(item)).flatMap(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`
      const body = bodyOf(name, Object(operation).operationId)
      return 'requestBody' in Object(operation)
        ? [{ name, document, operation: Object(operation), base, body }]
        : []
    }),
  )
}

const requestCases = [
  ...listRequestCases('openapi.json', '', (_, id) => serviceBodies[id]),
  ...listRequestCases('control-openapi.json', '/_drydock', (name) => controlBodies[name]?.[0]),
  // Calls about faults are left out: a missing field of a fault is reported as the reason why the fault could never
  // trigger.
].filter(({ name }) => !/faults|snapshot/.test(name))

/** Returns a body without one of the required fields of its schema, and the path of that field. */
function* removeRequiredFields(
  document: Json,
  schema: unknown,
  body: unknown,
  at = '',
): Generator<[string, unknown]> {
  const { $ref, required = [], properties = {}, items } = Object(schema)
  if (typeof $ref === 'string') {
    const name = $ref.slice('#/components/schemas/'.length)
    yield* removeRequiredFields(document, Object(Object(document['components']).schemas)[name], body, at)
  } else if (Array.isArray(body)) {
    for (const [each, lessened] of removeRequiredFields(document, items, body[0], `${at}[0]`))
      yield [each, [lessened, ...body.slice(1)]]
  } else if (isJson(body)) {
    for (const field of required) yield [joinPath(at, field), removeField(body, field)]
    for (const [field, inner] of Object.entries(properties))
      for (const [each, lessened] of removeRequiredFields(document, inner, body[field], joinPath(at, field)))
        yield [each, { ...body, [field]: lessened }]
  }
}

function joinPath(at: string, field: string): string {
  return at === '' ? field : `${at}.${field}`
}

function removeField(body: Json, field: string): Json {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== field))
}

const cases = requestCases.flatMap(({ name, document, operation, base, body }) => {
  const { schema } = Object(operation['requestBody']).content['application/json']
  return [...removeRequiredFields(document, schema, body)].map(([field, sent]) => ({
    name,
    field,
    sent,
    operation,
    base,
  }))
})

describe('a request without a required field', () => {
  let server: DrydockServer
  let account: Account
  beforeAll(async () => {
    server = await startDrydockServer({ port: 0, rateLimits: false })
    account = await createAccount(server.url)
  })
  afterAll(() => server.close())

  it('the test of required fields removes every required field, for example the zip of a batch item', () => {
    const named = cases.map(({ name, field }) => `${name} ${field}`)
    expect(named).toContain('POST /v1/batches items[0].to_address.zip')
    for (const choice of [
      'POST /accounts/{account}/keys environment',
      'PUT /accounts/{account}/tracking/{number} script',
    ])
      expect(named).toContain(choice)
    expect(cases.length).toBeGreaterThan(40)
  })

  it.each(cases)(
    '$name without the required field $field is refused with VALIDATION.FIELD.REQUIRED and that field',
    async ({ name, field, sent, operation, base }) => {
      const [method = '', path = ''] = name.split(' ')
      const place = base + path.replace('{account}', account.id).replace('{number}', '99990')
      const key = base === '' ? account.keys.test : null
      const { status, body } = await new TestClient(server.url).send({ method, path: place, key, body: sent })
      const { code, field: told } = Object(body).error
      expect({ status, code, told }).toEqual({ status: 422, code: 'VALIDATION.FIELD.REQUIRED', told: field })
      expect(operation['x-error-codes']).toContain('VALIDATION.FIELD.REQUIRED')
    },
  )
})
