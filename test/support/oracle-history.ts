import { describe, expect, it } from 'vitest'
import { type AnyOracle, anyOracle, type Oracle } from '../../src/conformance/explore/oracles/oracle.ts'
import { openOracleRunner, type StepFinding } from '../../src/conformance/explore/oracles/oracle-runner.ts'
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
} from '../../src/conformance/explore/step.ts'
import type { Answer } from '../../src/conformance/http/answer.ts'
import { readJson } from '../../src/conformance/http/json.ts'
import { operationOf } from '../../src/conformance/http/operation.ts'
import type { RuleId } from '../../src/conformance/rule.ts'
import type { StatementId } from '../../src/conformance/section.ts'

/** A history for the tests of judges, told step by step as if a service had answered so. */
export interface OracleHistory {
  /** A request; the answer is 200 with `{}` unless told otherwise, and null where none came. */
  call(
    operation: WalkOperation,
    history?: {
      readonly client?: ClientName
      readonly key?: Environment | Partial<KeySnapshot>
      readonly id?: string
      readonly body?: unknown
      readonly answer?: GivenAnswer | null
      readonly deliveries?: readonly Delivery[]
    },
  ): CallStep
  /** Time passes for a client. */
  advance(
    seconds: number,
    history?: { readonly client?: ClientName; readonly deliveries?: readonly Delivery[] },
  ): Step
  /** What the control protocol has done: `{ kind: 'scanned', labelId }`. */
  control(history: GivenControlStep, client?: ClientName): Step
}

interface GivenAnswer {
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
  const base = (client: ClientName, deliveries: readonly Delivery[] = []) => {
    count += 1
    return { id: `s${count}` as const, client, atMs: clocks[client], deliveries, isConcurrent: false }
  }
  return {
    call: (operation, { client = 'a', key = 'test', id, body, answer = {}, deliveries } = {}) => ({
      ...base(client, deliveries),
      kind: 'call',
      operation,
      key: keyOf(client, key),
      target: id,
      body,
      answer: answer === null ? undefined : answerOf(operation, answer),
    }),
    advance: (seconds, { client = 'a', deliveries } = {}) => {
      const fromMs = clocks[client]
      const step = base(client, deliveries)
      clocks[client] += seconds * 1_000
      return { ...step, kind: 'clock', fromMs, toMs: clocks[client], fired: [] }
    },
    control: (history, client = 'a') => ({ ...base(client), ...history }),
  }
}

/** What a judge finds in a history, and how much it has looked at. */
export function runOracle<Memory>(
  oracle: Oracle<Memory>,
  steps: readonly (Step | Burst)[],
): { readonly findings: readonly StepFinding[]; readonly judged: number } {
  const any: AnyOracle = anyOracle(oracle)
  const runner = openOracleRunner([any])
  const findings = steps.flatMap((step) => runner.check(step))
  const group: RuleId = any.group
  return { findings, judged: runner.judged.get(group) ?? 0 }
}

/** Steps that were under way at the same time, one in each lane. */
export function concurrently(...steps: readonly CallStep[]): Burst {
  return {
    id: 's1000',
    lanes: steps.map((step) => [{ step: { ...step, isConcurrent: true }, sentMs: 0, answeredMs: 1 }]),
  }
}

function keyOf(client: ClientName, key: Environment | Partial<KeySnapshot>): KeySnapshot {
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

function answerOf(operation: WalkOperation, { status = 200, json = {}, headers = {} }: GivenAnswer): Answer {
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

/** What a judge is told in a case: the steps, and the sentence that the last of them breaks, if any. */
export type OracleCase = readonly [
  what: string,
  broken: StatementId | undefined,
  makeSteps: (history: OracleHistory) => readonly (Step | Burst)[],
]

/** One test for each case: nothing is found where nothing is broken, but something was looked at. */
export function testCases<Memory>(oracle: Oracle<Memory>, cases: readonly OracleCase[]): void {
  it.each(cases)('%s: %s', (_, broken, makeSteps) => {
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

/** The headers that every answer has, with a request id of its own. */
export function headersOf(more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  count += 1
  return {
    'x-request-id': `req_${count}`,
    'x-ratelimit-limit': '300',
    'x-ratelimit-remaining': '299',
    'x-ratelimit-reset': '1930383060',
    ...more,
  }
}

/** A refusal as it has to be, with more in it or something else. */
export function refusal(
  status: number,
  code: string,
  error: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
) {
  const all = headersOf(headers)
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

/** A history of a statement that holds, and the same history where it does not. */
export interface StatementHistory {
  readonly statement: StatementId
  readonly what: string
  /** `right` and `wrong` are what the last answers say. */
  readonly steps: (history: OracleHistory, isRight: boolean) => readonly (Step | Burst)[]
}

/** A judge finds nothing in each history that is right, and its statement broken in the other. */
export function findsBroken<Memory>(oracle: Oracle<Memory>, histories: readonly StatementHistory[]): void {
  describe.each(histories)('$statement: $what', ({ statement, steps }) => {
    it('holds', () => {
      const { findings, judged } = runOracle(oracle, steps(openHistory(), true))
      expect(findings).toEqual([])
      expect(judged).toBeGreaterThan(0)
    })

    it('is broken', () => {
      const { findings } = runOracle(oracle, steps(openHistory(), false))
      expect(findings.map((each) => each.statement)).toContain(statement)
    })
  })
}

/** Histories that break nothing that is stated. */
export function findsNothing<Memory>(
  oracle: Oracle<Memory>,
  histories: readonly (readonly [string, (history: OracleHistory) => readonly (Step | Burst)[]])[],
): void {
  it.each(histories)('says nothing where %s', (_, steps) => {
    expect(runOracle(oracle, steps(openHistory())).findings).toEqual([])
  })
}
