import { STATUS_CODES } from 'node:http'
import seed from '../../fixtures/seed.json' with { type: 'json' }
import { errorFact } from '../../src/simulator/specification/errors.ts'
import { isJson, type Json } from './json.ts'
import { folders } from './postman-folders.ts'
import { beforeScript, everyAnswer, scriptOf, testsOf } from './postman-scripts.ts'
import type { Folder, KeyVariable, Step } from './postman-step.ts'
import { type Recording, shownUrl } from './recorder.ts'
import { documentedOperations } from './service-codes.ts'
import type { ServiceTour } from './service-tour.ts'

/** A Postman collection (v2.1) of what the OpenAPI document describes, and the environment that it runs in. */

const about = [
  'Every operation of the shipping service, and every error, each ready to be sent and with tests of its own. Run it as a whole,',
  'in order: requests remember what later ones need. Under each operation are all answers that a simulator gave.',
  '',
  'The variables `baseUrl` and `apiKey` say where and as whom; an environment with other values goes before those of the',
  'collection. It needs a simulator with magic values and, for its last folder, with the control protocol.',
].join('\n')

export function postmanCollection(document: Json, tour: ServiceTour): Json {
  const items = folders.map((folder) => folderItem(folder, document, tour))
  return {
    info: {
      name: 'The shipping service, as Drydock simulates it',
      description: about,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: bearer('apiKey'),
    event: [scriptOf('test', everyAnswer)],
    variable: [...settings, ...rememberedIn(JSON.stringify([everyAnswer, items]))].map(
      ({ key, value, description }) => ({ key, value, description }),
    ),
    item: items,
  }
}

export function postmanEnvironment(): Json {
  return {
    name: 'Drydock',
    values: settings.map(({ key, value, isSecret }) => ({
      key,
      value,
      type: isSecret ? 'secret' : 'default',
      enabled: true,
    })),
    _postman_variable_scope: 'environment',
  }
}

interface Variable {
  readonly key: string
  readonly value: string
  readonly description: string
  readonly isSecret?: boolean
}

const keyWords: Readonly<Record<KeyVariable, string>> = {
  apiKey: 'A test key with every scope.',
  liveKey: 'A live key with every scope.',
  limitedKey: 'A test key that may read the wallet alone.',
  revokedKey: 'A key that was revoked.',
  expiredKey: 'A key that has expired.',
}

/** Where, and as whom. */
const settings: readonly Variable[] = [
  { key: 'baseUrl', value: shownUrl, description: 'Where the service is.' },
  ...Object.entries(keyWords).map(([key, description], index) => ({
    key,
    value: seed.keys[index]?.value ?? '',
    description,
    isSecret: true,
  })),
  { key: 'account', value: seed.account, description: 'The account that the keys are of.' },
  {
    key: 'controlToken',
    value: '',
    description: 'The token of the control protocol, where the simulator has one.',
    isSecret: true,
  },
]

/** What requests remember for later ones, by their scripts. */
function rememberedIn(scripts: string): readonly Variable[] {
  const names = new Set(scripts.match(/(?<=collectionVariables\.set\(')\w+/g))
  return [...names].map((key) => ({ key, value: '', description: 'Set by the requests.' }))
}

function bearer(variable: KeyVariable): Json {
  return { type: 'bearer', bearer: [{ key: 'token', value: `{{${variable}}}`, type: 'string' }] }
}

function folderItem({ name, description, steps, before }: Folder, document: Json, tour: ServiceTour): Json {
  return {
    name,
    description,
    ...(before && { event: [beforeScript(before, tour)] }),
    item: steps.map((step) => stepItem(step, document, tour)),
  }
}

function stepItem(step: Step, document: Json, tour: ServiceTour): Json {
  const { operation: id, outcome, before } = step
  const facts = documentedOperations.find(({ name }) => name === id)
  if (facts === undefined) throw new Error(`There is no operation ${id}.`)
  const { method, path } = facts
  const described = Object(Object(document['paths'])[path])[method.toLowerCase()]
  const { question } = tour.recorder.of(id, outcome)
  const asked = step.id === undefined ? question.path : path.replace('{id}', step.id)
  const isUsual = outcome === 'success' && step.name === undefined
  return {
    name: step.name ?? (outcome === 'success' ? described.summary : outcome),
    event: [
      ...(before === undefined ? [] : [beforeScript(before, tour)]),
      scriptOf('test', testsOf(document, described, step)),
    ],
    request: {
      method,
      ...authOf(step),
      url: urlOf(asked ?? ''),
      ...bodyOf(step.raw ?? textOf(askedBody(step, question.body))),
      description: isUsual ? described.description : wordsOf(step, described.summary),
    },
    response: isUsual ? examplesOf(id, tour) : [],
  }
}

function askedBody({ body }: Step, recorded: unknown): unknown {
  return body === undefined || !isJson(recorded) ? recorded : body(recorded)
}

function wordsOf({ outcome }: Step, summary: string): string {
  if (outcome === 'success') return summary
  const { status, message, suggestion } = errorFact(outcome)
  return `${summary}: ${status}. ${message} ${suggestion}`
}

function authOf({ key }: Step): Json {
  if (key === undefined || key === 'apiKey') return {}
  if (key === null) return { auth: { type: 'noauth' } }
  const token = key === 'unknown' ? `pr_test_${'0'.repeat(32)}` : `{{${key}}}`
  return { auth: { type: 'bearer', bearer: [{ key: 'token', value: token, type: 'string' }] } }
}

function urlOf(path: string): Json {
  return { raw: `{{baseUrl}}${path}`, host: ['{{baseUrl}}'], path: path.split('/').slice(1) }
}

function textOf(body: unknown): string | undefined {
  return body === undefined ? undefined : JSON.stringify(body, null, 2)
}

function bodyOf(text: string | undefined): Json {
  if (text === undefined) return {}
  return {
    header: [{ key: 'Content-Type', value: 'application/json' }],
    body: { mode: 'raw', raw: text, options: { raw: { language: 'json' } } },
  }
}

/** Everything that the operation was seen to answer, each with what was asked. */
function examplesOf(id: string, { recorder }: ServiceTour): readonly Json[] {
  return [...recorder.recordings].flatMap(([key, recording]) => {
    const [name, outcome = ''] = key.split(': ')
    return name === id ? [exampleOf(outcome, recording)] : []
  })
}

const shownHeaders = [
  'Content-Type',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
  'Retry-After',
]

/** More than this is no example to be read. */
const readableCharacters = 10_000

function exampleOf(outcome: string, { question, answer }: Recording): Json {
  const text = textOf(question.body) ?? ''
  return {
    name: outcome === 'success' ? 'As it was answered' : outcome,
    originalRequest: {
      method: question.method,
      url: urlOf(question.path ?? ''),
      ...(text.length > 0 && text.length < readableCharacters && bodyOf(text)),
    },
    status: STATUS_CODES[answer.status],
    code: answer.status,
    _postman_previewlanguage: isJson(answer.body) ? 'json' : 'text',
    header: shownHeaders.flatMap((key) => {
      const value = answer.headers[key.toLowerCase()]
      return value === undefined ? [] : [{ key, value: String(value) }]
    }),
    ...(isJson(answer.body) && { body: textOf(answer.body) }),
  }
}
