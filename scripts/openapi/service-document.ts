import seed from '../../fixtures/seed.json' with { type: 'json' }
import manifest from '../../package.json' with { type: 'json' }
import { choiceLink } from '../../src/simulator/bodies/body-schema.ts'
import { serviceAnswers } from '../../src/simulator/bodies/service-answers.ts'
import type { AnyErrorCode } from '../../src/simulator/specification/errors.ts'
import { anyRequest } from './any-request.ts'
import { answerComponents, type Recorded, ref, requestComponents, withExamples } from './components.ts'
import { operationCodes, unreadCodes } from './documented-codes.ts'
import { errorModels, errorName, errorResponses } from './error-components.ts'
import type { Json } from './json.ts'
import { shownUrl } from './recorder.ts'
import { type DocumentedOperation, documentedOperations } from './service-codes.ts'
import { answerName, requestName, serviceAnswerModels, serviceRequestModels } from './service-models.ts'
import { downloadWords, operationWords, tags } from './service-operations.ts'
import type { ServiceTour } from './service-tour.ts'
import { choiceTitle, operationSummaries, statementsUnder } from './sources.ts'

/** The OpenAPI document of the service, its examples those of a tour. */
export function serviceDocument(tour: ServiceTour): Json {
  const summaries = operationSummaries()
  const codes = new Set([...documentedOperations.flatMap(operationCodes), ...unreadCodes])
  const components = withExamples(
    {
      ...requestComponents(serviceRequestModels),
      ...answerComponents({ ...serviceAnswerModels, ...errorModels(codes) }),
    },
    recordedBodies(tour),
  )
  return {
    openapi: '3.1.1',
    info: {
      title: 'The shipping service, as Drydock simulates it',
      version: manifest.version,
      description: about,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'Drydock' },
      'x-drydock-choice': choicesOf([1]),
    },
    servers: [{ url: shownUrl, description: 'The simulator.' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security: [{ apiKey: [] }],
    paths: pathsOf(documentedOperations.map((operation) => operationItem(operation, tour, summaries))),
    webhooks: { 'label.created': { post: labelCreated(tour) } },
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key: `pr_test_` for the sandbox or `pr_live_` for production, and 32 hexadecimal characters. Its scopes say what it may do; each operation names the scope that it needs.',
          'x-drydock-choice': choiceLink(14),
        },
      },
      headers: headerComponents(tour),
      schemas: components,
    },
  }
}

const about = [
  'Addresses, rates of several carriers, labels, tracking, batches and a wallet, over HTTP. Bodies are JSON, money is whole',
  'US cents, times are ISO 8601 in UTC.',
  '',
  'A test key and a live key use the same operations: what a test key makes costs nothing and cannot be mailed, and a live',
  'key pays from the wallet. Neither can read what the other made.',
  '',
  'Where the specification leaves something open, `x-drydock-choice` names the page that says what the simulator does',
  '(docs/choices.md of the package): the real service may have chosen otherwise. Clients should accept fields that they do not',
  'know. The service ignores unknown fields in requests.',
  '',
  'Limits are counted for each key and operation in windows of a minute. Every error has the same envelope; `code` says what',
  'went wrong, and its first part is the category.',
].join('\n')

function choicesOf(numbers: readonly number[]): readonly Json[] {
  return numbers.map((number) => ({ title: choiceTitle(number), page: choiceLink(number) }))
}

interface PathItem {
  readonly path: string
  readonly method: string
  readonly operation: Json
}

function pathsOf(items: readonly PathItem[]): Json {
  const paths = new Map<string, Json>()
  for (const { path, method, operation } of items)
    paths.set(path, { ...paths.get(path), [method.toLowerCase()]: operation })
  return Object.fromEntries(paths)
}

