import { STATUS_CODES } from 'node:http'
import seed from '../../fixtures/seed.json' with { type: 'json' }
import { errorCodes } from '../../src/simulator/specification/errors.ts'
import { anyRequestCodes } from './documented-codes.ts'
import { isJson, type Json, mapJson, resolveRef } from './json.ts'
import { shownUrl } from './recorded-run.ts'
import { type DocumentedOperation, documentedOperations, linksFrom } from './service-operations.ts'

/** Creates a Postman collection (v2.1) and its environment from the OpenAPI document. */

const about = [
  'Every operation of the shipping service, and every error, each ready to be sent and with tests of its own. Run it as a whole,',
  'in order: requests remember ids for later ones. Under each operation are its documented responses.',
  '',
  'The variables `baseUrl` and `apiKey` have the address and the key. An environment with other values overrides those of the',
  'collection. The folder of errors needs a simulator with the control protocol.',
].join('\n')

interface Variable {
  readonly key: string
  readonly value: string
  readonly description: string
}

const [test = '', live = '', limited = '', revoked = '', expired = ''] = seed.keys.map(({ value }) => value)

const settings: readonly Variable[] = [
  { key: 'baseUrl', value: shownUrl, description: 'The address of the service.' },
  { key: 'apiKey', value: test, description: 'A test key with every scope.' },
  { key: 'liveKey', value: live, description: 'A live key with every scope.' },
  { key: 'limitedKey', value: limited, description: 'A test key that may only read the wallet.' },
  { key: 'revokedKey', value: revoked, description: 'A key that was revoked.' },
  { key: 'expiredKey', value: expired, description: 'A key that has expired.' },
  { key: 'account', value: seed.account, description: 'The account that the keys belong to.' },
  { key: 'controlToken', value: '', description: 'The token of the control protocol, if it needs one.' },
]

export function createPostmanEnvironment(): Json {
  const values = settings.map(({ key, value }) => {
    const type = /key|token/i.test(key) ? 'secret' : 'default'
    return { key, value, type, enabled: true }
  })
  return { name: 'Drydock', values, _postman_variable_scope: 'environment' }
}

