import { afterEach, describe, expect, it } from 'vitest'
import { rules } from '../../src/conformance/catalogue.ts'
import type { ConformanceOptions } from '../../src/conformance/options.ts'
import { exitStatusOf } from '../../src/conformance/report/report.ts'
import { runSuite } from '../../src/conformance/runner/run.ts'
import {
  type ChargingOptions,
  type ChargingService,
  openChargingService,
} from './targets/charging-service.ts'

const open: ChargingService[] = []
afterEach(async () => {
  for (const service of open.splice(0)) await service.close()
})

/** Rules that buy labels: some share one label of the run, and others buy labels of their own. */
const only = ['SAND-*', 'LABEL-00*', 'LABEL-4*', 'BATCH-00*', 'BATCH-2*', 'WALLET-00*', 'KEY-02*']

async function runAgainstChargingService(
  charging: ChargingOptions,
  options: Partial<ConformanceOptions> = {},
) {
  const service = await openChargingService(charging)
  open.push(service)
  const { test: key, live: liveKey } = service.keys
  const given = { baseUrl: service.url, control: 'off', pace: 'off', key, liveKey, only } as const
  const { report } = await runSuite({ ...given, ...options }, rules, service.time)
  const statusOf = (id: string) => report.rules.find((rule) => rule.id === id)?.status
  return { service, report, statusOf, lostCents: service.charged.reduce((sum, each) => sum + each, 0) }
}

/** The price in cents of one label, or of a batch with one item, at the cheapest rate. */
const oneLabel = 871

describe('a conformance run on a service whose test keys charge the live wallet', () => {
  it.each([
    ['at once', { charges: ['label', 'batch', 'buy'] }, 'SAND-008'],
    ['by labels, 4 s late', { charges: ['label', 'batch'], lateMs: 4_000 }, 'SAND-008'],
    ['by batches', { charges: ['batch'] }, 'SAND-010'],
    ['by batches, 4 s late', { charges: ['batch'], lateMs: 4_000 }, 'SAND-010'],
    ['by batches once they are bought', { charges: ['buy'] }, 'SAND-010'],
    ['by batches once they are bought, 4 s late', { charges: ['buy'], lateMs: 4_000 }, 'SAND-010'],
  ] as const)(
    'a conformance run loses the price of one label to a service that charges test keys %s',
    async (_, charging, shownBy) => {
      const { service, report, statusOf } = await runAgainstChargingService(charging)
      expect(service.charged).toEqual([oneLabel])
      expect(report.lost_cents).toBe(oneLabel)
      expect(statusOf(shownBy)).toBe('failed')
      expect(exitStatusOf(report)).toBe(1)
    },
  )

  it('a conformance run without a live key buys nothing, and each skipped rule names the option that allows purchases', async () => {
    const { service, report } = await runAgainstChargingService(
      { charges: ['label', 'batch'] },
      { liveKey: undefined },
    )
    expect(service.charged).toEqual([])
    expect(report).toMatchObject({ lost_cents: 0, summary: { failed: 0, errored: 0 } })
    const skipped = report.rules.find(({ id }) => id === 'LABEL-001')
    expect(skipped).toMatchObject({ status: 'skipped', reason_kind: 'permission' })
    expect(skipped?.unlock).toEqual(['--live-key or --trust-sandbox'])
  })

  it('if test labels are charged, a conformance run of a single rule loses the price of one label and exits with 3', async () => {
    const { service, report } = await runAgainstChargingService(
      { charges: ['label'] },
      { only: ['LABEL-001'] },
    )
    expect(service.charged).toEqual([oneLabel])
    expect(report).toMatchObject({
      lost_cents: oneLabel,
      rules: [{ id: 'LABEL-001', reason_kind: 'safety' }],
    })
    expect(exitStatusOf(report)).toBe(3)
  })

  it('a conformance run that skips the proof that test labels are free loses the price of one label if they are charged', async () => {
    const { service, report } = await runAgainstChargingService({ charges: ['label'] }, { skip: ['SAND-*'] })
    expect(service.charged).toEqual([oneLabel])
    expect(report.lost_cents).toBe(oneLabel)
  })

  it('if the service charges for test labels from the eleventh on, a conformance run loses the price of one purchase and fails SAND-008 or SAND-010', async () => {
    const { service, report, statusOf, lostCents } = await runAgainstChargingService({
      charges: ['label', 'batch'],
      free: 10,
    })
    expect(service.charged).toHaveLength(1)
    expect(report.lost_cents).toBe(lostCents)
    expect([statusOf('SAND-008'), statusOf('SAND-010')]).toContain('failed')
  })

  it('if each charge reloads the wallet, a conformance run loses the price of one label and skips SAND-008', async () => {
    const { service, statusOf, report } = await runAgainstChargingService({
      charges: ['label'],
      reloads: true,
    })
    expect(service.charged).toEqual([oneLabel])
    expect(statusOf('SAND-008')).toBe('skipped')
    expect(report.rules.find(({ id }) => id === 'LABEL-001')).toMatchObject({ because: 'SAND-008' })
  })

  it('if the service charges for test labels from the eleventh on and then reloads the wallet, a conformance run loses the price of one purchase', async () => {
    const { service } = await runAgainstChargingService({
      charges: ['label', 'batch'],
      free: 10,
      reloads: true,
    })
    expect(service.charged).toHaveLength(1)
  })

  it.each(['lost', 'limited'] as const)(
    'a conformance run loses the price of one label if the response to the charged purchase is %s',
    async (answers) => {
      const { service, report } = await runAgainstChargingService({ charges: ['label', 'batch'], answers })
      expect(service.charged).toEqual([oneLabel])
      expect(report.lost_cents).toBe(oneLabel)
    },
  )

  it.each([
    ['with a live key', {}],
    ['without a live key', { liveKey: undefined }],
  ])(
    'a conformance run %s loses the price of one label if the service sells labels that it must refuse',
    async (_, options) => {
      const chosen = { ...options, only: ['LABEL-*', 'KEY-*', 'BATCH-*', 'VAL-*', 'LIMIT-*'] }
      const { service } = await runAgainstChargingService({ charges: ['unquoted'] }, chosen)
      expect(service.charged).toEqual([oneLabel])
    },
  )
})

