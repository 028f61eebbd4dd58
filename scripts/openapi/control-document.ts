import type * as z from 'zod'
import manifest from '../../package.json' with { type: 'json' }
import type { ControlRoute } from '../../src/server/control/route.ts'
import { controlRoutes } from '../../src/server/control/routes.ts'
import { listBuiltInScenarioNames } from '../../src/server/scenarios/catalogue.ts'
import { type ControlCallName, controlCalls } from '../../src/simulator/bodies/control/control-responses.ts'
import { keysOf } from '../../src/simulator/specification/keys-of.ts'
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
import { hasRequestBody, listCallCodes } from './documented-codes.ts'
import {
  challengeHeader,
  createErrorModels,
  createErrorResponses,
  listErrorExamples,
} from './error-components.ts'
import { createFaultComponents } from './fault-schema.ts'
import type { Json } from './json.ts'
import { findRecordedSuccess, type RecordedRun, shownUrl } from './recorded-run.ts'

/** A control call with its documentation. */
interface ControlOperation {
  readonly name: ControlCallName
  readonly id: string
  readonly route: ControlRoute
  readonly status: string
  readonly response: z.ZodType | null
}

const calls: readonly ControlOperation[] = controlRoutes.map((route) => {
  const name = keysOf(controlCalls).find((each) => each === `${route.method} ${route.path}`)
  if (name === undefined)
    throw new Error(`control-responses.ts does not describe ${route.method} ${route.path}. Add it there.`)
  const { id, responses } = controlCalls[name]
  const [success] = Object.entries(responses)
  if (success === undefined) throw new Error(`${name} has no success response.`)
  const [status, response] = success
  return { name, id, route, status, response }
})

/** The schemas of responses by name. A response schema without a name is named after its call. */
const responseModels: Models = Object.fromEntries(
  calls.flatMap(({ id, response }) =>
    response === null ? [] : [[findComponentName(response) ?? `${toPascalCase(id)}Answer`, response]],
  ),
)

/** The schemas of requests by name, without the bodies of faults and snapshots. */
const requestModels: Models = Object.fromEntries(
  calls.flatMap(({ name, id, route }) =>
    route.body === undefined || hasSeparateRequestSchema(name)
      ? []
      : [[`${toPascalCase(id)}Request`, route.body]],
  ),
)

type Components = Readonly<Record<string, Json>>

const requestSchemas: Components = addScenarioForms(createRequestComponents(requestModels))

/**
 * Replaces the schema of the request that starts a scenario by two alternatives: the name of a built-in scenario, or a
 * source. Each is a whole object, because client generators turn conditions beside fields into `unknown`.
 */
function addScenarioForms({ StartScenarioRequest: schema, ...others }: Components): Components {
  const { name, source, file } = Object(Object(schema)['properties'])
  const createForm = (properties: Json, needed: string) => ({
    type: 'object',
    properties,
    required: [needed],
    additionalProperties: false,
  })
  return {
    ...others,
    StartScenarioRequest: {
      oneOf: [
        createForm({ name: { ...name, enum: listBuiltInScenarioNames() }, file }, 'name'),
        createForm({ name, source, file }, 'source'),
      ],
    },
  }
}

/**
 * Whether a request body is optional. If none of its fields is required, the simulator accepts a request without a body.
 */
function isBodyOptional(model: string): boolean {
  const schema = requestSchemas[model]
  return schema !== undefined && !['required', 'minProperties', 'oneOf'].some((each) => each in schema)
}

function hasSeparateRequestSchema(name: ControlCallName): boolean {
  return name === 'POST /accounts/{account}/faults' || hasSnapshotBody(name)
}

function hasSnapshotBody(name: ControlCallName): boolean {
  return name === 'PUT /accounts/{account}/snapshot' || name === 'PUT /accounts/{account}/snapshots/{name}'
}

function nameRequestSchema({ name, id }: ControlOperation): string {
  if (hasSnapshotBody(name)) return 'Snapshot'
  return name === 'POST /accounts/{account}/faults' ? 'FaultRequest' : `${toPascalCase(id)}Request`
}