export function createPostmanCollection(document: Json): Json {
  const paths = Object(resolveAllRefs(document, document['paths']))
  const createItem = (operation: DocumentedOperation, code?: string): Json =>
    createRequestItem(operation, paths[operation.path][operation.method.toLowerCase()], code)
  // The requests that void a label come after all other requests that use the label.
  const walk = documentedOperations.toSorted(
    (a, b) => Number(isVoidOperation(a)) - Number(isVoidOperation(b)),
  )
  const errors = errorCodes.flatMap((code) => {
    const operation = documentedOperations.find(({ codes }) => codes.includes(code))
    return operation === undefined ? [] : [createItem(operation, code)]
  })
  const [first, ...others] = walk.map((each) => createItem(each))
  const remembered = ['lastRequestId', ...walk.flatMap(listRememberedValues).map(([variable]) => variable)]
  return {
    info: {
      name: 'The shipping service, as Drydock simulates it',
      description: about,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    event: [createPostmanScript('test', everyResponse)],
    variable: [
      ...settings,
      ...[...new Set(remembered)].map((key) => ({ key, value: '', description: 'Set by the requests.' })),
    ],
    item: [
      {
        name: 'From an address to a label, and back',
        item: [{ ...first, event: [refreshLimits, first?.['event']].flat() }, ...others],
      },
      { name: 'Errors that a fault causes', event: [addFault], item: errors },
    ],
  }
}

function isVoidOperation({ name }: DocumentedOperation): boolean {
  return name === 'voidLabel'
}

function resolveAllRefs(document: Json, value: unknown): unknown {
  return mapJson(value, (each) =>
    '$ref' in each ? resolveAllRefs(document, resolveRef(document, each)) : each,
  )
}

/**
 * Returns the Postman request of an operation: a valid request or, with `code`, a request that a fault refuses with
 * this code.
 */
function createRequestItem(operation: DocumentedOperation, described: Json, code?: string): Json {
  const { summary, description, responses, security, requestBody } = Object(described)
  const path = operation.path.replace('{id}', `{{${nameVariable(operation, 'id')}}}`)
  const body = requestBody?.content['application/json'].examples.recorded.value
  // A rate is valid for only 15 minutes, so its id comes from the response to an earlier request.
  const sent = body?.rate_id === undefined ? body : { rate_id: '{{rateId}}' }
  const request = {
    method: operation.method,
    ...(security !== undefined && { auth: { type: 'noauth' } }),
    url: { raw: `{{baseUrl}}${path}`, host: ['{{baseUrl}}'], path: path.split('/').slice(1) },
  }
  const whole = {
    ...request,
    description: code === undefined ? description : `${summary}: ${code}.`,
    ...(sent !== undefined && {
      header: [{ key: 'Content-Type', value: 'application/json' }],
      body: { mode: 'raw', raw: JSON.stringify(sent, null, 2), options: { raw: { language: 'json' } } },
    }),
  }
  const examples = Object.entries<Json>(responses).flatMap(([status, response]) =>
    listExamples(status, response).filter(({ name }) => !anyRequestCodes.some((each) => each === name)),
  )
  const [expected] = examples.filter(({ name }) => code === undefined || name === code)
  const values = code === undefined ? listRememberedValues(operation) : []
  const tests = [
    ...renderTests(operation, expected?.['code'], responses[String(expected?.['code'])], code),
    ...values.map(([variable, value]) => `pm.collectionVariables.set('${variable}', ${value})`),
  ]
  return {
    name: code ?? summary,
    event: [createPostmanScript('test', tests)],
    request: whole,
    response: code === undefined ? examples.map((each) => ({ ...each, originalRequest: request })) : [],
  }
}

/** Returns the name of a Postman variable: `labelId` for the id in `/v1/labels/{id}`, `rateId` for a field `rate_id`. */
function nameVariable({ path }: DocumentedOperation, field: string): string {
  const [, resource = ''] = /(\w+?)(?:es|s)\/\{id\}/.exec(path) ?? []
  return `${field === 'id' ? resource : field.replace('_id', '')}Id`
}

/** Returns the variables that later requests need, each with its path in the response. */
function listRememberedValues({
  name,
}: DocumentedOperation): readonly (readonly [variable: string, value: string])[] {
  return (linksFrom[name] ?? []).flatMap(({ to, field, from }) => {
    const target = documentedOperations.find((each) => each.name === to)
    const place = from.replaceAll(/\/(\d+)/g, '[$1]').replaceAll('/', '.')
    return target === undefined ? [] : [[nameVariable(target, field), `body${place}`] as const]
  })
}

function createPostmanScript(listen: 'prerequest' | 'test', exec: readonly string[]): Json {
  return { listen, script: { type: 'text/javascript', exec } }
}

/** Returns a Postman script that calls the control protocol with a body, and runs `then` with the response. */
const renderControlCall = (path: string, body: string, then: string): Json =>
  createPostmanScript('prerequest', [
    'pm.sendRequest({',
    `  url: pm.variables.replaceIn('{{baseUrl}}/_drydock/accounts/{{account}}/${path}'),`,
    "  method: 'POST',",
    "  header: { 'Content-Type': 'application/json', Authorization: 'Bearer ' + pm.variables.get('controlToken') },",
    `  body: { mode: 'raw', raw: JSON.stringify(${body}) },`,
    `}, (error, response) => { ${then} })`,
  ])

const addFault = renderControlCall(
  'faults',
  "{ target: 'api', mode: 'error', code: pm.info.requestName, times: 1 }",
  'if (error || response.code >= 400) throw error || new Error(response.text())',
)

/**
 * Advances the clock by a minute, so that no rate limit refuses the next request. Without control protocol, the call
 * has no effect.
 */
const refreshLimits = renderControlCall('clock/advance', "{ by: '1m' }", '')

const everyResponse = [
  "const requestId = pm.response.headers.get('X-Request-Id')",
  "pm.test('X-Request-Id is new', () => {",
  '  pm.expect(requestId).to.match(/^req_/)',
  "  pm.expect(requestId).to.not.equal(pm.collectionVariables.get('lastRequestId'))",
  '})',
  "pm.collectionVariables.set('lastRequestId', requestId)",
  "pm.test('The headers say what remains of the limit', () => {",
  "  const [limit, remaining, reset] = ['Limit', 'Remaining', 'Reset'].map((name) => Number(pm.response.headers.get('X-RateLimit-' + name)))",
  '  pm.expect(remaining).to.be.within(0, limit)',
  '  pm.expect(reset).to.be.above(0)',
  '})',
  'if (pm.response.code >= 400) {',
  "  pm.test('The error names its request', () => pm.expect(pm.response.json().error.request_id).to.equal(requestId))",
  '}',
]

/** Returns Postman tests of a documented response: its status, rate limit headers, content type and body. */
function renderTests(
  { limitPerMinute: limit }: DocumentedOperation,
  status: unknown,
  response: unknown,
  code?: string,
): readonly string[] {
  const [[type, { schema }] = ['', { schema: undefined }]] = Object.entries<Json>(
    Object(Object(response).content),
  )
  return [
    `const isHeader = (name, value) => pm.expect(pm.response.headers.get(name)).to.match(value)`,
    `pm.test('The status is ${status}', () => pm.response.to.have.status(${status}))`,
    `pm.test('The limit is ${limit} requests a minute', () => isHeader('X-RateLimit-Limit', /^${limit}$/))`,
    `pm.test('The type is ${type}', () => isHeader('Content-Type', /^${type.replace('/', '.')}/))`,
    ...(schema === undefined
      ? ["pm.test('The response is a PDF', () => pm.expect(pm.response.text()).to.match(/^%PDF/))"]
      : [
          'const body = pm.response.json()',
          `const schema = ${JSON.stringify(removeDescriptions(schema, code))}`,
          "pm.test('The body matches its schema', () => pm.response.to.have.jsonSchema(schema))",
        ]),
  ]
}

/** Returns a schema without descriptions. With `code`, the schema of an error accepts only this code. */
function removeDescriptions(schema: unknown, code?: string): unknown {
  return mapJson(schema, (each) => {
    if (Array.isArray(each['enum']) && each['enum'].includes(code)) return { const: code }
    // A schema may have a field named `description`, whose value is a schema.
    const isDescriptiveKeyword = (keyword: string): boolean => /^(x-.*|description|examples)$/.test(keyword)
    return Object.fromEntries(
      Object.entries(each).filter(([word, value]) => isJson(value) || !isDescriptiveKeyword(word)),
    )
  })
}

/** Returns a response once for each of its documented examples. A PDF has no example. */
function listExamples(status: string, response: Json): readonly (Json & { readonly name: string })[] {
  const [[type, json] = ['', {}]] = Object.entries<Json>(Object(response['content']))
  const header = Object.entries<Json>(Object(response['headers'])).map(([key, { example, schema }]) => ({
    key,
    value: String(example ?? Object(schema).const),
  }))
  return Object.entries<Json>(Object(json['examples'] ?? { recorded: {} })).map(([name, { value }]) => ({
    name: name === 'recorded' ? 'The recorded response' : name,
    status: STATUS_CODES[status],
    code: Number(status),
    _postman_previewlanguage: value === undefined ? 'text' : 'json',
    header: [{ key: 'Content-Type', value: type }, ...header],
    ...(value !== undefined && { body: JSON.stringify(value, null, 2) }),
  }))
}
