import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import operationTable from '../../fixtures/spec/operations.json' with { type: 'json' }
import manifest from '../../package.json' with { type: 'json' }
import { documents } from '../../scripts/openapi/documents.ts'
import { isJson, type Json } from '../../scripts/openapi/json.ts'
import { errorCodes } from '../../src/simulator/specification/errors.ts'
import { projectFile } from '../support/project.ts'

/** The OpenAPI documents as files, made of the schemas and of what a simulator answered. */

let made: ReadonlyMap<string, string>
beforeAll(async () => {
  made = await documents()
}, 120_000)

const read = (file: string): string => readFileSync(projectFile(file), 'utf8')
const service: Json = JSON.parse(read('schemas/openapi.json'))

it('are what the schemas say today, their examples what the simulator answers today: npm run openapi writes them', () => {
  for (const [file, text] of made) expect(read(file) === text, `${file} is out of date`).toBe(true)
})

describe.each([['openapi', service]])('%s', (name, document) => {
  it('is the same in both forms', () => {
    expect(parse(read(`schemas/${name}.yaml`))).toEqual(document)
    // Readers of the older version take a bare time for a date.
    expect(read(`schemas/${name}.yaml`)).not.toMatch(/^\s*[^#'"]*: \d{4}-\d\d-\d\d(T[^'"]*)?$/m)
  })

  it('is of this version', () => {
    expect(document).toMatchObject({ openapi: '3.1.1', info: { version: manifest.version } })
  })

  it('says of every field what it is, and shows one', () => {
    const silent = fieldsOf(document).flatMap(({ at, field }) => [
      ...(typeof field['description'] === 'string' ? [] : [`${at} has no description`]),
      ...(hasExample(field) ? [] : [`${at} has no example`]),
    ])
    expect(silent).toEqual([])
  })

  it('shows an answer for every response with a body', () => {
    const bare = operationsOf(document).flatMap(({ at, operation }) =>
      Object.entries(Object(operation['responses'])).flatMap(([status, response]) => {
        const json = Object(Object(response).content)['application/json']
        return json === undefined || isJson(json.examples) ? [] : [`${at} ${status}`]
      }),
    )
    expect(bare).toEqual([])
  })
})

describe('the document of the service', () => {
  const operations = operationsOf(service)

  it('has the thirteen operations and the two downloads, their scopes and limits', () => {
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
      ].sort(byPathOf(operations)),
    )
  })

  it('shows every documented error of every operation by an answer of that operation', () => {
    for (const { method, path, errors } of Object.values(operationTable)) {
      const { operation } = operations.find(({ at }) => at === `${method} ${path}`) ?? {}
      const shown = Object.values(Object(operation?.['responses'])).flatMap((response) =>
        Object.entries(Object(Object(response).content?.['application/json']?.examples)),
      )
      for (const code of errors) {
        const [, example] = shown.find(([name]) => name === code) ?? []
        expect(Object(example).value?.error?.code, `${method} ${path}`).toBe(code)
      }
    }
  })

  it('has every code that is documented', () => {
    const codes = operations.flatMap(({ operation }) => operation['x-error-codes'])
    expect(errorCodes.filter((code) => !codes.includes(code))).toEqual([])
  })

  it('has the four headers of limits and requests on every response', () => {
    for (const { operation } of operations)
      for (const response of Object.values(Object(operation['responses'])))
        expect(Object.keys(Object(response).headers)).toEqual(
          expect.arrayContaining([
            'X-RateLimit-Limit',
            'X-RateLimit-Remaining',
            'X-RateLimit-Reset',
            'X-Request-Id',
          ]),
        )
  })

  it('has the event with its signature', () => {
    const { post } = Object(Object(service['webhooks'])['label.created'])
    expect(post.parameters).toMatchObject([{ name: 'PR-Signature', in: 'header', required: true }])
    expect(post.requestBody.content['application/json'].examples.recorded.value.event).toBe('label.created')
  })

  it('leads from each choice to the page that tells it', () => {
    const choices = read('docs/choices.md')
    const links = [...read('schemas/openapi.json').matchAll(/"docs\/choices\.md#(\d+)"/g)]
    expect(links.length).toBeGreaterThan(100)
    for (const [, number] of links) expect(choices).toContain(`<a id="${number}"></a>`)
  })
})

interface Operation {
  /** `GET /v1/wallet` */
  readonly at: string
  readonly operation: Json
}

function operationsOf(document: Json): readonly Operation[] {
  return Object.entries(Object(document['paths'])).flatMap(([path, item]) =>
    Object.entries(Object(item)).map(([method, operation]) => ({
      at: `${method.toUpperCase()} ${path}`,
      operation: Object(operation),
    })),
  )
}

/** Paths come together, whatever the order of their operations. */
function byPathOf(operations: readonly Operation[]) {
  const places = operations.map(({ at }) => at)
  return (a: readonly unknown[], b: readonly unknown[]) =>
    places.indexOf(String(a[0])) - places.indexOf(String(b[0]))
}

interface Field {
  readonly at: string
  readonly field: Json
}

/** Every property of every schema. */
function fieldsOf(document: Json): readonly Field[] {
  const { schemas } = Object(document['components'])
  return Object.entries(schemas).flatMap(([name, schema]) => fieldsIn(schema, name))
}

function fieldsIn(schema: unknown, at: string): readonly Field[] {
  if (Array.isArray(schema)) return schema.flatMap((each) => fieldsIn(each, at))
  if (!isJson(schema)) return []
  const { properties, items, anyOf, oneOf } = schema
  return [
    ...Object.entries(Object(properties)).flatMap(([name, field]) => [
      { at: `${at}.${name}`, field: Object(field) },
      ...fieldsIn(field, `${at}.${name}`),
    ]),
    ...[items, anyOf, oneOf].flatMap((inner) => fieldsIn(inner, at)),
  ]
}

/** A field that holds objects has theirs. */
function hasExample(field: Json): boolean {
  if (Array.isArray(field['examples'])) return field['examples'][0] !== undefined
  if ('$ref' in field || 'properties' in field || 'additionalProperties' in field) return true
  const inner = [field['items'], field['anyOf'], field['oneOf']].flat().filter(isJson)
  return inner.some((each) => '$ref' in each || 'properties' in each)
}
