import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { defaultKeys } from '../../src/client/default-keys.ts'
import { exitStatusOf } from '../../src/conformance/reporting/exit-status.ts'
import { run } from '../../src/conformance/running/run.ts'
import { openAlteredService } from '../../src/conformance/selftest/proxy.ts'
import { jsonOf, withJson } from '../../src/conformance/selftest/wire.ts'
import { type Capability, capabilities } from '../../src/conformance/target/need.ts'
import { operationNames, operationOf } from '../../src/conformance/wire/operation.ts'
import { serveSimulator } from '../served-simulator.ts'

describe('the suite against a service whose control protocol', () => {
  it.each<readonly [string, readonly Capability[], number]>([
    ['makes no accounts', capabilities.filter((each) => each !== 'accounts'), 280],
    ['moves time and does nothing else', ['clock'], 160],
    ['makes keys and sets webhooks', ['keys', 'webhook'], 200],
  ])(
    '%s fails nothing, and leaves the account as it was',
    async (_, offered, atLeast) => {
      const { service, state, close } = await openPartial(offered)
      try {
        const before = await state()
        const { report } = await run({
          baseUrl: service,
          key: defaultKeys.test,
          liveKey: defaultKeys.live,
          allowSpend: true,
          maxSpendCents: 100_000,
          deliveryPatienceMs: 5_000,
          profile: { limits: noLimits },
          skip: ['LIMIT-*'],
        })
        const red = report.rules.filter(({ status }) => status === 'failed' || status === 'errored')
        expect(red.map(({ id, reason, expected, actual }) => ({ id, reason, expected, actual }))).toEqual([])
        expect(report.summary.passed).toBeGreaterThan(atLeast)
        expect(await state()).toEqual(before)
        expect(report.leftovers.filter(({ kind }) => kind === 'account')).toEqual([])
      } finally {
        await close()
      }
    },
    120_000,
  )
})

it('the suite ends where the control protocol goes away, though the service goes on', async () => {
  const simulator = await serveSimulator()
  const control = createServer(async (request, response) => {
    const body = await buffer(request)
    const answer = await fetch(`${simulator.url}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { 'Content-Type': 'application/json' },
      ...(body.length > 0 && { body }),
    })
    response.writeHead(answer.status).end(await answer.text())
  })
  await new Promise<void>((resolve) => control.listen(0, '127.0.0.1', resolve))
  const { port } = control.address() as AddressInfo
  let seen = 0
  try {
    const { report } = await run({
      baseUrl: simulator.url,
      control: `http://127.0.0.1:${port}/_drydock`,
      onResult: () => {
        seen += 1
        if (seen !== 30) return
        control.close()
        control.closeAllConnections()
      },
    })
    const reason = 'The control protocol could not be reached: 3 calls in a row got no answer.'
    expect(report.stopped).toEqual({ kind: 'unreachable', reason })
    expect(exitStatusOf(report)).toBe(3)
    // What was at work then errored; the others say that they were not run.
    expect(report.summary.errored).toBeLessThan(20)
    expect(report.rules.filter(({ reason_kind }) => reason_kind === 'not_run').length).toBeGreaterThan(200)
  } finally {
    await simulator.stop()
  }
}, 60_000)

const noLimits = Object.fromEntries(operationNames.map((name) => [operationOf(name).endpoint, 1_000_000]))

/** The built simulator, telling of these capabilities alone; `control` asks what it really holds. */
async function openPartial(offered: readonly Capability[]) {
  const simulator = await serveSimulator(['--rate-limits', 'off'])
  const altered = await openAlteredService(simulator.url, {
    controlResponse: (response) => {
      const told = jsonOf(response)
      if (typeof told !== 'object' || told === null || !('capabilities' in told)) return undefined
      return withJson(response, { ...told, capabilities: offered })
    },
  })
  return {
    service: altered.baseUrl,
    /** What rules change by the control protocol and have to put back. */
    state: async (): Promise<unknown> => {
      const ask = async (path: string) => {
        const headers = { Authorization: `Bearer ${defaultKeys.test}` }
        return Object(await (await fetch(`${simulator.url}${path}`, { headers })).json())
      }
      const account = '/_drydock/accounts/default'
      const { payment_method, auto_reload } = await ask(`${account}/wallet`)
      const { keys } = await ask(`${account}/keys`)
      return {
        payment_method,
        auto_reload,
        faults: await ask(`${account}/faults`),
        webhook: (await ask(`${account}/webhook`)).url,
        mode: (await ask(`${account}/clock`)).mode,
        carrier_accounts: await ask('/v1/carrier-accounts'),
        keys: keys.filter(({ revoked_at }: { revoked_at: unknown }) => revoked_at === null).length,
      }
    },
    close: async () => {
      await altered.close()
      await simulator.stop()
    },
  }
}
