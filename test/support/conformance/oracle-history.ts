import { expect, it } from 'vitest'
import {
  type AnyOracle,
  eraseMemoryType,
  type Oracle,
} from '../../../src/conformance/explore/oracles/oracle.ts'
import { openOracleRunner, type StepFinding } from '../../../src/conformance/explore/oracles/oracle-runner.ts'
import type {
  Burst,
  CallStep,
  ClientName,
  ControlStep,
  Delivery,
  Environment,
  KeySnapshot,
  Step,
  WalkOperation,
} from '../../../src/conformance/explore/step.ts'
import type { Answer } from '../../../src/conformance/http/answer.ts'
import { readJson } from '../../../src/conformance/http/json.ts'
import { operationOf } from '../../../src/conformance/http/operation.ts'
import type { RuleId } from '../../../src/conformance/rule.ts'
import type { StatementId } from '../../../src/conformance/section.ts'

/** Builds a history of requests step by step, with responses of an imagined service. */
export interface OracleHistory {
  /** Adds a request. Its response is 200 with `{}` by default; null means that the response was lost. */
  call(
    operation: WalkOperation,
    history?: {
      readonly client?: ClientName
      readonly key?: Environment | Partial<KeySnapshot>
      readonly id?: string
      readonly body?: unknown
      readonly answer?: GivenResponse | null
      readonly deliveries?: readonly Delivery[]
    },
  ): CallStep
  /** Advances the clock of a client's account. */
  advance(
    seconds: number,
    history?: { readonly client?: ClientName; readonly deliveries?: readonly Delivery[] },
  ): Step
  /** Adds a control action with its outcome, such as `{ kind: 'scanned', labelId }`. */
  control(history: GivenControlStep, client?: ClientName): Step
}

