import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { rules } from '../../src/conformance/catalogue.ts'
import { operationNames, operationOf } from '../../src/conformance/http/operation.ts'
import type { FinishedRun } from '../../src/conformance/options.ts'
import { openAlteredService } from '../../src/conformance/proof/altered-service.ts'
import { mergeReports } from '../../src/conformance/report/merge.ts'
import type { Report } from '../../src/conformance/report/report.ts'
import { runSuite } from '../../src/conformance/runner/run.ts'
import { ExchangeCheck, openCheckingProxy } from '../openapi/exchange-check.ts'
import { serveDrydock } from '../support/commands/built-command.ts'
import { openClockWithoutWaits } from '../support/moved-time.ts'
import { projectFile } from '../support/project.ts'
import { sharedSimulator } from '../support/shared-simulator.ts'

describe('the conformance suite on the built simulator', () => {
  const simulator = sharedSimulator()
  const readDocument = (file: string) => JSON.parse(readFileSync(projectFile(`schemas/${file}`), 'utf8'))
  const described = new ExchangeCheck(readDocument('openapi.json'))
  const controlled = new ExchangeCheck(readDocument('control-openapi.json'), '/_drydock')
  const undescribed = new Set<string>()
  let parts: readonly FinishedRun[]
  let report: Report
  // Runs the conformance suite in parts, as CI pipelines do. `vitest.test.ts` and the self-test run the whole suite.
  beforeAll(async () => {
    const watched = await openAlteredService(
      simulator.url,
      openCheckingProxy([described, controlled], undescribed),
    )
    const runShard = async (index: number) => {
      const finished = await runSuite({ baseUrl: watched.baseUrl, shard: { index, count: 3 } })
      return { ...finished, file: `part ${index}` }
    }
    const three = await Promise.all([runShard(1), runShard(2), runShard(3)])
    await watched.close()
    parts = three
    report = mergeReports(three, rules)
  }, 120_000)

  it('on the built simulator, the conformance suite passes every rule and skips none', () => {
    const others = report.rules
      .filter(({ status }) => status !== 'passed')
      .map(({ id, status, reason, expected, actual, exchanges }) => {
        const last = exchanges.at(-1)
        return { id, status, reason, expected, actual, last: last?.curl, body: last?.response?.body }
      })
    expect(others).toEqual([])
    expect(report.rules.map(({ id }) => id).sort()).toEqual(rules.map(({ id }) => id).sort())
    expect(report.stopped).toBeNull()
    expect(report.leftovers).toEqual([])
  })

  it('the conformance suite sends and receives only what the OpenAPI documents describe', () => {
    expect([...undescribed].slice(0, 20)).toEqual([])
    expect(described.checkedCounts.size).toBeGreaterThan(60)
    const checked = [...described.checkedCounts.keys()]
    for (const { method, path } of operationNames.map((name) => operationOf(name)))
      expect(checked).toContainEqual(expect.stringContaining(`${method} ${path.replaceAll('/', '~1')} 2`))
  })

  it('the conformance suite uses over 25 calls of the control protocol in the documented way', () => {
    const calls = [...controlled.checkedCounts.keys()].map((key) => key.replaceAll('~1', '/'))
    for (const call of ['POST /accounts 201', 'POST /accounts/{account}/faults 201', 'GET / 200'])
      expect(calls).toContain(call)
    expect(calls.length).toBeGreaterThan(25)
  })

  it('the conformance suite reports undocumented behaviour of the simulator as observations', () => {
    const { observations } = report
    const findObservation = (topic: string) => observations.find((each) => each.topic === topic)?.value
    expect(findObservation('success status of POST /v1/labels')).toEqual(['201'])
    expect(findObservation("media type of a label's PDF")).toEqual(['application/pdf'])
    expect(findObservation('fields of DELETE /v1/labels/{id}')).toEqual([
      'id',
      'void_requested_at',
      'void_status',
    ])
    expect(findObservation('fields of failed_carriers in POST /v1/rates')).toEqual([
      'carrier',
      'code',
      'message',
    ])
    expect(findObservation('GET /v1/webhooks/deliveries with wallet:read alone')).toBe(200)
  })

  it.each(rules.flatMap((rule) => (rule.kind === 'invariant' ? [rule.id] : [])))(
    'the conformance suite passes the rule %s when only that rule is selected',
    async (id) => {
      const { report } = await runSuite({ baseUrl: simulator.url, only: [id] })
      expect(report.rules).toMatchObject([{ id, status: 'passed' }])
    },
    60_000,
  )

  it('a conformance rule about rare responses is skipped if the rules that cause them are skipped', async () => {
    const { report } = await runSuite({
      baseUrl: simulator.url,
      only: ['ERR-013', 'WALLET-001'],
      skip: ['ADDR-005'],
    })
    expect(report.rules).toMatchObject([
      { id: 'ERR-013', status: 'skipped', reason_kind: 'not_observed' },
      { id: 'WALLET-001', status: 'passed' },
    ])
  })

  it('the conformance suite sends at most the requests that each rule declares', () => {
    const excess: string[] = []
    for (const rule of rules) {
      if (rule.kind !== 'active') continue
      for (const [operation, count] of parts.flatMap(({ sent }) => [...(sent.get(rule.id) ?? [])])) {
        const declared = [rule.requests, rule.requestsOfOwn ?? {}, rule.requestsOnce ?? {}]
          .flatMap((each) => Object.entries(each))
          .reduce((sum, [name, most]) => sum + (name === operation ? most : 0), 0)
        if (count > declared) excess.push(`${rule.id}: ${count} times ${operation}, declared ${declared}`)
      }
    }
    expect(excess).toEqual([])
  })
})

