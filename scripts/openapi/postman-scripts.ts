import { type AnyErrorCode, errorFact } from '../../src/simulator/specification/errors.ts'
import { isJson, type Json } from './json.ts'
import { standaloneSchema } from './postman-schemas.ts'
import type { Before, Step } from './postman-step.ts'
import type { ServiceTour } from './service-tour.ts'

/** The scripts that a collection runs before and after its requests. */

/** What Postman runs: before a request, or as its tests. */
export function scriptOf(listen: 'prerequest' | 'test', lines: readonly string[]): Json {
  return { listen, script: { type: 'text/javascript', exec: lines } }
}

/** What is done before a request. */
export function beforeScript(before: Before, tour: ServiceTour): Json {
  switch (before.kind) {
    case 'set':
      return scriptOf('prerequest', [`pm.variables.set('${before.variable}', ${before.value})`])
    case 'fault':
      return scriptOf('prerequest', [`const body = ${JSON.stringify(before.fault)}`, ...addsFault])
    case 'quote': {
      const { question } = tour.recorder.of('createRates', 'success')
      return scriptOf('prerequest', [
        `const body = ${JSON.stringify(question.body)}`,
        `body.to_address.name = ${before.recipient}`,
        ...sendsFirst('/v1/rates', before.key),
        `  pm.collectionVariables.set('${before.variable}', response.json().rates[0].id)`,
        '})',
      ])
    }
  }
}

/** Sends the body to a path, and goes on with what is answered. */
const sendsFirst = (path: string, key: string): readonly string[] => [
  'pm.sendRequest({',
  `  url: pm.variables.replaceIn('{{baseUrl}}${path}'),`,
  "  method: 'POST',",
  `  header: { 'Content-Type': 'application/json', Authorization: 'Bearer ' + pm.variables.get('${key}') },`,
  "  body: { mode: 'raw', raw: JSON.stringify(body) },",
  '}, (error, response) => {',
  '  if (error || response.code >= 400) throw error || new Error(response.text())',
]

const addsFault = [...sendsFirst('/_drydock/accounts/{{account}}/faults', 'controlToken'), '})']

/** What holds of every answer. */
export const everyAnswer: readonly string[] = [
  "const requestId = pm.response.headers.get('X-Request-Id')",
  "pm.test('X-Request-Id is that of no request before', () => {",
  '  pm.expect(requestId).to.match(/^req_/)',
  "  pm.expect(requestId).to.not.equal(pm.collectionVariables.get('lastRequestId'))",
  '})',
  "pm.collectionVariables.set('lastRequestId', requestId)",
  "pm.test('What remains of the limit is told', () => {",
  "  const [limit, remaining, reset] = ['Limit', 'Remaining', 'Reset'].map((name) => Number(pm.response.headers.get('X-RateLimit-' + name)))",
  '  pm.expect(remaining).to.be.within(0, limit)',
  '  pm.expect(reset).to.be.above(0)',
  '})',
  'if (pm.response.code >= 400) {',
  "  pm.test('The error names its request', () => {",
  '    pm.expect(pm.response.json().error.request_id).to.equal(requestId)',
  '  })',
  '}',
]

/** The tests of one request, from what the document says of its operation. */
export function testsOf(document: Json, operation: Json, step: Step): readonly string[] {
  const expected = expectationOf(document, operation, step.outcome)
  const { limit } = expected
  return [
    ...(step.whenDown === undefined
      ? [`const expected = ${JSON.stringify(expected)}`]
      : [
          "const down = JSON.parse(pm.collectionVariables.get('failedCarriers') || '[]')",
          `const usual = ${JSON.stringify(expected)}`,
          `const troubled = ${JSON.stringify(expectationOf(document, operation, step.whenDown))}`,
          `const expected = down.length > 0 && pm.response.code === ${errorFact(step.whenDown).status} ? troubled : usual`,
        ]),
    "pm.test('The status is ' + expected.status, () => pm.response.to.have.status(expected.status))",
    `pm.test('The limit is ${limit} requests a minute', () => {`,
    `  pm.expect(pm.response.headers.get('X-RateLimit-Limit')).to.equal('${limit}')`,
    '})',
    ...(expected.schema === undefined ? pdfTests : jsonTests),
    ...(step.tests ?? []),
  ]
}

const pdfTests = [
  "pm.test('The answer is a PDF', () => {",
  "  pm.expect(pm.response.headers.get('Content-Type')).to.equal('application/pdf')",
  "  pm.expect(pm.response.stream.slice(0, 4).toString()).to.equal('%PDF')",
  '})',
]

const jsonTests = [
  "pm.test('The answer is JSON', () => {",
  "  pm.expect(pm.response.headers.get('Content-Type')).to.match(/^application\\/json/)",
  '})',
  'const body = pm.response.json()',
  "pm.test('The body is as it is described', () => pm.response.to.have.jsonSchema(expected.schema))",
]

interface Expectation {
  readonly status: number
  readonly limit: number
  /** Absent for a PDF. */
  readonly schema?: Json
}

function expectationOf(document: Json, operation: Json, outcome: Step['outcome']): Expectation {
  const { requests: limit } = Object(operation['x-rate-limit'])
  const responses = Object(operation['responses'])
  if (outcome !== 'success') {
    const { status } = errorFact(outcome)
    const schema = errorSchema(document, jsonSchemaOf(responses[status]), outcome)
    return { status, limit, schema }
  }
  const [status = ''] = Object.keys(responses)
  const schema = jsonSchemaOf(responses[status])
  return {
    status: Number(status),
    limit,
    ...(isJson(schema) && { schema: standaloneSchema(document, schema) }),
  }
}

function jsonSchemaOf(response: unknown): unknown {
  return Object(Object(response).content?.['application/json']).schema
}

/** The envelope with the one code alone, of those that have the status. */
function errorSchema(document: Json, envelope: unknown, code: AnyErrorCode): Json {
  const { error } = Object(Object(envelope).properties)
  const schemas = Object(document['components']).schemas
  const member = (error.oneOf ?? [error]).find(
    ({ $ref }: { $ref: string }) =>
      schemas[$ref.slice('#/components/schemas/'.length)].properties.code.const === code,
  )
  if (member === undefined) throw new Error(`The operation is not documented with ${code}.`)
  return standaloneSchema(document, { ...Object(envelope), properties: { error: member } })
}
