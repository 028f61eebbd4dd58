import { afterEach, describe, expect, it } from 'vitest'
import { type AlteredService, openAlteredService } from '../../src/conformance/proof/altered-service.ts'
import { formats } from '../../src/conformance/report/formats/format.ts'
import { runSuite } from '../../src/conformance/runner/run.ts'
import { clockLies } from '../conformance/targets/clock-lies.ts'
import { sharedSimulator } from '../support/shared-simulator.ts'

const simulator = sharedSimulator()
let service: AlteredService | undefined
afterEach(() => service?.close())

/** Conformance rules that move time, and WALLET-001, which does not. */
const timed = ['RATE-014', 'RATE-013', 'HOOK-102', 'TRACK-106', 'KEY-012', 'WALLET-001']

describe('a control protocol that does not move the clock as it says', () => {
  it.each(Object.entries(clockLies).filter(([, { what }]) => what !== 'due'))(
    'a conformance run reports a control protocol that handles an advance of the clock wrongly: %s',
    async (_, { open }) => {
      service = await openAlteredService(simulator.url, open())
      const { report } = await runSuite({ baseUrl: service.baseUrl, only: timed, deliveryPatienceMs: 1_000 })
      expect(report.rules.filter(({ status }) => status === 'failed')).toEqual([])
      const errored = report.rules.filter(({ status }) => status === 'errored')
      expect(errored.map(({ id }) => id)).not.toContain('WALLET-001')
      expect(errored.length).toBeGreaterThan(3)
      expect(report.causes).toMatchObject([
        { title: 'The control protocol does not move time as it says', errored: errored.length },
      ])
      expect(report.causes[0]?.fix).toMatch(
        /^Fix the control protocol, not the service: POST .*clock\/advance/,
      )
      expect(errored[0]?.cause).toMatchObject({ kind: 'wrong-clock', fault: 'time' })
      expect(formats.console(report)).toContain('The control protocol does not move time as it says')
    },
    60_000,
  )

  it.each(Object.entries(clockLies).filter(([, { what }]) => what !== 'due'))(
    'random walks of the suite report a control protocol that handles an advance of the clock wrongly: %s',
    async (_, { open }) => {
      service = await openAlteredService(simulator.url, open())
      const walking = ['EXPL-002', 'EXPL-007']
      const { report } = await runSuite({
        baseUrl: service.baseUrl,
        only: walking,
        deliveryPatienceMs: 1_000,
      })
      expect(report.stopped).toBeNull()
      expect(report.rules).toMatchObject(
        walking.map((id) => ({ id, status: 'errored', cause: { kind: 'wrong-clock' } })),
      )
    },
    60_000,
  )

  it('a conformance run reports a control protocol that moves the clock and does not run the work that was due', async () => {
    const { open } = clockLies['it moves the clock, but runs no work that was due']
    service = await openAlteredService(simulator.url, open())
    const { report } = await runSuite({ baseUrl: service.baseUrl, only: timed, deliveryPatienceMs: 1_000 })
    const status = new Map<string, string>(report.rules.map((rule) => [rule.id, rule.status]))
    expect([status.get('HOOK-102'), status.get('TRACK-106'), status.get('KEY-012')]).toEqual([
      'errored',
      'errored',
      'passed',
    ])
    expect(report.summary.failed).toBe(0)
    expect(report.causes.map(({ title }) => title)).toEqual([
      'The control protocol moves time, but the due work is not done',
    ])
  }, 60_000)

  it('if only one effect of moved time is missing, a conformance run blames the service and not its control protocol', async () => {
    // Services that lack one effect of time each. Other effects prove that time has passed.
    const never = {
      'RATE.EXPIRED': 'RATE-014',
      'AUTH.KEY.EXPIRED': 'KEY-012',
    }
    for (const [code, id] of Object.entries(never)) {
      service = await openAlteredService(simulator.url, {
        response: (response) =>
          response.body.includes(code) ? { ...response, status: 200, body: Buffer.from('{}') } : undefined,
      })
      const { report } = await runSuite({ baseUrl: service.baseUrl, only: [id] })
      expect(report.rules).toMatchObject([{ id, status: 'failed' }])
      await service.close()
    }
    service = await openAlteredService(simulator.url, { reply: () => 200 })
    const { report } = await runSuite({
      baseUrl: service.baseUrl,
      only: ['HOOK-102'],
      deliveryPatienceMs: 1_000,
    })
    expect(report.rules).toMatchObject([{ status: 'failed', cause: { kind: 'no-attempt' } }])
  }, 60_000)
})