describe('the conformance suite on a service without a control protocol', () => {
  it('the conformance suite fails no rule without a control protocol, and each skipped rule has a reason', async () => {
    const port = await findFreePort()
    const simulator = await serveDrydock([
      '--quiet',
      '--rate-limits',
      'off',
      '--webhook-url',
      `http://127.0.0.1:${port}/hooks`,
    ])
    try {
      const { report } = await runSuite(
        {
          baseUrl: simulator.url,
          control: 'off',
          key: createKeyValue('test', 'd0c0'.repeat(7)),
          liveKey: createKeyValue('live', 'd0c0'.repeat(7)),
          limitedKey: createKeyValue('test', '1'.repeat(28)),
          revokedKey: createKeyValue('test', '2'.repeat(28)),
          expiredKey: createKeyValue('test', '3'.repeat(28)),
          webhookListen: `127.0.0.1:${port}`,
          webhookSecret: `whsec_${'d0c0'.repeat(8)}`,
          allowSpend: true,
          maxSpendCents: 100_000,
          profile: { limits: noLimits },
          skip: ['LIMIT-*'],
        },
        rules,
        openClockWithoutWaits(),
      )
      const red = report.rules.filter(({ status }) => status === 'failed' || status === 'errored')
      expect(red.map(({ id, reason, expected, actual }) => ({ id, reason, expected, actual }))).toEqual([])
      for (const { id, status, reason, reason_kind, unlock } of report.rules) {
        if (status !== 'skipped') continue
        if (reason_kind === 'not_observed') expect(reason, id).toMatch(/No response of this run/)
        else
          expect([reason, unlock.length > 0], id).toEqual([
            expect.stringMatching(/^Needs |could exceed --max-spend/),
            true,
          ])
      }
      expect(report.summary.passed).toBeGreaterThan(170)
      expect(report.spent_cents).toBeGreaterThan(0)
      expect(report.leftovers).toContainEqual(
        expect.objectContaining({ kind: 'tracker', note: 'made with the live key by TRACK-011' }),
      )
      const live = report.leftovers.filter(({ kind }) => kind === 'live label')
      expect(live.every(({ note }) => note.endsWith('voided'))).toBe(true)
    } finally {
      await simulator.stop()
    }
  }, 120_000)
})

const noLimits = Object.fromEntries(operationNames.map((name) => [operationOf(name).endpoint, 1_000_000]))

const createKeyValue = (environment: 'test' | 'live', rest: string): string => `pr_${environment}_d0c0${rest}`

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || address === null) throw new Error('No port is free.')
  return address.port
}
