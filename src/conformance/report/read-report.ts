import * as z from 'zod'
import { BadInput } from '../bad-input.ts'
import { plainWords, renderProblems } from '../schema-problems.ts'
import type { Report } from './report.ts'

const count = z.int().nonnegative()
const headers = z.record(z.string(), z.string())

const exchange = z.object({
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers,
    body: z.string().nullable(),
  }),
  response: z.object({ status: z.int(), headers, body: z.string() }).nullable(),
  failure: z.string().nullable(),
  curl: z.string(),
  duration_ms: count,
})

const delivery = z.object({
  attempt: count,
  label_id: z.string().nullable(),
  received_at: z.iso.datetime(),
  method: z.string(),
  headers,
  body: z.string(),
})

const endpoint = z.string().nullable()

const cause = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('missing-endpoint'), endpoint: z.string() }),
  z.object({ kind: z.literal('missing-header'), header: z.string() }),
  z.object({ kind: z.literal('wrong-header'), header: z.string() }),
  z.object({ kind: z.literal('missing-field'), endpoint, field: z.string() }),
  z.object({ kind: z.literal('wrong-field'), endpoint, field: z.string() }),
  z.object({ kind: z.literal('wrong-body'), endpoint }),
  z.object({ kind: z.literal('byte-order-mark') }),
  z.object({ kind: z.literal('no-event') }),
  z.object({ kind: z.literal('wrong-signature') }),
  z.object({ kind: z.literal('no-attempt'), attempt: count }),
  z.object({ kind: z.literal('empty-log') }),
  z.object({ kind: z.literal('no-answer'), endpoint, got: z.string() }),
  z.object({ kind: z.literal('wrong-clock'), fault: z.enum(['time', 'due']), evidence: z.string() }),
  z.object({ kind: z.literal('refused'), endpoint, got: z.string() }),
  z.object({ kind: z.literal('not-refused'), endpoint, expected: z.string() }),
  z.object({ kind: z.literal('wrong-error'), expected: z.string(), got: z.string() }),
  z.object({ kind: z.literal('broken-rule'), rule: z.string(), title: z.string() }),
])

const rule = z.object({
  id: z.string().regex(/^[A-Z]+-\d{3}$/, 'must be the id of a rule, such as RATE-001'),
  title: z.string(),
  severity: z.enum(['error', 'advice']).exactOptional(),
  section: z.string(),
  statements: z.array(z.string()),
  endpoint: z.string().nullable(),
  status: z.enum(['passed', 'failed', 'skipped', 'errored']),
  reason: z.string().nullable(),
  reason_kind: z
    .enum(['capability', 'data', 'permission', 'not_observed', 'excluded', 'safety', 'not_run'])
    .nullable(),
  unlock: z.array(z.string()),
  expected: z.string().nullable(),
  actual: z.string().nullable(),
  cause: cause.nullable(),
  because: z.string().nullable(),
  duration_ms: count,
  judged: count.nullable(),
  clock: z.enum(['virtual', 'real']).nullable(),
  expected_failure: z
    .object({ reason: z.string(), issue: z.string().nullable(), stale: z.boolean() })
    .nullable(),
  again: z.string().nullable(),
  own_account: z.boolean(),
  exchanges: z.array(exchange),
  deliveries: z.array(delivery).default([]),
  walk: z
    .object({
      seed: z.string(),
      number: count,
      steps: z.array(z.string()),
      why: z.string(),
      again: z.string(),
      sent: count,
      isCut: z.boolean(),
      script: z.string(),
      shell: z.string(),
    })
    .nullable()
    .default(null),
  broken: z.object({ id: z.string(), text: z.string() }).nullable().default(null),
})