/** Each tag of the document: its name, its description, and the path parts after `/accounts/{account}` of its calls. */
const tags: readonly (readonly [name: string, description: string, ...parts: readonly string[]])[] = [
  [
    'Simulator',
    'The version and capabilities of the simulator, and the requests of foreign pages that it refused.',
    '',
    'openapi.json',
    'refused',
  ],
  [
    'Accounts',
    'Accounts: clients of the service, independent of each other.',
    'accounts',
    'prune',
    'reset',
    'stream',
  ],
  ['Snapshots', "An account's whole state as one document.", 'snapshot', 'snapshots'],
  ['Keys', 'The API keys of an account.', 'keys'],
  ['Review', 'What the clients of an account have met and done wrong.', 'review'],
  ['Time', 'The clock of an account.', 'clock', 'timeline'],
  ['Wallet', 'The wallet of the live keys. The sandbox wallet has nothing to set.', 'wallet'],
  ['Webhook', 'The webhook URL, and the deliveries of events.', 'webhook'],
  ['Faults', 'Faults and scenarios: failures on demand.', 'faults', 'scenario'],
  [
    'Parcels',
    'Labels, trackers, batches and shipments, and what their carriers do.',
    ...['labels', 'tracking', 'trackers', 'batches', 'shipments'],
  ],
  [
    'Carrier accounts',
    'Accounts that the client has with carriers and connected to the service.',
    'carrier-accounts',
  ],
  ['Requests', 'The log of requests to the service and its responses.', 'requests'],
]

function findTagOfPath(path: string): string | undefined {
  const [, first = '', , part = first] = path.split('/')
  return tags.find(([, , ...parts]) => parts.includes(part))?.[0]
}

/** Returns the OpenAPI document of the control protocol. Its examples come from a recorded run. */
export function createControlDocument(run: RecordedRun): Json {
  const errors = calls.map(({ name, id }) => ({ operation: id, call: name, codes: listCallCodes(name) }))
  const shared = createErrorResponses(run, errors, () => headers)
  const codes = [...new Set(errors.flatMap((each) => each.codes))]
  const components = {
    ...requestSchemas,
    ...createFaultComponents(),
    ...createResponseComponents({ ...responseModels, ...createErrorModels(codes) }),
  }
  return {
    openapi: '3.1.1',
    info: {
      title: "Drydock's control protocol",
      version: '1',
      description: about,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'Drydock' },
      'x-implementation': { name: 'drydock', version: manifest.version },
    },
    servers: [{ url: `${shownUrl}/_drydock`, description: 'The simulator.' }],
    tags: tags.map(([name, description]) => ({ name, description })),
    security: [{ controlToken: [] }, {}],
    paths: mergePaths(
      calls.map((each) => [each.route, createOperation(each, run, shared.responsesOf(each.id))]),
    ),
    components: {
      securitySchemes: {
        controlToken: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The token that the simulator was started with (`--control-token`). A simulator started without one needs none.',
        },
      },
      headers: {
        XRequestId: createRequestIdHeader(findRecordedSuccess(run, 'GET /')),
        WWWAuthenticate: challengeHeader,
      },
      responses: shared.components,
      schemas: addExamples(components, [...listRecordedBodies(run), ...listErrorExamples(run, errors)]),
    },
  }
}

const about = [
  'What a web dashboard does for the service, and what only a sandbox can do, such as moving time and breaking carriers. An',
  'implementation may support only a part of this protocol: `capabilities` say which. Lists of labels, trackers, batches and the',
  'ledger, scenarios, refused requests and this document are additions of Drydock.',
  '',
  'An account is one client of the service. Its keys, wallet, webhook, carrier accounts, labels, faults, request log and clock',
  'are its own. A request with an unknown field or parameter is refused, and the error names it.',
  '',
  'Besides these calls, `POST /receiver/{account}` is a webhook receiver for those who have none: it verifies the signature of an',
  "event with the account's secret and responds with 204 or 401. The page of webhooks shows the received events.",
].join('\n')

const headers: Json = { 'X-Request-Id': { $ref: '#/components/headers/XRequestId' } }