function operationItem(
  operation: DocumentedOperation,
  tour: ServiceTour,
  summaries: ReadonlyMap<string, string>,
): PathItem {
  const { method, path, scope, limitPerMinute, codes } = operation
  const name = nameOf(operation)
  const { tag, choices } = operationWords[name]
  const common = [
    ...(operation.hasBody ? [3, 4] : []),
    ...(codes.includes('AUTH.KEY.SANDBOX_IN_PRODUCTION') ? [16] : []),
  ]
  const isOpen = name === 'downloadSandboxLabel'
  const recorded = (code: AnyErrorCode) =>
    tour.recorder.of(tour.recorder.has(name, code) ? name : anyRequest, code)
  return {
    path,
    method,
    operation: {
      operationId: name,
      tags: [tag],
      ...wordsOf(operation, summaries),
      'x-scope': scope,
      'x-rate-limit': { requests: limitPerMinute, seconds: 60, per: isOpen ? 'account' : 'key' },
      'x-error-codes': codes,
      'x-drydock-choice': choicesOf([...common, ...choices]),
      ...(isOpen && { security: [] }),
      ...(path.includes('{id}') && { parameters: [idParameter(operation, tour)] }),
      ...(operation.hasBody && { requestBody: requestBody(name, tour) }),
      responses: {
        [String(operation.successStatus)]: success(operation, tour),
        ...errorResponses({ codes: operationCodes(operation), recorded, headers: limitHeaders(operation) }),
        ...errorResponses({ codes: unreadCodes, recorded, headers: requestIdHeader }),
      },
    },
  }
}

function nameOf({ name }: DocumentedOperation): keyof typeof operationWords {
  const known = Object.keys(operationWords).find((each): each is keyof typeof operationWords => each === name)
  if (known === undefined) throw new Error(`Nothing is said of ${name}.`)
  return known
}

/** Summary and description: what the specification states of it, but for that it is there and its scope. */
function wordsOf(operation: DocumentedOperation, summaries: ReadonlyMap<string, string>) {
  const { method, path } = operation
  const name = nameOf(operation)
  const needs = operation.scope === null ? 'Any good key may ask.' : `Needs the scope \`${operation.scope}\`.`
  if (name === 'downloadLabel' || name === 'downloadSandboxLabel') {
    const { summary, description } = downloadWords[name]
    return { summary, description: name === 'downloadLabel' ? `${needs} ${description}` : description }
  }
  const heading = `${method} ${path}`
  const stated = statementsUnder(heading).filter(
    (statement) => !statement.startsWith(`There is ${heading}`) && !statement.startsWith(`${heading} needs`),
  )
  if (stated.length === 0) throw new Error(`The specification states nothing of ${heading}.`)
  return {
    summary: summaries.get(name),
    description: [needs, '', ...stated.map((statement) => `- ${statement}`)].join('\n'),
  }
}

function idParameter({ name, path }: DocumentedOperation, tour: ServiceTour): Json {
  const { question } = tour.recorder.of(name, 'success')
  const [before = '', after = ''] = path.split('{id}')
  const example = (question.path ?? '').slice(before.length, after === '' ? undefined : -after.length)
  const thing = path.includes('/labels/') ? 'label' : path.includes('/trackers/') ? 'tracker' : 'batch'
  return {
    name: 'id',
    in: 'path',
    required: true,
    description: `The id of the ${thing}.`,
    schema: { type: 'string' },
    example,
  }
}

function requestBody(name: string, tour: ServiceTour): Json {
  const model = requestName(name)
  if (model === undefined) throw new Error(`What ${name} reads has no name.`)
  return {
    required: true,
    description: 'A JSON object. Unknown fields are ignored.',
    'x-drydock-choice': choiceLink(6),
    content: {
      'application/json': {
        schema: ref(model),
        examples: {
          recorded: { summary: 'As it was sent.', value: tour.recorder.of(name, 'success').question.body },
        },
      },
    },
  }
}

function success(operation: DocumentedOperation, tour: ServiceTour): Json {
  const name = nameOf(operation)
  if (name === 'downloadLabel' || name === 'downloadSandboxLabel') {
    return {
      description: downloadWords[name].response,
      headers: limitHeaders(operation),
      content: { 'application/pdf': {} },
    }
  }
  return {
    description: serviceAnswers[name].meta()?.description,
    headers: limitHeaders(operation),
    content: {
      'application/json': {
        schema: ref(answerName(name)),
        examples: {
          recorded: { summary: 'As it was answered.', value: tour.recorder.of(name, 'success').answer.body },
        },
      },
    },
  }
}

const requestIdHeader: Json = { 'X-Request-Id': { $ref: '#/components/headers/XRequestId' } }

