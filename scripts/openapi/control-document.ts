import type * as z from 'zod'
import manifest from '../../package.json' with { type: 'json' }
import type { ControlRoute } from '../../src/server/control/route.ts'
import { controlRoutes } from '../../src/server/control/routes.ts'
import { builtInNames } from '../../src/server/scenarios/catalogue.ts'
import { accountBody, discoveryBody } from '../../src/simulator/bodies/accounts.ts'
import { sentAddressBody } from '../../src/simulator/bodies/addresses.ts'
import { listedBatchBody } from '../../src/simulator/bodies/batches.ts'
import { carrierAccountBody } from '../../src/simulator/bodies/carrier-accounts.ts'
import { advancedBody, clockBody } from '../../src/simulator/bodies/clock.ts'
import { type ControlCallName, controlAnswers } from '../../src/simulator/bodies/control-answers.ts'
import { deliveryEntry } from '../../src/simulator/bodies/deliveries.ts'
import { faultBody } from '../../src/simulator/bodies/faults.ts'
import { keyBody, newKeyBody } from '../../src/simulator/bodies/keys.ts'
import { completeAddressBody, listedLabelBody } from '../../src/simulator/bodies/labels.ts'
import { openapiBody } from '../../src/simulator/bodies/openapi.ts'
import { parcelBody } from '../../src/simulator/bodies/parcels.ts'
import { failedCarrierBody, rateBody, ratesBody } from '../../src/simulator/bodies/rates.ts'
import { refusedBody, requestEntry } from '../../src/simulator/bodies/requests.ts'
import { runningScenarioBody, scenarioListBody } from '../../src/simulator/bodies/scenarios.ts'
import { shipmentBody } from '../../src/simulator/bodies/shipments.ts'
import { snapshotBody } from '../../src/simulator/bodies/snapshots.ts'
import { goneBody, streamEvent } from '../../src/simulator/bodies/stream.ts'
import { momentBody, timelineBody } from '../../src/simulator/bodies/timeline.ts'
import {
  listedTrackerBody,
  scanBody,
  scriptBody,
  trackerEventBody,
  trackingEventBody,
} from '../../src/simulator/bodies/trackers.ts'
import { ledgerEntryBody, walletBody } from '../../src/simulator/bodies/wallet.ts'
import { webhookBody } from '../../src/simulator/bodies/webhook.ts'
import type { AnyErrorCode } from '../../src/simulator/specification/errors.ts'
import { anyRequest } from './any-request.ts'
import {
  answerComponents,
  type Models,
  type Recorded,
  ref,
  requestComponents,
  withExamples,
} from './components.ts'
import { callWords, controlTags, parameterWords } from './control-calls.ts'
import type { ControlTour } from './control-tour.ts'
import { callCodes, sharedCodes } from './documented-codes.ts'
import { errorModels, errorName, errorResponses } from './error-components.ts'
import { faultComponents } from './fault-schema.ts'
import { isJson, type Json } from './json.ts'
import { shownUrl } from './recorder.ts'

const namedAnswers: Models = {
  Discovery: discoveryBody,
  OpenapiDocument: openapiBody,
  RefusedRequests: refusedBody,
  Account: accountBody,
  Snapshot: snapshotBody,
  Key: keyBody,
  NewKey: newKeyBody,
  Clock: clockBody,
  AdvancedClock: advancedBody,
  Wallet: walletBody,
  LedgerEntry: ledgerEntryBody,
  Webhook: webhookBody,
  Delivery: deliveryEntry,
  Fault: faultBody,
  Scenarios: scenarioListBody,
  RunningScenario: runningScenarioBody,
  Scan: scanBody,
  TrackingScript: scriptBody,
  TrackingEvent: trackingEventBody,
  Label: listedLabelBody,
  Tracker: listedTrackerBody,
  TrackerEvent: trackerEventBody,
  Batch: listedBatchBody,
  Shipment: shipmentBody,
  CompleteAddress: completeAddressBody,
  SentAddress: sentAddressBody,
  Parcel: parcelBody,
  Rates: ratesBody,
  Rate: rateBody,
  FailedCarrier: failedCarrierBody,
  CarrierAccount: carrierAccountBody,
  RequestEntry: requestEntry,
  Timeline: timelineBody,
  Moment: momentBody,
  StreamEvent: streamEvent,
  Gone: goneBody,
}

/** A call with all that a document says of it. */
interface Call {
  readonly name: ControlCallName
  readonly route: ControlRoute
  readonly status: string
  readonly answer: z.ZodType | null
}

const calls: readonly Call[] = controlRoutes.map((route) => {
  const name = Object.keys(controlAnswers).find(
    (each): each is ControlCallName => each === `${route.method} ${route.path}`,
  )
  if (name === undefined) throw new Error(`Nothing is said of ${route.method} ${route.path}.`)
  const [answered] = Object.entries(controlAnswers[name])
  if (answered === undefined) throw new Error(`${name} has no answer.`)
  const [status, answer] = answered
  return { name, route, status, answer }
})

