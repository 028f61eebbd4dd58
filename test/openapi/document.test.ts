import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import operationTable from '../../fixtures/spec/operations.json' with { type: 'json' }
import manifest from '../../package.json' with { type: 'json' }
import { hasRequestBody } from '../../scripts/openapi/documented-codes.ts'
import { isJson, type Json, resolveRef } from '../../scripts/openapi/json.ts'
import { controlRoutes } from '../../src/server/control/routes.ts'
import { conditionFields, modeFields } from '../../src/simulator/faults/fields.ts'
import { readFault } from '../../src/simulator/faults/read-fault.ts'
import { faultModes, faultTargets } from '../../src/simulator/faults/targets.ts'
import { errorCodes } from '../../src/simulator/specification/errors.ts'
import { carrierNames, trackingStatuses } from '../../src/simulator/specification/model.ts'
import { scopes } from '../../src/simulator/specification/scopes.ts'
import { projectFile } from '../support/project.ts'

/** Checks the OpenAPI documents as files. test/long/openapi-documents.test.ts proves that the files are up to date. */

const readProjectFile = (file: string): string => readFileSync(projectFile(file), 'utf8')
const service: Json = JSON.parse(readProjectFile('schemas/openapi.json'))

const control: Json = JSON.parse(readProjectFile('schemas/control-openapi.json'))