interface GivenResponse {
  readonly status?: number
  readonly json?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

type GivenControlStep = ControlStep extends infer Each
  ? Each extends ControlStep
    ? Omit<Each, 'id' | 'client' | 'atMs' | 'deliveries' | 'isConcurrent'>
    : never
  : never

const startMs = Date.parse('2031-03-04T09:30:00.000Z')

export function openHistory(): OracleHistory {
  const clocks = { a: startMs, b: startMs }
  let count = 0
  const createStepBase = (client: ClientName, deliveries: readonly Delivery[] = []) => {
    count += 1
    return { id: `s${count}` as const, client, atMs: clocks[client], deliveries, isConcurrent: false }
  }
  return {
    call: (operation, { client = 'a', key = 'test', id, body, answer = {}, deliveries } = {}) => ({
      ...createStepBase(client, deliveries),
      kind: 'call',
      operation,
      key: createKeySnapshot(client, key),
      target: id,
      body,
      answer: answer === null ? undefined : createResponse(operation, answer),
    }),
    advance: (seconds, { client = 'a', deliveries } = {}) => {
      const fromMs = clocks[client]
      const step = createStepBase(client, deliveries)
      clocks[client] += seconds * 1_000
      return { ...step, kind: 'clock', fromMs, toMs: clocks[client], fired: [] }
    },
    control: (history, client = 'a') => ({ ...createStepBase(client), ...history }),
  }
}

/** Returns the findings of an oracle (a check of recorded histories) in a history, and how many checks it made. */
export function runOracle<Memory>(
  oracle: Oracle<Memory>,
  steps: readonly (Step | Burst)[],
): { readonly findings: readonly StepFinding[]; readonly judged: number } {
  const any: AnyOracle = eraseMemoryType(oracle)
  const runner = openOracleRunner([any])
  const findings = steps.flatMap((step) => runner.check(step))
  const group: RuleId = any.group
  return { findings, judged: runner.judged.get(group) ?? 0 }
}

/** Joins the steps of requests to one group of concurrent requests. */
export function groupConcurrentSteps(...steps: readonly CallStep[]): Burst {
  return {
    id: 's1000',
    lanes: steps.map((step) => [{ step: { ...step, isConcurrent: true }, sentMs: 0, answeredMs: 1 }]),
  }
}

function createKeySnapshot(client: ClientName, key: Environment | Partial<KeySnapshot>): KeySnapshot {
  const { environment = 'test', ...rest } = typeof key === 'string' ? { environment: key } : key
  return {
    name: `${client}.${environment}`,
    client,
    environment,
    is: 'good',
    scopes: 'all',
    expiresAtMs: undefined,
    isRevoked: false,
    ...rest,
  }
}

function createResponse(
  operation: WalkOperation,
  { status = 200, json = {}, headers = {} }: GivenResponse,
): Answer {
  const text = JSON.stringify(json)
  const isDownload = operation === 'downloadLabel'
  const { method, path } = isDownload
    ? { method: 'GET', path: '/v1/labels/x/download' }
    : operationOf(operation)
  return {
    operation: isDownload ? null : operation,
    request: { method, url: `http://127.0.0.1${path}`, path, headers: {}, body: undefined, key: undefined },
    status,
    headers,
    body: Buffer.from(text),
    text,
    json: readJson(text),
    receivedAtMs: 0,
    exchange: {
      show: () => ({
        request: { method, url: path, headers: {}, body: null },
        response: null,
        failure: null,
        curl: '',
        duration_ms: 0,
      }),
    },
  }
}

/** A history, and the statement of the specification that its last step breaks; undefined if it breaks none. */
export type OracleCase = readonly [
  what: string,
  broken: StatementId | undefined,
  makeSteps: (history: OracleHistory) => readonly (Step | Burst)[],
]

/**
 * Makes a test of each case. In a history without a broken statement, the oracle must check something and find nothing.
 */
export function testCases<Memory>(oracle: Oracle<Memory>, cases: readonly OracleCase[]): void {
  const named = cases.map(([what, broken, makeSteps]) => {
    const result = broken === undefined ? 'accepts' : `reports ${broken} for`
    const name = `the check ${oracle.group} of random walks ${result} ${what}`
    return [name, broken, makeSteps] as const
  })
  it.each(named)('%s', (_, broken, makeSteps) => {
    const steps = makeSteps(openHistory())
    const { findings, judged } = runOracle(oracle, steps)
    if (broken === undefined) {
      expect(findings).toEqual([])
      expect(judged).toBeGreaterThan(0)
    } else {
      const last = steps.at(-1)
      expect(findings.map(({ statement }) => statement)).toContain(broken)
      if (last !== undefined && !('lanes' in last)) expect(findings[0]?.step.id).toBe(last.id)
    }
  })
}

let count = 0

/** Returns the headers of every response, with a new request id. */
export function createResponseHeaders(
  more: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  count += 1
  return {
    'x-request-id': `req_${count}`,
    'x-ratelimit-limit': '300',
    'x-ratelimit-remaining': '299',
    'x-ratelimit-reset': '1930383060',
    ...more,
  }
}

/** Returns a correct error response, with changes. */
export function buildRefusal(
  status: number,
  code: string,
  error: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
) {
  const all = createResponseHeaders(headers)
  const whole = {
    code,
    message: 'No.',
    suggestion: 'Do otherwise.',
    docs_url: 'https://example.com/docs',
    request_id: all['x-request-id'],
    ...error,
  }
  return { status, json: { error: whole }, headers: all }
}

/** A history that keeps a statement of the specification, and the same history breaking the statement. */
export interface StatementHistory {
  readonly statement: StatementId
  readonly what: string
  /** Returns the steps; `isRight` decides whether the last responses keep the statement. */
  readonly steps: (history: OracleHistory, isRight: boolean) => readonly (Step | Burst)[]
}

/** Declares two tests of each history: the oracle accepts it if the statement is kept, and reports it if the statement is broken. */
export function testBrokenStatements<Memory>(
  oracle: Oracle<Memory>,
  histories: readonly StatementHistory[],
): void {
  const named = histories.map((history) => [history.statement, history.what, history] as const)
  it.each(named)(
    `the check ${oracle.group} of random walks accepts a service that keeps %s: %s`,
    (_, __, { steps }) => {
      const { findings, judged } = runOracle(oracle, steps(openHistory(), true))
      expect(findings).toEqual([])
      expect(judged).toBeGreaterThan(0)
    },
  )

  it.each(named)(
    `the check ${oracle.group} of random walks reports a service that breaks %s: %s`,
    (statement, _, { steps }) => {
      const { findings } = runOracle(oracle, steps(openHistory(), false))
      expect(findings.map((each) => each.statement)).toContain(statement)
    },
  )
}

/** Declares a test of each history, which breaks no statement of the specification: the oracle must have no finding. */
export function testCorrectHistories<Memory>(
  oracle: Oracle<Memory>,
  histories: readonly (readonly [string, (history: OracleHistory) => readonly (Step | Burst)[]])[],
): void {
  it.each(histories)(`the check ${oracle.group} of random walks has no finding if %s`, (_, steps) => {
    expect(runOracle(oracle, steps(openHistory())).findings).toEqual([])
  })
}
