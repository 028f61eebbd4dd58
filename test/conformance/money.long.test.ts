import { afterEach, describe, expect, it } from 'vitest'
import { rules } from '../../src/conformance/catalogue.ts'
import type { ConformanceOptions } from '../../src/conformance/options.ts'
import { exitStatusOf } from '../../src/conformance/report/report.ts'
import { run } from '../../src/conformance/runner/run.ts'
import { type Charging, type ChargingService, openChargingService } from './targets/charging-service.ts'

const open: ChargingService[] = []
afterEach(async () => {
  for (const service of open.splice(0)) await service.close()
})

/** Rules with purchases of all kinds: some share the label that they buy, others buy their own. */
const only = ['SAND-*', 'LABEL-00*', 'LABEL-4*', 'BATCH-00*', 'BATCH-2*', 'WALLET-00*', 'KEY-02*']

async function judge(charging: Charging, options: Partial<ConformanceOptions> = {}) {
  const service = await openChargingService(charging)
  open.push(service)
  const { test: key, live: liveKey } = service.keys
  const given = { baseUrl: service.url, control: 'off', pace: 'off', key, liveKey, only } as const
  const { report } = await run({ ...given, ...options }, rules, service.time)
  const statusOf = (id: string) => report.rules.find((rule) => rule.id === id)?.status
  return { service, report, statusOf, lostCents: service.charged.reduce((sum, each) => sum + each, 0) }
}

/** One label or one batch of one item, at the cheapest rate. */
const oneLabel = 871

describe('a service whose test keys charge the live wallet', () => {
  it.each([
    ['at once', { charges: ['label', 'batch', 'buy'] }, 'SAND-008'],
    ['by labels, 4 s late', { charges: ['label', 'batch'], lateMs: 4_000 }, 'SAND-008'],
    ['by batches', { charges: ['batch'] }, 'SAND-010'],
    ['by batches, 4 s late', { charges: ['batch'], lateMs: 4_000 }, 'SAND-010'],
    ['by batches once they are bought', { charges: ['buy'] }, 'SAND-010'],
    ['by batches once they are bought, 4 s late', { charges: ['buy'], lateMs: 4_000 }, 'SAND-010'],
  ] as const)('a service that charges test keys costs one label: %s', async (_, charging, shownBy) => {
    const { service, report, statusOf } = await judge(charging)
    expect(service.charged).toEqual([oneLabel])
    expect(report.lost_cents).toBe(oneLabel)
    expect(statusOf(shownBy)).toBe('failed')
    expect(exitStatusOf(report)).toBe(1)
  })

  it('without a live key nothing is bought, and each skip says what allows it', async () => {
    const { service, report } = await judge({ charges: ['label', 'batch'] }, { liveKey: undefined })
    expect(service.charged).toEqual([])
    expect(report).toMatchObject({ lost_cents: 0, summary: { failed: 0, errored: 0 } })
    const skipped = report.rules.find(({ id }) => id === 'LABEL-001')
    expect(skipped).toMatchObject({ status: 'skipped', reason_kind: 'permission' })
    expect(skipped?.unlock).toEqual(['--live-key or --trust-sandbox'])
  })

  it('a single rule costs one label at most, and the run fails', async () => {
    const { service, report } = await judge({ charges: ['label'] }, { only: ['LABEL-001'] })
    expect(service.charged).toEqual([oneLabel])
    expect(report).toMatchObject({
      lost_cents: oneLabel,
      rules: [{ id: 'LABEL-001', reason_kind: 'safety' }],
    })
    expect(exitStatusOf(report)).toBe(3)
  })

  it('one label is lost if the rules that prove labels free are left out', async () => {
    const { service, report } = await judge({ charges: ['label'] }, { skip: ['SAND-*'] })
    expect(service.charged).toEqual([oneLabel])
    expect(report.lost_cents).toBe(oneLabel)
  })

  it('one purchase is lost if those after the tenth are charged, and a rule reports it', async () => {
    const { service, report, statusOf, lostCents } = await judge({ charges: ['label', 'batch'], free: 10 })
    expect(service.charged).toHaveLength(1)
    expect(report.lost_cents).toBe(lostCents)
    expect([statusOf('SAND-008'), statusOf('SAND-010')]).toContain('failed')
  })

  it('one label is lost if each charge makes the wallet reload', async () => {
    const { service, statusOf, report } = await judge({ charges: ['label'], reloads: true })
    expect(service.charged).toEqual([oneLabel])
    expect(statusOf('SAND-008')).toBe('skipped')
    expect(report.rules.find(({ id }) => id === 'LABEL-001')).toMatchObject({ because: 'SAND-008' })
  })

  it('one purchase is lost if those after the tenth are charged and reloaded', async () => {
    const { service } = await judge({ charges: ['label', 'batch'], free: 10, reloads: true })
    expect(service.charged).toHaveLength(1)
  })

  it.each(['lost', 'limited'] as const)(
    'a charged purchase costs one label if its response is %s',
    async (answers) => {
      const { service, report } = await judge({ charges: ['label', 'batch'], answers })
      expect(service.charged).toEqual([oneLabel])
      expect(report.lost_cents).toBe(oneLabel)
    },
  )

  it.each([
    ['with a live key', {}],
    ['without one', { liveKey: undefined }],
  ])('one label is lost if a purchase that must be refused is sold: %s', async (_, options) => {
    const chosen = { ...options, only: ['LABEL-*', 'KEY-*', 'BATCH-*', 'VAL-*', 'LIMIT-*'] }
    const { service } = await judge({ charges: ['unquoted'] }, chosen)
    expect(service.charged).toEqual([oneLabel])
  })
})

