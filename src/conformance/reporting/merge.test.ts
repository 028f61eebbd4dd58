import { describe, expect, it } from 'vitest'
import { reportWith, resultWith } from '../reporters/report-builder.ts'
import { mergeReports } from './merge.ts'
import type { Report, RuleResult } from './report.ts'

const part = (file: string, id: RuleResult['id'], change: Partial<Report> = {}) => ({
  file,
  report: reportWith([resultWith({ id, status: 'passed' })], change),
})

describe('reports of shards', () => {
  it('are one: their rules, requests and observations together', () => {
    const merged = mergeReports(
      [
        part('a.json', 'RATE-001', {
          started_at: '2030-01-02T00:00:00.000Z',
          shard: { index: 2, count: 2 },
          observations: [
            { topic: 'statuses', value: ['200', '201'] },
            { topic: 'status of a void', value: 202 },
          ],
        }),
        part('b.json', 'RATE-002', {
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

  it('did not finish where one of them did not', () => {
    const stopped = { kind: 'unreachable', reason: 'Nobody there.' } as const
    expect(mergeReports([part('a', 'RATE-001'), part('b', 'RATE-002', { stopped })], []).stopped).toEqual(
      stopped,
    )
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
    ['RATE-002', { shard: { index: 1, count: 3 } }, /the shards of this run 2\/3, 3\/3 are missing/],
  ] as const)('are refused where they are none of one run: %s %j', (id, change, says) => {
    expect(() => mergeReports([part('a.json', 'RATE-001'), part('b.json', id, change)], [])).toThrow(says)
  })
})
