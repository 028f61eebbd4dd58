import { afterEach, describe, expect, it } from 'vitest'
import { type AlteredService, openAlteredService } from '../../src/conformance/proof/altered-service.ts'
import { formats } from '../../src/conformance/report/formats/format.ts'
import { run } from '../../src/conformance/runner/run.ts'
import { clockLies } from '../conformance/targets/clock-lies.ts'
import { sharedSimulator } from '../support/shared-simulator.ts'

const simulator = sharedSimulator()
let service: AlteredService | undefined
afterEach(() => service?.close())

/** Rules that depend on time: one that fails if time stands still, one that passes then, and one that moves time. */
const timed = ['RATE-014', 'RATE-013', 'HOOK-102', 'TRACK-106', 'KEY-012', 'WALLET-001']

describe('a control protocol that says it moved the clock', () => {
  it.each(Object.entries(clockLies).filter(([, { what }]) => what !== 'due'))(
    'a control protocol that says it moved the clock and %s gets one error about it',
    async (_, { open }) => {
      service = await openAlteredService(simulator.url, open())
      const { report } = await run({ baseUrl: service.baseUrl, only: timed, deliveryPatienceMs: 1_000 })
      expect(report.rules.filter(({ status }) => status === 'failed')).toEqual([])
      const errored = report.rules.filter(({ status }) => status === 'errored')
      expect(errored.map(({ id }) => id)).not.toContain('WALLET-001')
      expect(errored.length).toBeGreaterThan(3)
      expect(report.causes).toMatchObject([
        { title: 'The control protocol does not move time as it says', errored: errored.length },
      ])
      expect(report.causes[0]?.fix).toMatch(
        /^Mend the control protocol, not the service: POST .*clock\/advance/,
      )
      expect(errored[0]?.cause).toMatchObject({ kind: 'wrong-clock', fault: 'time' })
      expect(formats.console(report)).toContain('The control protocol does not move time as it says')
    },
    60_000,
  )

  it.each(Object.entries(clockLies).filter(([, { what }]) => what !== 'due'))(
    'a control protocol that says it moved the clock and %s is named as the cause by walks, and nothing is sent after the run',
    async (_, { open }) => {
      service = await openAlteredService(simulator.url, open())
      const walking = ['EXPL-002', 'EXPL-007']
      const { report } = await run({ baseUrl: service.baseUrl, only: walking, deliveryPatienceMs: 1_000 })
      expect(report.stopped).toBeNull()
      expect(report.rules).toMatchObject(
        walking.map((id) => ({ id, status: 'errored', cause: { kind: 'wrong-clock' } })),
      )
    },
    60_000,
  )

  it('a control protocol that moves the clock without due work gets one error', async () => {
    const { open } = clockLies['runs nothing that was due']
    service = await openAlteredService(simulator.url, open())
    const { report } = await run({ baseUrl: service.baseUrl, only: timed, deliveryPatienceMs: 1_000 })
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

  it('a control protocol that did the due work is not blamed for the service', async () => {
    // Each deviates in one thing that depends on time. Other rules show whether time has passed.
    const never = {
      'RATE.EXPIRED': 'RATE-014',
      'AUTH.KEY.EXPIRED': 'KEY-012',
    }
    for (const [code, id] of Object.entries(never)) {
      service = await openAlteredService(simulator.url, {
        response: (response) =>
          response.body.includes(code) ? { ...response, status: 200, body: Buffer.from('{}') } : undefined,
      })
      const { report } = await run({ baseUrl: service.baseUrl, only: [id] })
      expect(report.rules).toMatchObject([{ id, status: 'failed' }])
      await service.close()
    }
    service = await openAlteredService(simulator.url, { reply: () => 200 })
    const { report } = await run({ baseUrl: service.baseUrl, only: ['HOOK-102'], deliveryPatienceMs: 1_000 })
    expect(report.rules).toMatchObject([{ status: 'failed', cause: { kind: 'no-attempt' } }])
  }, 60_000)
})
