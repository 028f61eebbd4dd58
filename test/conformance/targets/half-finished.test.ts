import { once } from 'node:events'
import type { Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rules } from '../../../src/conformance/catalogue.ts'
import { operationNames, operationOf } from '../../../src/conformance/http/operation.ts'
import { listUnclearFindings } from '../../../src/conformance/proof/unclear-findings.ts'
import { formats } from '../../../src/conformance/report/formats/format.ts'
import { mergeReports } from '../../../src/conformance/report/merge.ts'
import type { Report } from '../../../src/conformance/report/report.ts'
import { learnProfile } from '../../../src/conformance/runner/learned-profile.ts'
import { runSuite } from '../../../src/conformance/runner/run.ts'
import { createHalfFinishedServer, halfFinishedKey } from './half-finished-server.ts'

/** Limits so high that the run never waits for them. */
const limits = Object.fromEntries(operationNames.map((name) => [operationOf(name).endpoint, 1_000_000]))

describe('the report on a server that implements part of the specification', () => {
  const server: Server = createHalfFinishedServer()
  let report: Report
  let baseUrl: string
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    baseUrl = `http://127.0.0.1:${port}`
    report = await runOnServer()
  })
  afterAll(() => {
    server.close()
    server.closeAllConnections()
  })

  const runOnServer = async (shard?: { readonly index: number; readonly count: number }): Promise<Report> =>
    (
      await runSuite({
        baseUrl,
        key: halfFinishedKey,
        profile: { limits },
        control: 'off',
        trustSandbox: true,
        shard,
      })
    ).report

  const listRulesBlockedBy = (id: string): readonly string[] =>
    report.rules.filter(({ because }) => because === id).map((rule) => rule.id)

  it('the conformance report on a half-finished server names each missing part once, with the rules that it blocks', () => {
    const failed = report.rules.filter(({ status }) => status === 'failed').map(({ id }) => id)
    expect(failed).toEqual(
      expect.arrayContaining(['HEAD-001', 'HEAD-004', 'TRACK-001', 'BATCH-001', 'LABEL-006']),
    )
    expect(listRulesBlockedBy('HEAD-001')).toHaveLength(14)
    expect(listRulesBlockedBy('HEAD-004')).toEqual(['HEAD-008', 'ERR-007'])
    expect(listRulesBlockedBy('TRACK-001')).toContain('TRACK-002')
    expect(listRulesBlockedBy('BATCH-001')).toContain('BATCH-004')
    expect(listRulesBlockedBy('LABEL-006')).toEqual(['SAND-006'])
    expect(listRulesBlockedBy('ERR-001')).toContain('ERR-003')
    expect(report.summary.failed).toBeLessThan(50)
  })

  it('the conformance report on a half-finished server begins with the cause of the most failures, in every format', () => {
    const titles = report.causes.map(({ title }) => title)
    expect(titles.slice(0, 5)).toEqual(
      expect.arrayContaining([
        'There is no POST /v1/batches',
        'There is no POST /v1/trackers',
        'No header X-RateLimit-Limit',
        'POST /v1/rates accepts requests with missing or wrong fields',
      ]),
    )
    const counts = report.causes.map(({ rules }) => rules.length)
    expect(counts).toEqual([...counts].sort((a, b) => b - a))
    for (const format of ['console', 'json', 'junit', 'html', 'markdown', 'tap', 'github'] as const) {
      const text = formats[format](report)
      for (const title of titles.slice(0, 5)) expect(text).toContain(title)
    }
  })

  it('the HTML report on a half-finished server shows details only of the rules to fix first', () => {
    const page = formats.html(report)
    expect(page.match(/<details class="(?:cause|group|rule \w+)"[^>]* open>/g) ?? []).toEqual(
      page.match(/<details class="rule \w+" [^>]*id="broken-[^>]* open>/g),
    )
    expect(page.indexOf('Fix first')).toBeLessThan(page.indexOf('By endpoint'))
  })

  it('the conformance report on a half-finished server names an invented phone number and a missing header', () => {
    const findRule = (id: string) => report.rules.find((rule) => rule.id === id)
    expect(findRule('LABEL-107')?.expected).toBe(
      'from_address.phone: the request had none, so any text or null',
    )
    expect(findRule('ERR-007')?.actual).toMatch(/^no X-Request-Id; the error says "req_\d+"$/)
  })

  it('the merged reports of two shards on a half-finished server equal the report of a whole run', async () => {
    const parts = [
      { file: '2.json', report: await runOnServer({ index: 2, count: 2 }) },
      { file: '1.json', report: await runOnServer({ index: 1, count: 2 }) },
    ] as const
    const merged = mergeReports(parts, rules)
    const removeTimes = ({ rules: results }: Report) =>
      results.map(({ id, status, because }) => [id, status, because])
    expect(removeTimes(merged)).toEqual(removeTimes(report))
    expect(merged.summary).toEqual(report.summary)
    expect(merged.causes.map(({ title }) => title).sort()).toEqual(
      report.causes.map(({ title }) => title).sort(),
    )
  })

  it('--profile init writes the profile of a half-finished server without a purchase', async () => {
    const { learned, report: asking } = await learnProfile({ baseUrl, key: halfFinishedKey, control: 'off' })
    expect(Object.keys(learned?.profile.addresses ?? {})).toEqual(['from', 'to', 'residential', 'commercial'])
    expect(learned?.profile).not.toHaveProperty('carriers')
    expect(learned?.unlearned.join('\n')).toMatch(
      /carriers: the rates are of 3 carriers[\s\S]*addresses\.ambiguous: the target responds to the built-in address with 200[\s\S]*limits: no endpoint has one/,
    )
    expect(asking.leftovers).toEqual([])
  })

  it('the conformance report on a half-finished server has no unclear finding', () => {
    expect(listUnclearFindings(report.rules)).toEqual([])
  })
})