function createOperation(call: ControlOperation, run: RecordedRun, refusals: Json): Json {
  const { name, id, route } = call
  const { summary, description } = controlCalls[name]
  const { path = '', body } = findRecordedSuccess(run, name).request
  const parameters = [
    ...createPathParameters(`/_drydock${route.path}`, path),
    ...createQueryParameters(route, path),
  ]
  return {
    operationId: id,
    tags: [findTagOfPath(route.path)],
    summary,
    description,
    'x-error-codes': listCallCodes(name),
    ...(parameters.length > 0 && { parameters }),
    ...(hasRequestBody(name) && { requestBody: createRequestBody(call, body) }),
    responses: { [call.status]: createSuccessResponse(call, run), ...refusals },
  }
}

function createQueryParameters({ query }: ControlRoute, requestedPath: string): readonly Json[] {
  if (query === undefined) return []
  const { Query } = createRequestComponents({ Query: query })
  const { searchParams } = new URL(requestedPath, shownUrl)
  return Object.entries(Object(Query?.['properties'])).map(([name, schema]) => {
    const { description, pattern, ...others } = Object(schema)
    const isNumber = others.type === 'integer'
    const example = searchParams.get(name) ?? queryExamples[name]
    return {
      name,
      in: 'query',
      description,
      schema: { ...others, ...(!isNumber && pattern !== undefined && { pattern }) },
      example: isNumber ? Number(example) : example,
    }
  })
}

/** The examples of query parameters that no recorded request has. */
const queryExamples: Readonly<Record<string, string>> = {
  environment: 'test',
  limit: '10',
  method: 'GET',
  path: '/v1/labels*',
  status: '4xx',
  since: '2030-03-04T12:00:00Z',
  from: '2030-03-04T12:00:00Z',
  to: '2030-03-05T12:00:00Z',
}

function createRequestBody(call: ControlOperation, value: unknown): Json {
  const model = nameRequestSchema(call)
  // Without a body, this call saves the current state of the account.
  const isOptional = isBodyOptional(model) || call.name === 'PUT /accounts/{account}/snapshots/{name}'
  return { required: !isOptional, content: createContent(model, 'The recorded request', value) }
}

function createSuccessResponse({ name, status, response }: ControlOperation, run: RecordedRun): Json {
  if (response === null || status === '204')
    return { description: 'The call was carried out. The response has no body.', headers }
  const value = findRecordedSuccess(run, name).response.body
  if (name === streamCall) return createStreamResponse(value)
  // This call has no example, because its response would contain the whole document.
  const example = name === 'GET /openapi.json' ? undefined : value
  const { description } = response.meta() ?? {}
  return {
    description,
    headers,
    content: createContent(findModelName(response), 'The recorded response', example),
  }
}

function findModelName(response: z.ZodType): string {
  return Object.entries(responseModels).find(([, each]) => each === response)?.[0] ?? ''
}

const streamCall = 'GET /accounts/{account}/stream'

/**
 * Returns the response of the event stream. OpenAPI 3.1 has no schema for parts of a text, so the schema of an event is
 * under a separate keyword.
 */
function createStreamResponse(events: unknown): Json {
  const lines = [events].flat().map((each) => {
    const { id, event, data } = Object(each)
    return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
  })
  return {
    description:
      'Server-sent events. Each has the fields of `StreamEvent`, one field a line; its `data` is JSON on one line.',
    headers,
    content: {
      'text/event-stream': {
        schema: {
          type: 'string',
          contentMediaType: 'text/event-stream',
          contentSchema: { type: 'array', items: createRef('StreamEvent') },
        },
        examples: { recorded: { summary: 'The recorded request', value: lines.join('') } },
      },
    },
  }
}

/** Returns every recorded body of a successful response with its schema. */
function listRecordedBodies({ exchanges }: RecordedRun): readonly Recorded[] {
  return exchanges.flatMap(({ call: name, outcome, request, response }): readonly Recorded[] => {
    const call = calls.find((each) => each.name === name)
    if (call === undefined || outcome !== 'success') return []
    const model = call.response === null ? undefined : findModelName(call.response)
    const bodies = name === streamCall ? [response.body].flat() : [response.body]
    return [
      ...(request.body === undefined
        ? []
        : [{ schema: createRef(nameRequestSchema(call)), value: request.body }]),
      ...(model === undefined ? [] : bodies.map((value) => ({ schema: createRef(model), value }))),
    ]
  })
}

function toPascalCase(id: string): string {
  return id.charAt(0).toUpperCase() + id.slice(1)
}
