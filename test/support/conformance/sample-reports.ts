import { buildExchange, createReport, createRuleResult } from './report-builder.ts'

export const hostile =
  '\u001b]0;owned\u0007\u001b[31mred\u0000]]><script>alert(1)</script> =cmd() \ud800 %0A::error\r\n::set-output name=x::y\n  ::error::z ##vso[task.complete]'

export const again = 'drydock conformance http://127.0.0.1:4010 --only RATE-001'

export const mixed = createReport(
  [
    createRuleResult({ id: 'WALLET-001', status: 'passed' }),
    createRuleResult({
      id: 'RATE-001',
      status: 'failed',
      expected: 'rates',
      actual: hostile,
      again,
      own_account: true,
      exchanges: [buildExchange('{"first":1}'), buildExchange(hostile)],
    }),
    createRuleResult({
      id: 'RATE-002',
      status: 'errored',
      reason: 'The setup of the rule failed. A quote: 500',
    }),
    createRuleResult({
      id: 'RATE-003',
      status: 'errored',
      reason: 'The setup of the rule failed. A quote: 500',
    }),
    createRuleResult({
      id: 'HOOK-001',
      status: 'skipped',
      reason: 'Needs an inbox.',
      unlock: ['--webhook-listen'],
    }),
    createRuleResult({
      id: 'HOOK-002',
      status: 'skipped',
      reason: 'Needs an inbox.',
      unlock: ['--webhook-listen'],
    }),
    createRuleResult({ id: 'KEY-009', status: 'skipped', reason: 'Needs a key.', unlock: ['--revoked-key'] }),
    createRuleResult({
      id: 'ADDR-001',
      status: 'failed',
      expected: 'a',
      actual: 'b',
      expected_failure: { reason: 'an old sin', issue: '#7', stale: false },
    }),
  ],
  {
    observations: [{ topic: 'status of a void', value: 202 }],
    leftovers: [{ kind: 'live label', id: 'lbl_1', note: 'bought by LABEL-001, voided' }],
    spent_cents: 871,
    stopped: { kind: 'interrupted', reason: 'The run was interrupted.' },
  },
)

/** A report in which every text that a target can influence is hostile. */
export const everywhere = createReport(
  [
    createRuleResult({
      id: 'RATE-001',
      status: 'failed',
      expected: hostile,
      actual: hostile,
      exchanges: [buildExchange(hostile)],
    }),
    createRuleResult({
      id: 'RATE-002',
      status: 'errored',
      reason: hostile,
      exchanges: [buildExchange(hostile)],
    }),
    createRuleResult({ id: 'RATE-003', status: 'skipped', reason: hostile }),
    createRuleResult({
      id: 'RATE-004',
      status: 'failed',
      expected: 'a',
      actual: hostile,
      expected_failure: { reason: hostile, issue: hostile, stale: false },
    }),
  ],
  {
    observations: [{ topic: hostile, value: hostile }],
    leftovers: [{ kind: 'live label', id: hostile, note: hostile }],
    stopped: { kind: 'crashed', reason: hostile },
  },
)
