import { afterEach, expect, it } from 'vitest'
import { listUnclearFindings } from '../../src/conformance/proof/unclear-findings.ts'
import { runSuite } from '../../src/conformance/runner/run.ts'
import { openToyTarget, type ToyTarget, testKey } from './targets/toy-target.ts'

let target: ToyTarget | undefined
afterEach(() => target?.close())

it('the conformance report on a target that sends no webhook events has one cause, which all failures name', async () => {
  const rates = [{ id: 'rate_1', carrier: 'UPS', service: 'Ground', rate_cents: 900 }]
  let bought = 0
  target = await openToyTarget(({ url }) => {
    if (url === '/v1/rates') return { json: { rates } }
    if (url !== '/v1/labels') return { json: [] }
    bought += 1
    return {
      json: {
        id: `lbl_${bought}`,
        sandbox: true,
        carrier: 'UPS',
        tracking_number: '9999000000',
        rate_cents: 900,
        label_url: '/x.pdf',
      },
    }
  })
  const { report } = await runSuite({
    baseUrl: target.url,
    key: testKey,
    control: 'off',
    trustSandbox: true,
    pace: 'off',
    only: ['HOOK-*', 'LOG-*'],
    webhookListen: '127.0.0.1:0',
    deliveryPatienceMs: 20,
  })
  const red = report.rules.filter(({ status }) => status === 'failed' || status === 'errored')
  expect(red.filter(({ because }) => because === 'HOOK-001').length).toBeGreaterThan(5)
  expect(report.causes.map(({ title }) => title)).toEqual(['No webhook event comes after a purchase'])
  const [cause] = report.causes
  expect(cause).toMatchObject({ failed: 1, errored: red.length - 1 })
  expect(cause?.rules[0]).toBe('HOOK-001')
  expect(cause?.fix).toMatch(/dashboard/)
  expect(listUnclearFindings(report.rules)).toEqual([])
})
