import { describe, expect, it } from 'vitest'
import { createReport, createRuleResult } from '../../../test/support/conformance/report-builder.ts'
import { rules as catalogue } from '../catalogue.ts'
import { mergeReports } from './merge.ts'
import type { Report, RuleResult } from './report.ts'

const createPart = (file: string, id: RuleResult['id'], change: Partial<Report> = {}) => ({
  file,
  report: createReport([createRuleResult({ id, status: 'passed' })], change),
})

describe('reports of shards', () => {
  it('a merged report has the rules, requests and observations of all shards', () => {
    const merged = mergeReports(
      [
        createPart('a.json', 'RATE-001', {
          started_at: '2030-01-02T00:00:00.000Z',
          shard: { index: 2, count: 2 },
          observations: [
            { topic: 'statuses', value: ['200', '201'] },
            { topic: 'status of a void', value: 202 },
          ],
        }),
        createPart('b.json', 'RATE-002', {
          started_at: '2030-01-01T00:00:00.000Z',
          shard: { index: 1, count: 2 },
          observations: [
            { topic: 'statuses', value: ['200'] },
            { topic: 'status of a void', value: 200 },
          ],
        }),
      ],
      [],
    )
    expect(merged).toMatchObject({
      shard: null,
      summary: { total: 2, passed: 2 },
      requests: 34,
      duration_ms: 8_642,
      started_at: '2030-01-01T00:00:00.000Z',
      stopped: null,
    })
    expect(merged.observations).toEqual([
      { topic: 'status of a void', value: [200, 202] },
      { topic: 'statuses', value: ['200', '201'] },
    ])
  })

  it('a merged report adds up the purchases of the shards, and lists what each shard left behind', () => {
    const createLeftover = (id: string) => ({ kind: 'label', id, note: 'not voided' }) as const
    const merged = mergeReports(
      [
        createPart('a.json', 'RATE-001', { spent_cents: 700, leftovers: [createLeftover('lbl_1')] }),
        createPart('b.json', 'RATE-002', { spent_cents: 25, leftovers: [createLeftover('lbl_2')] }),
      ],
      catalogue,
    )
    expect(merged.spent_cents).toBe(725)
    expect(merged.leftovers.map(({ id }) => id)).toEqual(['lbl_1', 'lbl_2'])
  })

  it('a merged report keeps the order of the suite, and uses a cause found in one shard for failures in other shards', () => {
    const missing = (id: RuleResult['id']): RuleResult =>
      createRuleResult({
        id,
        status: 'failed',
        expected: 'this',
        actual: 'that',
        cause: { kind: 'missing-header', header: 'X-RateLimit-Limit' },
      })
    const merged = mergeReports(
      [
        { file: 'a.json', report: createReport([missing('LIMIT-001')]) },
        { file: 'b.json', report: createReport([missing('HEAD-001')]) },
      ],
      catalogue,
    )
    const order = catalogue.map(({ id }) => id).filter((id) => id === 'LIMIT-001' || id === 'HEAD-001')
    expect(merged.rules.map(({ id }) => id)).toEqual(order)
    expect(merged.rules.find(({ id }) => id === 'LIMIT-001')).toMatchObject({
      status: 'errored',
      because: 'HEAD-001',
    })
    expect(merged.summary).toMatchObject({ failed: 1, errored: 1 })
  })

  it('reports of shards can be merged if each shard started its own simulator', () => {
    const createShard = (index: number, target: string) => ({ shard: { index, count: 2 }, target })
    const mergeShards = (one: string, other: string) =>
      mergeReports(
        [
          createPart('a.json', 'RATE-001', createShard(1, one)),
          createPart('b.json', 'RATE-002', createShard(2, other)),
        ],
        catalogue,
      ).target
    expect(mergeShards('http://127.0.0.1:1001', 'http://127.0.0.1:1002')).toBe('http://127.0.0.1:1001')
    for (const [one, other] of [
      ['http://127.0.0.1:1001', 'http://127.0.0.1:1002/other'],
      ['http://127.0.0.1:1001', 'http://a.test:1002'],
      ['http://a.test:1001', 'http://a.test:1002'],
    ] as const) {
      expect(() => mergeShards(one, other)).toThrow(/they are not shards of one run/)
    }
    const whole = { target: 'http://127.0.0.1:1001' }
    expect(() => mergeReports([createPart('a', 'RATE-001', whole), createPart('b', 'RATE-002')], [])).toThrow(
      'they are not shards of one run',
    )
  })

  it('a merged report shows an unfinished run if the run of one shard did not finish', () => {
    const stopped = { kind: 'unreachable', reason: 'Nobody there.' } as const
    expect(
      mergeReports([createPart('a', 'RATE-001'), createPart('b', 'RATE-002', { stopped })], []).stopped,
    ).toEqual(stopped)
  })

  it.each([
    [
      'RATE-002',
      { target: 'http://elsewhere' },
      /a\.json is of the target http:\S+ b\.json of http:\/\/elsewhere/,
    ],
    ['RATE-002', { suite_version: '9.0.0' }, /of suite 1\.0\.0, b\.json of 9\.0\.0/],
    ['RATE-002', { control: false }, /with a control protocol, b\.json of without/],
    ['RATE-001', {}, /RATE-001 is in a\.json and in b\.json/],
    ['RATE-002', { shard: { index: 1, count: 3 } }, /shards 2\/3, 3\/3 of this run are missing/],
  ] as const)('reports that are not shards of one run are refused: %s %j', (id, change, says) => {
    expect(() =>
      mergeReports([createPart('a.json', 'RATE-001'), createPart('b.json', id, change)], []),
    ).toThrow(says)
  })
})