const answerModels: Models = {
  ...namedAnswers,
  ...Object.fromEntries(
    calls.flatMap(({ name, answer }) =>
      answer === null || Object.values(namedAnswers).includes(answer)
        ? []
        : [[`${pascal(callWords[name].id)}Answer`, answer]],
    ),
  ),
}

/** The body of a fault is described by a table of its own, that of a snapshot as it comes. */
const requestModels: Models = Object.fromEntries(
  calls.flatMap(({ name, route }) =>
    route.body === undefined || isDescribedApart(name)
      ? []
      : [[`${pascal(callWords[name].id)}Request`, route.body]],
  ),
)

type Components = Readonly<Record<string, Json>>

const requestSchemas: Components = withScenarios(requestComponents(requestModels))

/**
 * A scenario is chosen by a name there is, which the reader of the body leaves to the catalogue, or written out. Each is a
 * whole object: generators of clients make `unknown` of a condition beside the fields.
 */
function withScenarios({ StartScenarioRequest: schema, ...others }: Components): Components {
  const { name, source, file } = Object(Object(schema)['properties'])
  const form = (properties: Json, needed: string) => ({
    type: 'object',
    properties,
    required: [needed],
    additionalProperties: false,
  })
  return {
    ...others,
    StartScenarioRequest: {
      oneOf: [
        form({ name: { ...name, enum: builtInNames() }, file }, 'name'),
        form({ name, source, file }, 'source'),
      ],
    },
  }
}

/** Whether a request may do without this body: where none of its fields is needed, the simulator takes none at all. */
function mayBeEmpty(model: string): boolean {
  const schema = requestSchemas[model]
  return schema !== undefined && !['required', 'minProperties', 'oneOf'].some((each) => each in schema)
}

function isDescribedApart(name: ControlCallName): boolean {
  return name === 'POST /accounts/{account}/faults' || name === 'PUT /accounts/{account}/snapshot'
}

function requestName(name: ControlCallName): string {
  if (name === 'PUT /accounts/{account}/snapshot') return 'Snapshot'
  return name === 'POST /accounts/{account}/faults' ? 'FaultRequest' : `${pascal(callWords[name].id)}Request`
}

/** The OpenAPI document of the control protocol, its examples those of a tour. */
export function controlDocument(tour: ControlTour): Json {
  const codes = [...new Set([...sharedCodes, ...calls.flatMap(({ name }) => callCodes(name))])]
  const components = withExamples(
    {
      ...requestSchemas,
      ...faultComponents(),
      ...answerComponents({ ...answerModels, ...errorModels(codes) }),
    },
    recordedBodies(tour),
  )
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
    tags: Object.entries(controlTags).map(([name, description]) => ({ name, description })),
    security: [{ controlToken: [] }, {}],
    paths: pathsOf(tour),
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
        XRequestId: {
          description: 'The unique id of the request.',
          required: true,
          schema: { type: 'string', pattern: '^req_[a-z0-9]{24}$' },
          example: tour.recorder.of('GET /', 'success').answer.headers['x-request-id'],
        },
      },
      responses: sharedResponses(tour),
      schemas: components,
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
  "event with the account's secret and answers 204 or 401. The page of webhooks shows what came.",
].join('\n')

const headers: Json = { 'X-Request-Id': { $ref: '#/components/headers/XRequestId' } }

const sharedNames = {
  400: 'SyntaxInvalid',
  401: 'TokenInvalid',
  403: 'OriginRefused',
  408: 'TimeoutExceeded',
  413: 'BodyTooLarge',
  417: 'ExpectationUnknown',
  431: 'HeadersTooLarge',
  500: 'Trouble',
} as const

function sharedResponses({ recorder }: ControlTour): Json {
  const byStatus = errorResponses({
    codes: sharedCodes,
    recorded: (code) => recorder.of(anyRequest, code),
    headers,
  })
  return Object.fromEntries(Object.entries(sharedNames).map(([status, name]) => [name, byStatus[status]]))
}

function pathsOf(tour: ControlTour): Json {
  const paths = new Map<string, Json>()
  for (const call of calls) {
    const { method, path } = call.route
    paths.set(path, { ...paths.get(path), [method.toLowerCase()]: operation(call, tour) })
  }
  return Object.fromEntries(paths)
}

function operation(call: Call, tour: ControlTour): Json {
  const { name, route } = call
  const { id, tag, summary, description } = callWords[name]
  const parameters = [...pathParameters(call, tour), ...queryParameters(call, tour)]
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    'x-error-codes': callCodes(name),
    ...(parameters.length > 0 && { parameters }),
    ...(route.body !== undefined && { requestBody: requestBody(name, tour) }),
    responses: {
      [call.status]: success(call, tour),
      ...Object.fromEntries(
        Object.entries(sharedNames)
          .filter(([status]) => status !== '413' || route.body !== undefined)
          .map(([status, shared]) => [status, { $ref: `#/components/responses/${shared}` }]),
      ),
      ...errorResponses({
        codes: callCodes(name),
        recorded: (code) => tour.recorder.of(name, code),
        headers,
      }),
    },
  }
}

