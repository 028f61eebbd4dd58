import { afterEach, describe, expect, it } from 'vitest'
import { runSuite } from '../../../src/conformance/runner/run.ts'
import { createToyRule, liveKey, openToyTarget, type ToyTarget, testKey } from './toy-target.ts'

const open: ToyTarget[] = []
afterEach(async () => {
  for (const target of open.splice(0)) await target.close()
})

/**
 * Serves a target whose control protocol has the given capabilities and responds to the given calls; other calls get
 * 404.
 */
async function serveTarget(capabilities: readonly string[], calls: Readonly<Record<string, unknown>>) {
  const opened = await openToyTarget((request) => {
    const name = `${request.method} ${request.url}`
    if (name === 'GET /_drydock/') {
      return { json: { protocol: '1', capabilities, tracking_scripts: [], carriers: ['UPS'] } }
    }
    if (request.url?.startsWith('/_drydock')) {
      return name in calls ? { json: calls[name] } : { status: 404, json: {} }
    }
    return {}
  })
  open.push(opened)
  return opened
}

const account = { id: 'acc_1', keys: { test: testKey, live: liveKey } }
const rules = [
  createToyRule({ id: 'A-001', needs: ['control:wallet'] }),
  createToyRule({ id: 'A-002', needs: ['control:clock'] }),
  createToyRule({ id: 'A-003', needs: ['key:live', 'spend', 'load'] }),
]

describe('the control protocol of a target', () => {
  it('a conformance run tries each listed capability of the control protocol and reports one that does not work', async () => {
    const { url } = await serveTarget(['accounts', 'wallet', 'clock'], {
      'POST /_drydock/accounts': account,
      'DELETE /_drydock/accounts/acc_1': {},
      'GET /_drydock/accounts/acc_1/wallet': { balance_cents: 1 },
    })
    const { report } = await runSuite({ baseUrl: url }, rules)
    expect(report.control).toBe(true)
    expect(report.rules.map(({ status }) => status)).toEqual(['passed', 'errored', 'passed'])
    expect(report.rules[1]?.reason).toMatch(/says it has.*GET .*\/clock got the status 404/)
  })

  it('a conformance rule is skipped if the control protocol lacks its capability, and the reason names the capability', async () => {
    const { url } = await serveTarget(['clock'], {
      'GET /_drydock/accounts/default/clock': { now: '2030-01-01T00:00:00Z' },
    })
    const { report } = await runSuite({ baseUrl: url, key: testKey }, rules)
    expect(report.rules.map(({ status, unlock }) => [status, ...unlock])).toEqual([
      ['skipped', 'control:wallet'],
      ['passed'],
      ['skipped', '--live-key', '--allow-spend', '--allow-load'],
    ])
  })

  it('a conformance run makes an account for every rule and deletes it afterwards', async () => {
    const { url, requests } = await serveTarget(['accounts'], {
      'POST /_drydock/accounts': account,
      'DELETE /_drydock/accounts/acc_1': {},
    })
    const { report } = await runSuite({ baseUrl: url }, [
      createToyRule({ id: 'A-001' }),
      createToyRule({ id: 'A-002' }),
    ])
    expect(report.summary.passed).toBe(2)
    expect(report.leftovers).toEqual([])
    const count = (text: string) => requests.filter((each) => each === text).length
    // The run creates one more account to test the capability, and one to see whether the target distinguishes
    // requests.
    expect([count('POST /_drydock/accounts'), count('DELETE /_drydock/accounts/acc_1')]).toEqual([4, 4])
  })

  it('a conformance run lists the accounts that it could not delete', async () => {
    const { url } = await serveTarget(['accounts'], { 'POST /_drydock/accounts': account })
    const { report } = await runSuite({ baseUrl: url }, [createToyRule({ id: 'A-001' })])
    expect(report.leftovers).toContainEqual({
      kind: 'account',
      id: 'acc_1',
      note: 'made for A-001, could not be deleted',
    })
  })

  it('a conformance run refuses to start with a missing or wrong control token', async () => {
    const opened = await openToyTarget(() => ({
      status: 401,
      json: { error: { code: 'CONTROL.TOKEN.INVALID' } },
    }))
    open.push(opened)
    await expect(runSuite({ baseUrl: opened.url, key: testKey }, rules)).rejects.toThrow(/wants a token/)
    const another = runSuite({ baseUrl: opened.url, key: testKey, controlToken: 'another' }, rules)
    await expect(another).rejects.toThrow(/refuses the token/)
  })

  it('a conformance run with --control off sends no request to the control protocol', async () => {
    const { url, requests } = await serveTarget(['accounts'], {})
    await runSuite({ baseUrl: url, key: testKey, control: 'off' }, [createToyRule({ id: 'A-001' })])
    expect(requests).toEqual([`GET /v1/wallet Bearer ${testKey}`])
  })

  it('a conformance run uses a control protocol at another URL, and stops if none is there', async () => {
    const { url } = await serveTarget(['accounts'], {
      'POST /_drydock/accounts': account,
      'DELETE /_drydock/accounts/acc_1': {},
    })
    const bare = await openToyTarget(() => ({}))
    open.push(bare)
    const one = [createToyRule({ id: 'A-001' })]
    const elsewhere = await runSuite({ baseUrl: bare.url, control: `http${url.slice(4)}/_drydock` }, one)
    expect(elsewhere.report.summary.passed).toBe(1)
    const wrong = await runSuite(
      { baseUrl: bare.url, key: testKey, control: `http${bare.url.slice(4)}/nowhere` },
      one,
    )
    expect(wrong.report.stopped).toMatchObject({ kind: 'unreachable' })
  })
})