/** The schema of a JSON report (conformance, Which reports are there?). A report may have more fields, as later versions add some. */
export const reportSchema = z.object({
  tool: z.literal('drydock'),
  subject: z.literal('receiver').exactOptional(),
  version: z.string(),
  suite_version: z.string(),
  target: z.string(),
  control: z.boolean(),
  shard: z.object({ index: z.int().min(1), count: z.int().min(1) }).nullable(),
  started_at: z.iso.datetime(),
  duration_ms: count,
  stopped: z
    .object({
      kind: z.enum(['bail', 'unreachable', 'refused', 'interrupted', 'crashed']),
      reason: z.string(),
    })
    .nullable(),
  summary: z.object({ total: count, passed: count, failed: count, skipped: count, errored: count }),
  rules: z.array(rule),
  causes: z.array(
    z.object({
      title: z.string(),
      fix: z.string(),
      endpoint,
      rules: z.array(z.string()),
      failed: count,
      errored: count,
      skipped: count,
    }),
  ),
  endpoints: z.array(z.object({ endpoint, passed: count, failed: count, errored: count, skipped: count })),
  observations: z.array(z.object({ topic: z.string(), value: z.unknown() })),
  leftovers: z.array(
    z.object({
      kind: z.enum(['label', 'live label', 'tracker', 'batch', 'account']),
      id: z.string(),
      note: z.string(),
    }),
  ),
  spent_cents: count,
  exploration: z
    .object({
      seed: z.string(),
      walks: count,
      steps: count,
      cells: count,
      cells_seen: count,
      cells_of_rules: count.default(0),
      cells_share: z.number().min(0).max(1).default(0),
      pairs: count,
      pairs_seen: count.default(0),
      pairs_share: z.number().min(0).max(1).default(0),
      stories: count.default(0),
      unreached: z.array(z.string()).default([]),
    })
    .nullable()
    .default(null),
  lost_cents: count.default(0),
  requests: count,
  lost_requests: z.array(z.object({ place: z.string(), got: z.string(), count, of: count })).default([]),
})

/** The schema of the fields that every version of a report has. */
export const readSchema = z.object({
  tool: z.literal('drydock'),
  target: z.string(),
  stopped: reportSchema.shape.stopped.default(null),
  rules: z.array(
    rule
      .pick({ id: true, title: true, status: true })
      .extend({ expected_failure: rule.shape.expected_failure.default(null) }),
  ),
  observations: reportSchema.shape.observations.default([]),
})

/** A report as it was read from a file. */
export type ReadReport = z.infer<typeof readSchema>

/** Reads the fields that a JSON report of any version has. Throws BadInput, which says what is wrong. */
export function readReport(text: string, source: string): ReadReport {
  const { data, error } = readSchema.safeParse(readJson(text, source), plainWords)
  if (error === undefined) return data
  throw new BadInput(
    `${source} is no report of this suite: ${describeFirstProblems(error)}. ${writeAgainAdvice}`,
  )
}

/** Reads all fields of a JSON report, which must be of this version. Throws BadInput, which says what is wrong. */
export function readWholeReport(text: string, source: string): Report {
  const json = readJson(text, source)
  if (isReport(json)) return json
  const { error } = reportSchema.safeParse(json, plainWords)
  const problems = error === undefined ? '' : `: ${describeFirstProblems(error)}`
  throw new BadInput(
    `${source} is no whole report of this version of drydock${problems}. ${writeAgainAdvice}`,
  )
}

const writeAgainAdvice = 'Write it with --report json=FILE, by this version, and change nothing in it.'

const isReport = (json: unknown): json is Report => reportSchema.safeParse(json).success

/** Describes the first problems of a file that is no report. A file of another kind lacks every field, so all problems would be too many. */
function describeFirstProblems({ issues }: z.ZodError): string {
  const rest = issues.length - maxShownProblems
  const more = rest > 0 ? `; and ${rest} more` : ''
  return `${renderProblems({ issues: issues.slice(0, maxShownProblems) })}${more}`
}

const maxShownProblems = 3

function readJson(text: string, source: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const reason = /^\s*[[{]/.test(text)
      ? 'it is damaged, or ends too early'
      : text.trim() === ''
        ? 'it is empty'
        : 'it is of another format'
    throw new BadInput(`${source} is no JSON report: ${reason}. ${writeAgainAdvice}`)
  }
}
