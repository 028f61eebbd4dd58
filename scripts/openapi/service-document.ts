import type * as z from 'zod'
import seed from '../../fixtures/seed.json' with { type: 'json' }
import manifest from '../../package.json' with { type: 'json' }
import { buildChoiceLink } from '../../src/simulator/bodies/body-schema.ts'
import { serviceResponses } from '../../src/simulator/bodies/service-responses.ts'
import { labelCreatedBody } from '../../src/simulator/bodies/webhook.ts'
import {
  addExamples,
  createRef,
  createRequestComponents,
  createResponseComponents,
  findComponentName,
  type Models,
  type Recorded,
} from './components.ts'
import { createContent, createPathParameters, createRequestIdHeader, mergePaths } from './document-parts.ts'
import { listOperationCodes } from './documented-codes.ts'
import {
  challengeHeader,
  createErrorModels,
  createErrorResponses,
  listErrorExamples,
} from './error-components.ts'
import type { Json } from './json.ts'
import { findRecordedExchange, findRecordedSuccess, type RecordedRun, shownUrl } from './recorded-run.ts'
import { serviceRequests } from './request-words.ts'
import {
  type DocumentedName,
  type DocumentedOperation,
  documentedOperations,
  linksFrom,
  tags,
} from './service-operations.ts'
import {
  listStatements,
  readChoiceTitle,
  readCommonParagraphs,
  readFirstParagraph,
  readOperationProse,
} from './sources.ts'

/** Returns the OpenAPI document of the service. Its examples come from a recorded run. */
export function createServiceDocument(run: RecordedRun): Json {
  const codes = [...new Set(documentedOperations.flatMap(listOperationCodes))]
  const errors = documentedOperations.map((operation) => ({
    operation: operation.name,
    call: operation.name,
    codes: listOperationCodes(operation),
  }))
  const shared = createErrorResponses(run, errors, (status) =>
    unreadStatuses.includes(status) ? idHeader : limitHeaders,
  )
  const components = addExamples(
    {
      ...createRequestComponents(createNamedSchemas(Object.values(serviceRequests))),
      ...createResponseComponents({
        ...createNamedSchemas([...Object.values(serviceResponses), labelCreatedBody]),
        ...createErrorModels(codes),
      }),
    },
    [...listRecordedBodies(run), ...listErrorExamples(run, errors)],
  )
  return {
    openapi: '3.1.1',
    info: {
      title: 'The shipping service, as Drydock simulates it',
      version: manifest.version,
      description: about,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'Drydock' },
      'x-drydock-choice': listChoiceLinks([1]),
    },
    servers: [{ url: shownUrl, description: 'The simulator.' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security: [{ apiKey: [] }],
    paths: mergePaths(
      documentedOperations.map((each) => [each, createOperation(each, run, shared.responsesOf(each.name))]),
    ),
    webhooks: { 'label.created': { post: createWebhook(run) } },
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key: `pr_test_` for the sandbox or `pr_live_` for production, and 32 hexadecimal characters. Its scopes say what it may do; each operation names the scope that it needs.',
          'x-drydock-choice': buildChoiceLink(14),
        },
      },
      headers: createHeaderComponents(run),
      responses: shared.components,
      schemas: components,
    },
  }
}

function createNamedSchemas(schemas: readonly z.ZodType[]): Models {
  return Object.fromEntries(schemas.map((schema) => [findBodyName(schema), schema]))
}

function findBodyName(schema: z.ZodType): string {
  const name = findComponentName(schema)
  if (name === undefined) throw new Error('The schema of a body of the service has no component name.')
  return name
}

const about = [
  'A shipping API for several carriers, on this machine: nothing leaves it, nothing costs money.',
  ...readCommonParagraphs(),
  'Where the specification leaves something open, `x-drydock-choice` names the page that says what the simulator does (docs/choices.md of the package): the real service may have chosen otherwise. Clients should accept fields that they do not know.',
  'The ids in the examples are those of the snapshot `schemas/world.json` of the package: with it loaded, every example gets the documented response.',
].join('\n\n')