/** The headers of an operation's answers: those of its limit have a component for each limit there is, as they show it. */
function limitHeaders({ limitPerMinute }: DocumentedOperation): Json {
  return {
    'X-RateLimit-Limit': headerRef(`XRateLimitLimit${limitPerMinute}`),
    'X-RateLimit-Remaining': headerRef(`XRateLimitRemaining${limitPerMinute}`),
    'X-RateLimit-Reset': headerRef('XRateLimitReset'),
    ...requestIdHeader,
  }
}

function headerRef(name: string): Json {
  return { $ref: `#/components/headers/${name}` }
}

function headerComponents({ recorder }: ServiceTour): Json {
  const { headers } = recorder.of('createRates', 'success').answer
  const { headers: limited } = recorder.of('createRates', 'AUTH.RATE_LIMIT.EXCEEDED').answer
  const left = 'How many requests are left in this window.'
  const ofLimits = new Map(
    documentedOperations.map(({ name, limitPerMinute }) => [
      limitPerMinute,
      recorder.of(name, 'success').answer.headers,
    ]),
  )
  const forEachLimit = (name: string, description: string) =>
    Object.fromEntries(
      [...ofLimits]
        .sort(([a], [b]) => a - b)
        .map(([limit, shown]) => [
          `X${name.replaceAll('-', '')}${limit}`,
          wholeHeader(description, shown[`x-${name.toLowerCase()}`], 12),
        ]),
    )
  return {
    ...forEachLimit('RateLimit-Limit', 'How many requests a minute this operation accepts.'),
    ...forEachLimit('RateLimit-Remaining', left),
    XRateLimitRemaining0: wholeHeader(left, limited['x-ratelimit-remaining'], 12),
    XRateLimitReset: wholeHeader(
      'When the window ends, in seconds since 1970.',
      headers['x-ratelimit-reset'],
      11,
    ),
    XRequestId: {
      description: 'The unique id of the request.',
      required: true,
      schema: { type: 'string', pattern: '^req_[a-z0-9]{24}$' },
      example: headers['x-request-id'],
    },
    RetryAfter: wholeHeader('How many seconds to wait before the next request.', limited['retry-after']),
  }
}

function wholeHeader(description: string, value: unknown, choice?: number): Json {
  return {
    description,
    required: true,
    schema: { type: 'integer', minimum: 0 },
    example: Number(value),
    ...(choice !== undefined && { 'x-drydock-choice': choiceLink(choice) }),
  }
}

/** The one event, as its receiver sees it. */
function labelCreated({ event }: ServiceTour): Json {
  return {
    operationId: 'labelCreated',
    tags: ['Webhooks'],
    summary: 'A label was bought',
    description: ['Payload', 'Signature', 'Delivery and retries']
      .flatMap((heading) => statementsUnder(heading))
      .map((statement) => `- ${statement}`)
      .join('\n'),
    'x-drydock-choice': choicesOf([45, 46, 48]),
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
      content: {
        'application/json': {
          schema: ref('LabelCreated'),
          examples: {
            recorded: {
              summary: 'As it was sent, but for white space: the bytes that are signed have none.',
              value: JSON.parse(event.body.toString()),
            },
          },
        },
      },
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

/** Every body that was recorded, with the schema it is of. */
function recordedBodies({ recorder, event }: ServiceTour): readonly Recorded[] {
  const isCode = (code: string): code is AnyErrorCode => code !== 'success'
  return [
    ...[...recorder.recordings].flatMap(([key, { question, answer }]): Recorded[] => {
      const [name = '', outcome = ''] = key.split(': ')
      if (isCode(outcome)) return [{ schema: ref(errorName(outcome)), value: Object(answer.body).error }]
      const operation = documentedOperations.find((each) => each.name === name)
      const request = requestName(name)
      return [
        ...(request === undefined ? [] : [{ schema: ref(request), value: question.body }]),
        ...(operation?.isSpecified === true ? [{ schema: ref(modelOf(operation)), value: answer.body }] : []),
      ]
    }),
    { schema: ref('LabelCreated'), value: JSON.parse(event.body.toString()) },
  ]
}

function modelOf(operation: DocumentedOperation): string {
  const name = nameOf(operation)
  if (name === 'downloadLabel' || name === 'downloadSandboxLabel') throw new Error(`${name} answers no JSON.`)
  return answerName(name)
}