describe.each([
  ['openapi', service, manifest.version],
  ['control-openapi', control, '1'],
])('the OpenAPI document %s', (name, document, version) => {
  it('the OpenAPI document has the same content in JSON and YAML', () => {
    expect(parse(readProjectFile(`schemas/${name}.yaml`))).toEqual(document)
    // Readers of YAML 1.1 read a time without quotes as a date.
    expect(readProjectFile(`schemas/${name}.yaml`)).not.toMatch(/^\s*[^#'"]*: \d{4}-\d\d-\d\d(T[^'"]*)?$/m)
  })

  it('the OpenAPI document has the current version', () => {
    expect(document).toMatchObject({ openapi: '3.1.1', info: { version } })
  })

  it('the OpenAPI document has a description and an example for every field', () => {
    const silent = listFields(document).flatMap(({ at, field }) => [
      ...(typeof field['description'] === 'string' ? [] : [`${at} has no description`]),
      ...(hasExample(field) ? [] : [`${at} has no example`]),
    ])
    expect(silent).toEqual([])
  })

  it('the OpenAPI document names a unit for each number that has one, such as cents, and for no other field', () => {
    const wrong = listFields(document).filter(({ at, field }) => field['x-unit'] !== findByName(units, at))
    expect(wrong.map(({ at }) => at)).toEqual([])
    expect(listFields(document).filter(({ field }) => 'x-unit' in field).length).toBeGreaterThan(15)
  })

  it('the OpenAPI document has a format for each time, day and URL, and for no other field', () => {
    const wrong = listFields(document).filter(({ at, field }) => {
      const [inner = field] = [field['anyOf'] ?? []].flat().filter((each) => Object(each).type !== 'null')
      return !looselyReadFields.test(at) && Object(inner).format !== findByName(formats, at)
    })
    expect(wrong.map(({ at }) => at)).toEqual([])
  })

  it('the OpenAPI document has a summary for every operation, and an example for every parameter', () => {
    for (const { at, operation } of listOperations(document)) {
      const { operationId, summary, description, parameters = [] } = Object(operation)
      for (const words of [operationId, summary, description]) expect(words, at).toMatch(/\w/)
      for (const parameter of parameters) {
        expect(parameter.description, `${at} ${parameter.name}`).toMatch(/^[A-Z`].*\.$/s)
        expect(parameter.example, `${at} ${parameter.name}`).toBeDefined()
        if (parameter.in === 'path') expect(at).toContain(`{${parameter.name}}`)
      }
      const inPath = parameters.filter((each: Json) => each['in'] === 'path')
      expect(inPath, at).toHaveLength(at.match(/\{/g)?.length ?? 0)
    }
  })

  it('the OpenAPI document has no escaped slash in its patterns, because some generators escape it again', () => {
    const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
      ([, text = '']) => String(JSON.parse(text)),
    )
    expect(patterns.length).toBeGreaterThan(10)
    for (const pattern of patterns) expect(new RegExp(pattern, 'u').source).toBe(pattern)
    expect(patterns.filter((pattern) => pattern.includes('\\/'))).toEqual([])
  })

  it('the OpenAPI document has no two fields of one resource with the same description', () => {
    const things = Object.entries(Object(Object(document['components']).schemas))
    const doubled = things.flatMap(([thing, schema]) => {
      const said = Object.values(Object(Object(schema).properties)).map((field) => Object(field).description)
      return said.filter((words, index) => said.indexOf(words) !== index).map((words) => `${thing}: ${words}`)
    })
    expect(doubled).toEqual([])
  })

  it('the OpenAPI document describes every field in whole sentences', () => {
    const cut = listFields(document).filter(
      ({ field }) => !/^[`A-Z].*\.$/s.test(String(field['description'])),
    )
    expect(cut.map(({ at }) => at)).toEqual([])
  })

  it('the OpenAPI document forbids unknown fields only in requests to the control protocol', () => {
    const closed = Object.entries(Object(Object(document['components']).schemas)).filter(([, schema]) =>
      JSON.stringify(schema).includes('"additionalProperties":false'),
    )
    expect(closed.map(([named]) => named).filter((named) => !/(Request|Fault)$/.test(named))).toEqual([])
    expect(closed.length > 10).toBe(name === 'control-openapi')
  })

  it('the OpenAPI document has no default values and no boolean schemas, which generators handle badly', () => {
    expect(listSchemas(document).filter(({ schema }) => Object.hasOwn(Object(schema), 'default'))).toEqual([])
    expect(listSchemas(document).filter(({ schema }) => !isJson(schema))).toEqual([])
    expect(listSchemas(document).length).toBeGreaterThan(200)
  })

  it('the OpenAPI document accepts any text as the name of a carrier', () => {
    const carriers = listFields(document).filter(({ at }) => at.endsWith('.carrier'))
    expect(carriers.length).toBeGreaterThan(5)
    for (const { at, field } of carriers) {
      const [inner] = [field['anyOf'] ?? field].flat()
      const { type, enum: names, pattern = '\\S' } = Object(inner)
      expect([at, type, names, pattern]).toEqual([at, 'string', undefined, '\\S'])
    }
  })

  it('the OpenAPI document lists for each operation exactly the error codes of its responses', () => {
    for (const { at, operation } of listOperations(document)) {
      const shown = Object.entries(Object(operation['responses'])).flatMap(([status, response]) => {
        const { content } = Object(resolveRef(document, response))
        return Number(status) < 400 ? [] : Object.keys(content['application/json'].examples)
      })
      expect([at, shown.sort()]).toEqual([at, [[operation['x-error-codes']].flat()].flat().sort()])
    }
  })

  it('the OpenAPI document has one schema for all errors, and each error response once', () => {
    const { schemas, responses } = Object(document['components'])
    expect(schemas.Error.properties.code.$ref).toBe('#/components/schemas/ErrorCode')
    const used = listOperations(document).flatMap(({ operation }) =>
      Object.entries(Object(operation['responses'])).filter(([status]) => Number(status) >= 400),
    )
    for (const [, response] of used) expect(Object.keys(Object(response))).toEqual(['$ref'])
    for (const response of Object.values<Json>(responses)) {
      const { schema } = Object(response['content'])['application/json']
      expect(schema).toEqual({ $ref: '#/components/schemas/ErrorBody' })
    }
    expect(Object.keys(responses).length).toBeLessThan(30)
  })

  it('the OpenAPI document has an example for every response with a body', () => {
    const bare = listOperations(document).flatMap(({ at, operation }) =>
      Object.entries(Object(operation['responses'])).flatMap(([status, response]) => {
        const json = Object(Object(resolveRef(document, response))['content'])['application/json']
        // The document does not contain its own schema.
        if (at === 'GET /openapi.json' && status === '200') return []
        return json === undefined || isJson(json.examples) ? [] : [`${at} ${status}`]
      }),
    )
    expect(bare).toEqual([])
  })
})

describe('the OpenAPI document of the service', () => {
  const operations = listOperations(service)

  it('the OpenAPI document of the service has all operations and downloads, with their scopes and rate limits', () => {
    const written = operations.map(({ at, operation }) => {
      const { requests } = Object(operation['x-rate-limit'])
      return [at, operation['x-scope'], requests]
    })
    expect(written).toEqual(
      [
        ...Object.values(operationTable).map(({ method, path, scope, limitPerMinute }) => [
          `${method} ${path}`,
          scope,
          limitPerMinute,
        ]),
        ['GET /v1/labels/{id}/download', 'labels:read', 300],
        ['GET /v1/sandbox/labels/{id}.pdf', null, 300],
      ].sort(createDocumentOrder(operations)),
    )
  })

  it('the OpenAPI document of the service is at most 200 KB', () => {
    expect(Buffer.byteLength(readProjectFile('schemas/openapi.json'))).toBeLessThanOrEqual(200_000)
  })

  it('the OpenAPI document of the service has an example of every error of every operation', () => {
    for (const { method, path, errors } of Object.values(operationTable)) {
      const { operation } = operations.find(({ at }) => at === `${method} ${path}`) ?? {}
      const shown = Object.values(Object(operation?.['responses'])).flatMap((response) =>
        Object.entries(
          Object(Object(resolveRef(service, response)['content'])['application/json']?.examples),
        ),
      )
      for (const code of errors) {
        const [, example] = shown.find(([name]) => name === code) ?? []
        expect(Object(example).value?.error?.code, `${method} ${path}`).toBe(code)
      }
    }
  })

  it('the OpenAPI document of the service has every error code of the specification', () => {
    const codes = operations.flatMap(({ operation }) => operation['x-error-codes'])
    expect(errorCodes.filter((code) => !codes.includes(code))).toEqual([])
  })

  it('the OpenAPI document of the service has the rate-limit headers and X-Request-Id on every response', () => {
    const limits = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']
    for (const { operation } of operations)
      for (const [status, response] of Object.entries(Object(operation['responses'])))
        expect(
          Object.keys(Object(resolveRef(service, response)['headers'])).filter(
            (name) => name !== 'Retry-After',
          ),
        ).toEqual([
          ...(['400', '408', '431'].includes(status) ? [] : limits),
          'X-Request-Id',
          ...(status === '401' ? ['WWW-Authenticate'] : []),
        ])
  })

  it('the OpenAPI document of the service shows 0 as X-RateLimit-Remaining only in examples of a 429', () => {
    const { responses, headers } = Object(service['components'])
    for (const [name, { headers: own }] of Object.entries<{ headers: Json }>(responses)) {
      const left = own['X-RateLimit-Remaining']
      if (left !== undefined)
        expect([name, Object(resolveRef(service, left))['example'] > 0]).toEqual([
          name,
          !/RateLimit/.test(name),
        ])
    }
    expect(headers.XRateLimitRemaining.example).toBeLessThan(headers.XRateLimitLimit.example)
  })

  it('the OpenAPI document of the service has Retry-After on every 429 response and on no other', () => {
    for (const { operation } of operations)
      for (const [status, response] of Object.entries(Object(operation['responses'])))
        expect('Retry-After' in Object(resolveRef(service, response)['headers'])).toBe(status === '429')
  })

  it('the OpenAPI document of the service requires a key everywhere except for sandbox samples', () => {
    expect(service['security']).toEqual([{ apiKey: [] }])
    const open = operations.filter(({ operation }) => operation['security'] !== undefined)
    expect(open).toMatchObject([{ at: 'GET /v1/sandbox/labels/{id}.pdf', operation: { security: [] } }])
    for (const { at, operation } of operations)
      expect([at, Object(operation['x-rate-limit']).per]).toEqual([
        at,
        operation === open[0]?.operation ? 'account' : 'key',
      ])
  })

  it('the OpenAPI document of the service says for every operation which scope it needs', () => {
    const tags = [service['tags']].flat().map((tag) => Object(tag).name)
    for (const { at, operation } of operations) {
      const { tags: own, description, 'x-scope': scope } = operation
      expect(tags, at).toEqual(expect.arrayContaining([own].flat()))
      expect([own].flat()).toHaveLength(1)
      if (typeof scope === 'string') expect(description, at).toContain(`Needs the scope \`${scope}\`.`)
      if (!at.endsWith('/download') && !at.endsWith('.pdf')) expect(description, at).toMatch(/\n- \w/)
    }
    const { description } = Object(Object(service['webhooks'])['label.created']).post
    for (const heading of ['PR-Signature', 'There are 5 attempts']) expect(description).toContain(heading)
  })

  it('the OpenAPI document of the service has minimum 0 for all amounts, and maximum 100 for the progress', () => {
    const bounded = /\.(rate_cents|total_cost_cents|carbon_grams|attempts|estimated_\w+)$/
    const fields = listFields(service).filter(({ at }) => bounded.test(at) && !/Request/.test(at))
    expect(fields.length).toBeGreaterThan(8)
    for (const { at, field } of fields) {
      expect([at, field['minimum']]).toEqual([at, 0])
      expect([at, field['maximum']]).toEqual([at, at.endsWith('_percentage') ? 100 : undefined])
    }
  })

  it('the OpenAPI document of the service lists the values of each enumerated field', () => {
    const { schemas } = Object(service['components'])
    const listValues = (schema: string, name: string) => schemas[schema].properties[name].enum
    expect(schemas.ErrorCode.enum).toEqual(expect.arrayContaining([...errorCodes]))
    for (const schema of ['Tracker', 'TrackerEvent'])
      expect(listValues(schema, 'status').sort()).toEqual([...trackingStatuses].sort())
    for (const schema of ['Rate', 'Label', 'Tracker', 'CarrierAccount', 'BatchItem', 'FailedCarrier'])
      expect(schemas[schema].properties.carrier.description).toContain(carrierNames.join(', '))
    expect(listValues('Rate', 'account_type').sort()).toEqual(['byoa', 'platform'])
    const { required_scope, key_scopes } = schemas.Error.properties
    expect([required_scope.enum, key_scopes.items.enum]).toEqual([scopes, scopes])
    expect(Object.keys(schemas.ErrorCode['x-to-meet-it-here'])).toEqual(schemas.ErrorCode.enum)
  })

  it('the OpenAPI document of the service has the same pattern for request ids in header and error', () => {
    const { headers, schemas } = Object(service['components'])
    const { pattern } = headers.XRequestId.schema
    expect(pattern).toMatch(/^\^req_/)
    expect(schemas.Error.properties.request_id.pattern).toBe(pattern)
  })

  it('the OpenAPI document of the service describes the label.created event with its signature', () => {
    const { post } = Object(Object(service['webhooks'])['label.created'])
    expect(post.parameters).toMatchObject([{ name: 'PR-Signature', in: 'header', required: true }])
    expect(post.requestBody.content['application/json'].examples.recorded.value.event).toBe('label.created')
  })

  it('the OpenAPI document of the service links each choice to an existing heading of docs/choices.md', () => {
    const choices = readProjectFile('docs/choices.md')
    const links = [...readProjectFile('schemas/openapi.json').matchAll(/"docs\/choices\.md#(\d+)"/g)]
    expect(links.length).toBeGreaterThan(100)
    for (const [, number] of links) expect(choices).toContain(`<a id="${number}"></a>`)
  })
})

describe('the OpenAPI document of the control protocol', () => {
  const operations = listOperations(control)

  it('the OpenAPI document of the control protocol has every call with its body and query', () => {
    expect(operations.map(({ at }) => at).sort()).toEqual(
      controlRoutes.map(({ method, path }) => `${method} ${path}`).sort(),
    )
    for (const { method, path, query } of controlRoutes) {
      const { operation = {} } = operations.find(({ at }) => at === `${method} ${path}`) ?? {}
      const { requestBody } = operation
      expect(requestBody !== undefined, path).toBe(hasRequestBody(`${method} ${path}`))
      const parameters: { in: string; name: string }[] = Object(operation['parameters'] ?? [])
      expect(parameters.filter((each) => each.in === 'query').map(({ name }) => name)).toEqual(
        Object.keys(query?.shape ?? {}),
      )
    }
  })

  it('the OpenAPI document of the control protocol allows calls with and without a control token', () => {
    expect(control['security']).toEqual([{ controlToken: [] }, {}])
    expect(operations.filter(({ operation }) => 'security' in operation)).toEqual([])
    for (const { at, operation } of operations)
      expect(Object.keys(Object(operation['responses'])), at).toEqual(expect.arrayContaining(['401', '403']))
  })

  it('the OpenAPI document of the control protocol has exactly the fault fields that the simulator accepts', () => {
    const { schemas } = Object(control['components'])
    const members: readonly Json[] = schemas.FaultRequest.oneOf.map(({ $ref }: { $ref: string }) =>
      Object(schemas[$ref.slice('#/components/schemas/'.length)]),
    )
    const fields = Object.keys({ ...modeFields, ...conditionFields })
    for (const target of faultTargets) {
      for (const mode of faultModes) {
        const member = members.find(({ properties }) => {
          const { target: named, mode: own } = Object(properties)
          return named.enum.includes(target) && own.const === mode
        })
        const taken = fields.filter((field) => isTaken({ target, mode }, field))
        const written = Object.keys(Object(member?.['properties'])).filter((field) => fields.includes(field))
        expect(written.sort(), `${target} ${mode}`).toEqual(taken.sort())
      }
    }
  })

  /** Whether the simulator knows this field of a fault, even if it refuses the field's value. */
  function isTaken(fault: { target: string; mode: string }, field: string): boolean {
    const readProjectFile = readFault({ ...fault, [field]: Symbol(field) })
    const reasons = 'fault' in readProjectFile ? [] : readProjectFile.problems
    return !reasons.some(
      (problem) =>
        problem.field === 'mode' || / cannot be used with |^cannot be used/.test(` ${problem.reason}`),
    )
  }
})

/** The unit of a field, by the pattern of its name. */
const units: Readonly<Record<string, RegExp>> = {
  'US cents': /_cents$/,
  inches: /^(length|width|height)$/,
  ounces: /_oz$/,
  grams: /_grams$/,
  percent: /_percentage$/,
  seconds: /seconds$/,
  milliseconds: /_ms$/,
}

const formats: Readonly<Record<string, RegExp>> = {
  'date-time': /(_at|^timestamp|^at|^now|^since)$/,
  date: /_eta$/,
  uri: /(^|_)url$/,
}

/** Matches fields that are checked without their format: durations may be in days, and webhook URLs may have spaces. */
const looselyReadFields = /Request\.(\w+\.)*(now|expires_at|url)$|^Webhook\.url$/

function findByName(known: Readonly<Record<string, RegExp>>, at: string): string | undefined {
  const name = at.split('.').at(-1) ?? ''
  return Object.keys(known).find((each) => known[each]?.test(name))
}

interface Operation {
  /** The operation as method and path, such as `GET /v1/wallet`. */
  readonly at: string
  readonly operation: Json
}

function listOperations(document: Json): readonly Operation[] {
  return Object.entries(Object(document['paths'])).flatMap(([path, item]) =>
    Object.entries(Object(item)).map(([method, operation]) => ({
      at: `${method.toUpperCase()} ${path}`,
      operation: Object(operation),
    })),
  )
}

/** Returns a comparison that sorts rows as the document orders its operations. */
function createDocumentOrder(operations: readonly Operation[]) {
  const places = operations.map(({ at }) => at)
  return (a: readonly unknown[], b: readonly unknown[]) =>
    places.indexOf(String(a[0])) - places.indexOf(String(b[0]))
}

/** Lists every schema. `additionalProperties: false` is not a schema. */
function listSchemas(document: Json): readonly { readonly at: string; readonly schema: unknown }[] {
  const named = (map: unknown, at: string) =>
    Object.entries(Object(map)).flatMap(([name, schema]) => listSchemasIn(schema, `${at}.${name}`))
  const listSchemasIn = (schema: unknown, at: string): readonly { at: string; schema: unknown }[] => [
    { at, schema },
    ...['properties', '$defs', 'patternProperties'].flatMap((keyword) =>
      named(Object(schema)[keyword], `${at}.${keyword}`),
    ),
    ...[
      'items',
      'additionalProperties',
      'unevaluatedProperties',
      'propertyNames',
      'not',
      'if',
      'then',
      'else',
    ]
      .filter((keyword) => Object.hasOwn(Object(schema), keyword))
      .filter((keyword) => keyword !== 'additionalProperties' || Object(schema)[keyword] !== false)
      .flatMap((keyword) => listSchemasIn(Object(schema)[keyword], `${at}.${keyword}`)),
    ...['anyOf', 'oneOf', 'allOf', 'prefixItems'].flatMap((keyword) =>
      named(Object(schema)[keyword], `${at}.${keyword}`),
    ),
  ]
  const parameters = listOperations(document).flatMap(({ at, operation }) =>
    [operation['parameters'] ?? []]
      .flat()
      .flatMap((each) => listSchemasIn(Object(each).schema, `${at} parameter`)),
  )
  return [...named(Object(document['components']).schemas, ''), ...parameters]
}

interface Field {
  readonly at: string
  readonly field: Json
}

/** Lists every property of every schema. */
function listFields(document: Json): readonly Field[] {
  const { schemas } = Object(document['components'])
  return Object.entries(schemas).flatMap(([name, schema]) => listFieldsIn(schema, name))
}

function listFieldsIn(schema: unknown, at: string): readonly Field[] {
  if (Array.isArray(schema)) return schema.flatMap((each) => listFieldsIn(each, at))
  if (!isJson(schema)) return []
  const { properties, items, anyOf, oneOf } = schema
  return [
    ...Object.entries(Object(properties)).flatMap(([name, field]) => [
      { at: `${at}.${name}`, field: Object(field) },
      ...listFieldsIn(field, `${at}.${name}`),
    ]),
    ...[items, anyOf, oneOf].flatMap((inner) => listFieldsIn(inner, at)),
  ]
}

/** Whether a field has an example. If it contains objects, examples of their fields count. */
function hasExample(field: Json): boolean {
  if (Array.isArray(field['examples'])) return field['examples'][0] !== undefined
  if ('$ref' in field || 'properties' in field || 'additionalProperties' in field) return true
  const inner = [field['items'], field['anyOf'], field['oneOf']].flat().filter(isJson)
  return inner.some((each) => '$ref' in each || 'properties' in each)
}