function listChoiceLinks(numbers: readonly number[]): readonly Json[] {
  return numbers.map((number) => ({ title: readChoiceTitle(number), page: buildChoiceLink(number) }))
}

const operationProse = readOperationProse()

function createOperation(operation: DocumentedOperation, run: RecordedRun, refusals: Json): Json {
  const { name, path, scope, limitPerMinute, codes, hasBody } = operation
  const common = [
    ...(hasBody ? [3, 4] : []),
    ...(codes.includes('AUTH.KEY.SANDBOX_IN_PRODUCTION') ? [16] : []),
  ]
  const isOpen = name === 'downloadSandboxLabel'
  return {
    operationId: name,
    tags: [operation.tag],
    ...describeOperation(operation),
    'x-scope': scope,
    'x-rate-limit': { requests: limitPerMinute, seconds: 60, per: isOpen ? 'account' : 'key' },
    'x-error-codes': listOperationCodes(operation),
    'x-drydock-choice': listChoiceLinks([...common, ...operation.choices]),
    ...(isOpen && { security: [] }),
    ...(path.includes('{id}') && {
      parameters: createPathParameters(path, findRecordedSuccess(run, name).request.path ?? ''),
    }),
    ...(hasBody && { requestBody: createRequestBody(name, run) }),
    responses: { [String(operation.successStatus)]: createSuccessResponse(operation, run), ...refusals },
  }
}

/**
 * Returns the summary and description of an operation: the text of docs/api.md, the scope, and further statements of the
 * specification.
 */
function describeOperation({ name, method, path, scope, download }: DocumentedOperation) {
  const needs = scope === null ? 'Any valid key may make this call.' : `Needs the scope \`${scope}\`.`
  if (download !== undefined) {
    const { summary, description } = download
    return { summary, description: scope === null ? description : `${description} ${needs}` }
  }
  const heading = `${method} ${path}`
  const stated = listStatements(heading).filter(
    (statement) => !statement.startsWith(`There is ${heading}`) && !statement.startsWith(`${heading} needs`),
  )
  if (stated.length === 0) throw new Error(`The specification has no statement about ${heading}.`)
  const { summary, introduction } = operationProse.get(name) ?? {}
  const lines = [introduction, '', needs, '', ...stated.map((statement) => `- ${statement}`)]
  return { summary, description: lines.join('\n') }
}

function createRequestBody(name: DocumentedName, run: RecordedRun): Json {
  const request = findRequestSchema(name)
  if (request === undefined) throw new Error(`The simulator has no schema for the request body of ${name}.`)
  return {
    required: true,
    description: 'A JSON object. Unknown fields are ignored.',
    'x-drydock-choice': buildChoiceLink(6),
    content: createContent(
      findBodyName(request),
      'The recorded request',
      findRecordedSuccess(run, name).request.body,
    ),
  }
}

function createSuccessResponse({ name, download }: DocumentedOperation, run: RecordedRun): Json {
  const response = findResponseSchema(name)
  if (response === undefined)
    return { description: download?.response, headers: limitHeaders, content: { 'application/pdf': {} } }
  return {
    description: response.meta()?.description,
    headers: limitHeaders,
    content: createContent(
      findBodyName(response),
      'The recorded response',
      findRecordedSuccess(run, name).response.body,
    ),
    ...createLinks(name),
  }
}

function createLinks(name: DocumentedName): Json {
  const links = linksFrom[name]?.map(({ to, field, from, does }): [string, Json] => {
    const value = `$response.body#${from}`
    const given = field === 'id' ? { parameters: { id: value } } : { requestBody: { [field]: value } }
    return [to, { operationId: to, description: does, ...given }]
  })
  return links === undefined ? {} : { links: Object.fromEntries(links) }
}

const idHeader: Json = { 'X-Request-Id': { $ref: '#/components/headers/XRequestId' } }

/** The statuses of requests that cannot be read; their responses have no rate limit headers. */
const unreadStatuses: readonly number[] = [400, 408, 431]

const limitHeaders: Json = {
  'X-RateLimit-Limit': createHeaderRef('XRateLimitLimit'),
  'X-RateLimit-Remaining': createHeaderRef('XRateLimitRemaining'),
  'X-RateLimit-Reset': createHeaderRef('XRateLimitReset'),
  ...idHeader,
}