describe('a run in parts', () => {
  it.each([1, 2, 3])('part %i of 3 loses one label at most', async (index) => {
    const charging = { charges: ['label', 'batch', 'buy'] } as const
    const { service, report, lostCents } = await judge(charging, { shard: { index, count: 3 } })
    expect(service.charged.length).toBeLessThanOrEqual(1)
    expect(lostCents).toBeLessThanOrEqual(oneLabel)
    expect(report.lost_cents).toBe(lostCents)
  })
})

describe('--max-spend', () => {
  it.each([
    ['by labels', { charges: ['label'], lateMs: 4_000, free: 10 }],
    ['by batches', { charges: ['batch', 'buy'], lateMs: 4_000, free: 2 }],
  ] as const)('--max-spend bounds the cost of late charges: %s', async (_, charging) => {
    const { report, lostCents } = await judge(charging, { maxSpendCents: 2_700 })
    expect(lostCents).toBeGreaterThanOrEqual(oneLabel)
    expect(lostCents).toBeLessThanOrEqual(2_700)
    expect(report.lost_cents).toBe(lostCents)
  })

  it('--max-spend bounds lost money and live charges together', async () => {
    const charging = { charges: ['label', 'batch'], lateMs: 4_000, sinceLive: true } as const
    const { report, lostCents } = await judge(charging, { allowSpend: true, maxSpendCents: 12_000 })
    expect(report.spent_cents).toBeGreaterThan(0)
    expect(lostCents).toBeGreaterThan(0)
    expect(lostCents + report.spent_cents).toBeLessThanOrEqual(12_000)
  })

  it('--max-spend prevents a single purchase above it', async () => {
    const { service, report } = await judge({ charges: ['label'] }, { maxSpendCents: oneLabel - 1 })
    expect(service.charged).toEqual([])
    expect(report.rules.find(({ id }) => id === 'SAND-008')?.unlock).toEqual(['--max-spend'])
  })
})

describe('--trust-sandbox', () => {
  it('--trust-sandbox buys without a live key and does not bound the cost', async () => {
    const { report, lostCents } = await judge(
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
    '--trust-sandbox stays within --max-spend, also without a live key: charged %s',
    async (_, charging, only) => {
      const maxSpendCents = 3_000
      const { lostCents, report } = await judge(charging, {
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

  it("--trust-sandbox loses one label if a live key's wallet shows the charge", async () => {
    const { service, report } = await judge({ charges: ['label', 'batch'] }, { trustSandbox: true })
    expect(service.charged).toEqual([oneLabel])
    expect(report.lost_cents).toBe(oneLabel)
  })

  it('--trust-sandbox waits for no proof', async () => {
    const { service, report, statusOf } = await judge({}, { trustSandbox: true })
    expect(report.summary).toMatchObject({ failed: 0, errored: 0 })
    expect(['SAND-001', 'SAND-008', 'SAND-010', 'LABEL-001'].map(statusOf)).toEqual(Array(4).fill('passed'))
    expect(service.time.nowMs()).toBe(0)
  })
})

it('--trust-sandbox judges a free sandbox within the allowed spending', async () => {
  const { report, statusOf } = await judge({}, { allowSpend: true, maxSpendCents: 50_000 })
  expect(report).toMatchObject({ lost_cents: 0, summary: { failed: 0, errored: 0 } })
  expect(['SAND-008', 'SAND-009', 'SAND-010'].map(statusOf)).toEqual(Array(3).fill('passed'))
  expect(report.spent_cents).toBeLessThanOrEqual(50_000)
})
