import { describe, expect, it } from 'vitest'
import { type AnyJudge, anyJudge, type Judge } from '../../src/conformance/explore/oracles/oracle.ts'
import { type Found, openPanel } from '../../src/conformance/explore/oracles/oracle-runner.ts'
import type {
  Asked,
  Burst,
  CallStep,
  ClientName,
  ControlStep,
  Delivered,
  Environment,
  KeySeen,
  Step,
} from '../../src/conformance/explore/step.ts'
import type { Answer } from '../../src/conformance/http/answer.ts'
import { readJson } from '../../src/conformance/http/json.ts'
import { operationOf } from '../../src/conformance/http/operation.ts'
import type { StatementId } from '../../src/conformance/ledger/statement.ts'
import type { RuleId } from '../../src/conformance/rule.ts'

/** A history for the tests of judges, told step by step as if a service had answered so. */
export interface ToldHistory {
  /** A request; the answer is 200 with `{}` unless told otherwise, and null where none came. */
  call(
    operation: Asked,
    told?: {
      readonly client?: ClientName
      readonly key?: Environment | Partial<KeySeen>
      readonly id?: string
      readonly body?: unknown
      readonly answer?: ToldAnswer | null
      readonly deliveries?: readonly Delivered[]
    },
  ): CallStep
  /** Time passes for a client. */
  advance(
    seconds: number,
    told?: { readonly client?: ClientName; readonly deliveries?: readonly Delivered[] },
  ): Step
  /** What the control protocol has done: `{ kind: 'scanned', labelId }`. */
  control(told: ToldControl, client?: ClientName): Step
}

interface ToldAnswer {
  readonly status?: number
  readonly json?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

type ToldControl = ControlStep extends infer Each
  ? Each extends ControlStep
    ? Omit<Each, 'id' | 'client' | 'atMs' | 'deliveries' | 'isConcurrent'>
    : never
  : never

const startMs = Date.parse('2031-03-04T09:30:00.000Z')

export function toldHistory(): ToldHistory {
  const clocks = { a: startMs, b: startMs }
  let count = 0
  const base = (client: ClientName, deliveries: readonly Delivered[] = []) => {
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
    control: (told, client = 'a') => ({ ...base(client), ...told }),
  }
}

/** What a judge finds in a history, and how much it has looked at. */
export function judgedOn<Memory>(
  judge: Judge<Memory>,
  steps: readonly (Step | Burst)[],
): { readonly findings: readonly Found[]; readonly judged: number } {
  const any: AnyJudge = anyJudge(judge)
  const panel = openPanel([any])
  const findings = steps.flatMap((step) => panel.judge(step))
  const group: RuleId = any.group
  return { findings, judged: panel.judged.get(group) ?? 0 }
}

/** Steps that were under way at the same time, one in each lane. */
export function atOnce(...steps: readonly CallStep[]): Burst {
  return {
    id: 's1000',
    lanes: steps.map((step) => [{ step: { ...step, isConcurrent: true }, sentMs: 0, answeredMs: 1 }]),
  }
}

function keyOf(client: ClientName, key: Environment | Partial<KeySeen>): KeySeen {
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

function answerOf(operation: Asked, { status = 200, json = {}, headers = {} }: ToldAnswer): Answer {
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
export type ToldCase = readonly [
  what: string,
  broken: StatementId | undefined,
  tell: (told: ToldHistory) => readonly (Step | Burst)[],
]

/** One test for each case: nothing is found where nothing is broken, but something was looked at. */
export function testCases<Memory>(judge: Judge<Memory>, cases: readonly ToldCase[]): void {
  it.each(cases)('%s: %s', (_, broken, tell) => {
    const steps = tell(toldHistory())
    const { findings, judged } = judgedOn(judge, steps)
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
export interface Told {
  readonly statement: StatementId
  readonly what: string
  /** `right` and `wrong` are what the last answers say. */
  readonly steps: (told: ToldHistory, isRight: boolean) => readonly (Step | Burst)[]
}

/** A judge finds nothing in each history that is right, and its statement broken in the other. */
export function findsBroken<Memory>(judge: Judge<Memory>, histories: readonly Told[]): void {
  describe.each(histories)('$statement: $what', ({ statement, steps }) => {
    it('holds', () => {
      const { findings, judged } = judgedOn(judge, steps(toldHistory(), true))
      expect(findings).toEqual([])
      expect(judged).toBeGreaterThan(0)
    })

    it('is broken', () => {
      const { findings } = judgedOn(judge, steps(toldHistory(), false))
      expect(findings.map((each) => each.statement)).toContain(statement)
    })
  })
}

/** Histories that break nothing that is stated. */
export function findsNothing<Memory>(
  judge: Judge<Memory>,
  histories: readonly (readonly [string, (told: ToldHistory) => readonly (Step | Burst)[]])[],
): void {
  it.each(histories)('says nothing where %s', (_, steps) => {
    expect(judgedOn(judge, steps(toldHistory())).findings).toEqual([])
  })
}