function createHeaderRef(name: string): Json {
  return { $ref: `#/components/headers/${name}` }
}

function createHeaderComponents(run: RecordedRun): Json {
  const quoted = findRecordedSuccess(run, 'createRates')
  const { headers } = quoted.response
  const { headers: limited = {} } =
    findRecordedExchange(run, 'createRates', 'AUTH.RATE_LIMIT.EXCEEDED')?.response ?? {}
  const left = 'How many more requests the rate limit allows before its window ends.'
  return {
    XRateLimitLimit: createIntegerHeader(
      'How many requests a minute the operation accepts, as in its `x-rate-limit`.',
      headers['x-ratelimit-limit'],
      12,
    ),
    XRateLimitRemaining: createIntegerHeader(left, headers['x-ratelimit-remaining'], 12),
    XRateLimitRemaining0: createIntegerHeader(left, limited['x-ratelimit-remaining'], 12),
    XRateLimitReset: createIntegerHeader(
      'When the window of the rate limit ends, in seconds since 1970.',
      headers['x-ratelimit-reset'],
      11,
    ),
    XRequestId: createRequestIdHeader(quoted),
    WWWAuthenticate: challengeHeader,
    RetryAfter: createIntegerHeader(
      'How many seconds to wait before the next request.',
      limited['retry-after'],
    ),
  }
}

function createIntegerHeader(description: string, value: unknown, choice?: number): Json {
  return {
    description,
    required: true,
    schema: { type: 'integer', minimum: 0 },
    example: Number(value),
    ...(choice !== undefined && { 'x-drydock-choice': buildChoiceLink(choice) }),
  }
}

/** Returns the description of the only webhook event, as its receiver gets it. */
function createWebhook({ event }: RecordedRun): Json {
  return {
    operationId: 'labelCreated',
    tags: ['Webhooks'],
    summary: 'A label was bought',
    description: [
      readFirstParagraph('docs/webhooks.md'),
      '',
      ...['Payload', 'Signature', 'Delivery and retries']
        .flatMap((heading) => listStatements(heading))
        .map((statement) => `- ${statement}`),
    ].join('\n'),
    'x-drydock-choice': listChoiceLinks([45, 46, 48]),
    security: [],
    parameters: [
      {
        name: 'PR-Signature',
        in: 'header',
        required: true,
        description: `\`sha256=\` and the HMAC-SHA256 of the bytes of the body, keyed with the signing secret, in lowercase hexadecimal. The example is keyed with \`${seed.signing_secret}\`.`,
        schema: { type: 'string', pattern: '^sha256=[0-9a-f]{64}$' },
        example: event.headers['pr-signature'],
      },
    ],
    requestBody: {
      required: true,
      content: createContent(
        'LabelCreated',
        'The recorded event, with white space that the signed bytes do not have',
        JSON.parse(event.body.toString()),
      ),
    },
    responses: {
      '2XX': { description: 'The receiver has accepted the event.' },
      '401': {
        description:
          'The signature does not fit the body. The attempt has failed, as with any other status that is not 2xx.',
      },
    },
  }
}

/** Returns every recorded body of a successful response with its schema. */
function listRecordedBodies({ exchanges, event }: RecordedRun): readonly Recorded[] {
  const successes = exchanges.filter(({ outcome }) => outcome === 'success')
  const bodies = successes.flatMap(({ call, request, response }) => [
    { schema: findRequestSchema(call), value: request.body },
    { schema: findResponseSchema(call), value: response.body },
  ])
  return [...bodies, { schema: labelCreatedBody, value: JSON.parse(event.body.toString()) }].flatMap(
    ({ schema, value }) => (schema === undefined ? [] : [{ schema: createRef(findBodyName(schema)), value }]),
  )
}

function findRequestSchema(operation: string): z.ZodType | undefined {
  return Object.entries(serviceRequests).find(([name]) => name === operation)?.[1]
}

function findResponseSchema(operation: string): z.ZodType | undefined {
  return Object.entries(serviceResponses).find(([name]) => name === operation)?.[1]
}
