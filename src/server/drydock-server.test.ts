import { afterEach, describe, expect, it } from 'vitest'
import { createDataFilePath } from '../../test/support/simulator/directory.ts'
import { TestClient } from '../../test/support/test-client.ts'
import { type DrydockServer, type DrydockServerOptions, startDrydockServer } from './drydock-server.ts'

const own = '/accounts/default'
const webhookUrl = 'http://127.0.0.1:9/events'
const webhook = { url: webhookUrl, signing_secret: 'whsec_d0c0d0c0d0c0d0c0d0c0d0c0d0c0d0c0' }
const noWebhook = { url: null, signing_secret: null }

const running: DrydockServer[] = []
afterEach(() => Promise.all(running.splice(0).map(({ close }) => close())))

/** Starts a server. Returns functions that call its control protocol. */
async function startServer(options: DrydockServerOptions) {
  const server = await startDrydockServer({ port: 0, seed: 'reset', ...options })
  running.push(server)
  const client = new TestClient(`${server.url}/_drydock`)
  const call = (method: string, path: string, body?: unknown) => client.read({ method, path, body })
  const stop = async (): Promise<void> => {
    running.splice(running.indexOf(server), 1)
    await server.close()
  }
  return { call, stop }
}

describe('the start options of the default account', () => {
  it('a reset of the default account applies the start options again: webhook, signing secret, clock mode, and the scenario from its beginning', async () => {
    const scenario = 'carrier-outage'
    const { call } = await startServer({ webhookUrl, scenario, clock: { mode: 'frozen', rate: 1 } })
    const listFaults = () => call('GET', `${own}/faults`)
    const before = await listFaults()
    await call('DELETE', `${own}/webhook`)
    await call('DELETE', `${own}/scenario`)
    await call('PATCH', `${own}/clock`, { mode: 'realtime' })
    expect(await listFaults()).toEqual({ faults: [] })
    await call('POST', `${own}/reset`)
    expect(await call('GET', `${own}/webhook`)).toEqual(webhook)
    expect(await call('GET', `${own}/scenario`)).toMatchObject({ running: scenario })
    expect(await call('GET', `${own}/clock`)).toMatchObject({ mode: 'frozen' })
    const listNames = (list: unknown) => Object(list).faults.map(({ id, target }: never) => [id, target])
    expect(listNames(await listFaults())).toEqual(listNames(before))
  })

  it('options of drydock serve such as --clock and --webhook-url apply only to the default account', async () => {
    const { call } = await startServer({ webhookUrl })
    await call('POST', '/accounts', { id: 'other' })
    await call('POST', '/accounts/other/reset')
    expect(await call('GET', '/accounts/other/webhook')).toEqual(noWebhook)
  })

  it('a reset of the default account from a data file applies the options of the current start', async () => {
    const data = createDataFilePath()
    const first = await startServer({ data, webhookUrl })
    await first.stop()

    const second = await startServer({ data })
    expect(await second.call('GET', `${own}/webhook`)).toEqual(webhook)
    await second.call('POST', `${own}/reset`)
    expect(await second.call('GET', `${own}/webhook`)).toEqual(noWebhook)
    await second.stop()

    const third = await startServer({ data, webhookUrl, clock: { mode: 'frozen', rate: 1 } })
    await third.call('POST', `${own}/reset`)
    expect(await third.call('GET', `${own}/webhook`)).toEqual(webhook)
    expect(await third.call('GET', `${own}/clock`)).toMatchObject({ mode: 'frozen' })
    await third.stop()

    const fourth = await startServer({ data })
    expect(await fourth.call('GET', `${own}/webhook`)).toEqual(webhook)
  })
})