function pathParameters({ name, route }: Call, { recorder }: ControlTour): readonly Json[] {
  const parameters = [...route.path.matchAll(/[\w-]+\/\{(\w+)\}/g)]
  const [path = ''] = (recorder.of(name, 'success').question.path ?? '').split('?')
  const pattern = new RegExp(`^/_drydock${route.path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`)
  const [, ...values] = pattern.exec(path) ?? []
  return parameters.map(([part, each], index) => ({
    name: each,
    in: 'path',
    required: true,
    description: parameterWords[part],
    schema: { type: 'string' },
    example: decodeURIComponent(values[index] ?? ''),
  }))
}

function queryParameters({ name, route }: Call, { recorder }: ControlTour): readonly Json[] {
  if (route.query === undefined) return []
  const { Query } = requestComponents({ Query: route.query })
  const asked = new URL(recorder.of(name, 'success').question.path ?? '', shownUrl).searchParams
  return Object.entries(Object(Query?.['properties'])).map(([each, schema]) => {
    const { description, pattern, ...others } = Object(schema)
    const isNumber = others.type === 'integer'
    const example = asked.get(each) ?? queryExamples[each]
    return {
      name: each,
      in: 'query',
      description,
      schema: { ...others, ...(!isNumber && pattern !== undefined && { pattern }) },
      example: isNumber ? Number(example) : example,
    }
  })
}

/** For parameters that the tour does without. */
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

function requestBody(name: ControlCallName, { recorder }: ControlTour): Json {
  const model = requestName(name)
  return {
    required: !mayBeEmpty(model),
    content: {
      'application/json': {
        schema: ref(model),
        examples: {
          recorded: { summary: 'As it was sent.', value: recorder.of(name, 'success').question.body },
        },
      },
    },
  }
}

function success({ name, status, answer }: Call, { recorder }: ControlTour): Json {
  if (answer === null || status === '204')
    return { description: 'The call has been carried out. The answer has no body.', headers }
  const [model = ''] = Object.entries(answerModels).find(([, each]) => each === answer) ?? []
  if (name === streamCall) return streamAnswer(recorder.of(name, 'success').answer.body)
  const isItself = name === 'GET /openapi.json'
  return {
    description: answer.meta()?.description,
    headers,
    content: {
      'application/json': {
        schema: ref(model),
        ...(!isItself && {
          examples: {
            recorded: { summary: 'As it was answered.', value: recorder.of(name, 'success').answer.body },
          },
        }),
      },
    },
  }
}

const streamCall = 'GET /accounts/{account}/stream'

/** OpenAPI 3.1 has no schema for a part of a text: that of an event stands beside it. */
function streamAnswer(events: unknown): Json {
  const lines = [events].flat().map((each) => {
    const { id, event, data } = Object(each)
    return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
  })
  return {
    description:
      'Server-sent events, each as `StreamEvent` has it: its fields are lines, its `data` JSON on one line.',
    headers,
    content: {
      'text/event-stream': {
        schema: {
          type: 'string',
          contentMediaType: 'text/event-stream',
          contentSchema: { type: 'array', items: ref('StreamEvent') },
        },
        examples: { recorded: { summary: 'As it was sent.', value: lines.join('') } },
      },
    },
  }
}

function recordedBodies({ recorder }: ControlTour): readonly Recorded[] {
  const variants = recorder.variants.map(
    ({ operation: call, ...recording }) => [`${call}: success`, recording] as const,
  )
  return [...recorder.recordings, ...variants].flatMap(([key, { question, answer }]): Recorded[] => {
    const [name = '', outcome = ''] = key.split(': ')
    const { error } = Object(answer.body)
    if (isJson(error)) return [{ schema: ref(errorName(codeNamed(outcome))), value: error }]
    const call = calls.find((each) => each.name === name)
    if (call === undefined) return []
    const [model] = Object.entries(answerModels).find(([, each]) => each === call.answer) ?? []
    return [
      ...(question.body === undefined ? [] : [{ schema: ref(requestName(call.name)), value: question.body }]),
      ...(model === undefined
        ? []
        : [answer.body]
            .flatMap((body) => (name === streamCall ? body : [body]))
            .map((value) => ({ schema: ref(model), value }))),
    ]
  })
}

function codeNamed(text: string): AnyErrorCode {
  const code = [...sharedCodes, ...calls.flatMap(({ name }) => callCodes(name))].find((each) => each === text)
  if (code === undefined) throw new Error(`${text} is no code of the control protocol.`)
  return code
}

function pascal(id: string): string {
  return id.charAt(0).toUpperCase() + id.slice(1)
}
