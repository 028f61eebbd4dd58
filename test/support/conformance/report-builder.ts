import type { Exchange } from '../../../src/conformance/http/answer.ts'
import { buildOverview } from '../../../src/conformance/report/causes.ts'
import type { Report, RuleResult } from '../../../src/conformance/report/report.ts'

/** For tests: returns the result of a conformance rule, with defaults. */
export function createRuleResult(
  result: Partial<RuleResult> & Pick<RuleResult, 'id' | 'status'>,
): RuleResult {
  return {
    title: 'Something is so.',
    section: 'Endpoints',
    statements: ['ENDPOINTS-99'],
    endpoint: 'GET /v1/wallet',
    reason: null,
    reason_kind: null,
    unlock: [],
    expected: null,
    actual: null,
    cause: null,
    because: null,
    duration_ms: 12,
    judged: null,
    clock: null,
    expected_failure: null,
    again: null,
    own_account: false,
    exchanges: [],
    deliveries: [],
    walk: null,
    broken: null,
    ...result,
  }
}

/** For tests: returns an exchange whose response has this body. */
export function buildExchange(body: string): Exchange {
  const url = 'http://127.0.0.1:4010/v1/wallet'
  return {
    request: { method: 'GET', url, headers: { Authorization: 'Bearer pr_test_…d0c0' }, body: null },
    response: { status: 500, headers: { 'content-type': 'text/html' }, body },
    failure: null,
    curl: `curl -i -H "Authorization: Bearer $DRYDOCK_KEY" '${url}'`,
    duration_ms: 3,
  }
}

/** For tests: returns a conformance report with these results. */
export function createReport(rules: readonly RuleResult[], report: Partial<Report> = {}): Report {
  return {
    tool: 'drydock',
    version: '0.1.0',
    suite_version: '1.0.0',
    target: 'http://127.0.0.1:4010',
    control: true,
    shard: null,
    started_at: '2030-01-02T03:04:05.678Z',
    duration_ms: 4_321,
    stopped: null,
    ...buildOverview(rules),
    rules,
    observations: [],
    leftovers: [],
    spent_cents: 0,
    exploration: null,
    lost_requests: [],
    lost_cents: 0,
    requests: 17,
    ...report,
  }
}