describe('a conformance run in shards', () => {
  it.each([1, 2, 3])(
    'shard %i of 3 of a conformance run loses at most the price of one label',
    async (index) => {
      const charging = { charges: ['label', 'batch', 'buy'] } as const
      const { service, report, lostCents } = await runAgainstChargingService(charging, {
        shard: { index, count: 3 },
      })
      expect(service.charged.length).toBeLessThanOrEqual(1)
      expect(lostCents).toBeLessThanOrEqual(oneLabel)
      expect(report.lost_cents).toBe(lostCents)
    },
  )
})

describe('the option --max-spend', () => {
  it.each([
    ['by labels', { charges: ['label'], lateMs: 4_000, free: 10 }],
    ['by batches', { charges: ['batch', 'buy'], lateMs: 4_000, free: 2 }],
  ] as const)(
    '--max-spend bounds the loss of a run if the service charges test keys late: %s',
    async (_, charging) => {
      const { report, lostCents } = await runAgainstChargingService(charging, { maxSpendCents: 2_700 })
      expect(lostCents).toBeGreaterThanOrEqual(oneLabel)
      expect(lostCents).toBeLessThanOrEqual(2_700)
      expect(report.lost_cents).toBe(lostCents)
    },
  )

  it('--max-spend bounds the sum of what a run pays for live labels and what it is charged for test labels', async () => {
    const charging = { charges: ['label', 'batch'], lateMs: 4_000, sinceLive: true } as const
    const { report, lostCents } = await runAgainstChargingService(charging, {
      allowSpend: true,
      maxSpendCents: 12_000,
    })
    expect(report.spent_cents).toBeGreaterThan(0)
    expect(lostCents).toBeGreaterThan(0)
    expect(lostCents + report.spent_cents).toBeLessThanOrEqual(12_000)
  })

  it('--max-spend prevents a single purchase whose price is above the bound', async () => {
    const { service, report } = await runAgainstChargingService(
      { charges: ['label'] },
      { maxSpendCents: oneLabel - 1 },
    )
    expect(service.charged).toEqual([])
    expect(report.rules.find(({ id }) => id === 'SAND-008')?.unlock).toEqual(['--max-spend'])
  })
})

describe('the option --trust-sandbox', () => {
  it('--trust-sandbox lets a run buy labels without a live key, and the possible loss has no bound', async () => {
    const { report, lostCents } = await runAgainstChargingService(
      { charges: ['label'] },
      { trustSandbox: true, liveKey: undefined },
    )
    expect(lostCents).toBeGreaterThan(2_000)
    expect(report.lost_cents).toBe(0)
  })

  it.each([
    ['at once', { charges: ['label', 'batch', 'buy'] }, only],
    ['by labels, 4 s late', { charges: ['label'], lateMs: 4_000 }, only],
    ['by batches', { charges: ['batch'] }, ['BATCH-*']],
  ] as const)(
    '--max-spend bounds the loss of a run with --trust-sandbox and without a live key if the service charges test keys %s',
    async (_, charging, only) => {
      const maxSpendCents = 3_000
      const { lostCents, report } = await runAgainstChargingService(charging, {
        trustSandbox: true,
        liveKey: undefined,
        maxSpendCents,
        only,
      })
      expect(lostCents).toBeGreaterThan(0)
      expect(lostCents).toBeLessThanOrEqual(maxSpendCents)
      expect(report.summary).toMatchObject({ failed: 0, errored: 0 })
      const beyond = report.rules.filter(({ unlock }) => unlock.includes('--max-spend'))
      expect(beyond.length).toBeGreaterThan(0)
    },
  )

  it('a run with --trust-sandbox loses the price of one label if the wallet of a live key shows the charge', async () => {
    const { service, report } = await runAgainstChargingService(
      { charges: ['label', 'batch'] },
      { trustSandbox: true },
    )
    expect(service.charged).toEqual([oneLabel])
    expect(report.lost_cents).toBe(oneLabel)
  })

  it('a run with --trust-sandbox does not wait for the proof that test labels are free', async () => {
    const { service, report, statusOf } = await runAgainstChargingService({}, { trustSandbox: true })
    expect(report.summary).toMatchObject({ failed: 0, errored: 0 })
    expect(['SAND-001', 'SAND-008', 'SAND-010', 'LABEL-001'].map(statusOf)).toEqual(Array(4).fill('passed'))
    expect(service.time.nowMs()).toBe(0)
  })
})

it('a conformance run with --max-spend passes the SAND rules on a sandbox that charges nothing', async () => {
  const { report, statusOf } = await runAgainstChargingService(
    {},
    { allowSpend: true, maxSpendCents: 50_000 },
  )
  expect(report).toMatchObject({ lost_cents: 0, summary: { failed: 0, errored: 0 } })
  expect(['SAND-008', 'SAND-009', 'SAND-010'].map(statusOf)).toEqual(Array(3).fill('passed'))
  expect(report.spent_cents).toBeLessThanOrEqual(50_000)
})
