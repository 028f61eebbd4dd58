import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectDrydock } from '../../src/client/http/connection.ts'
import { type DrydockServer, startDrydockServer } from '../../src/server/drydock-server.ts'
import { createAccount } from '../support/account.ts'
import { openStream } from '../support/event-stream.ts'
import { ratesBody } from '../support/labels/parcels.ts'
import { TestClient } from '../support/test-client.ts'

let server: DrydockServer
beforeAll(async () => {
  server = await startDrydockServer({ port: 0 })
})
afterAll(() => server.close())

/** Creates an account with a frozen clock, and reads its stream. */
async function openAccountStream(headers: Readonly<Record<string, string>> = {}) {
  const dock = await connectDrydock(server.url)
  const account = await dock.createAccount({ clock: { mode: 'frozen', now: '2030-03-04T12:00:00Z' } })
  const path = `/_drydock/accounts/${account.id}/stream`
  const stream = await openStream(server.url, { path, headers })
  const client = new TestClient(server.url)
  return { account, path, stream, client }
}

async function buyLabel(key: string): Promise<void> {
  const client = new TestClient(server.url)
  const { rates } = Object(await client.read({ method: 'POST', path: '/v1/rates', key, body: ratesBody() }))
  await client.read({ method: 'POST', path: '/v1/labels', key, body: { rate_id: rates[0].id } })
}

describe('the event stream of an account', () => {
  it('the event stream sends each changed record as the lists of the control protocol show it, with rising event ids', async () => {
    const { account, stream } = await openAccountStream()
    const fault = await account.faults.add({ target: 'carrier:UPS', mode: 'down' })
    await buyLabel(account.keys.live)
    await account.clock.advance('16m')
    await account.faults.remove(fault.id)
    const events = await stream.until(({ event, data }) => event === 'fault' && 'deleted' in data)
    expect(new Set(events.map(({ event }) => event))).toEqual(
      new Set(['fault', 'request', 'label', 'wallet', 'clock', 'fired']),
    )
    const ids = events.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    expect(new Set(ids).size).toBe(ids.length)
    const findLastData = (name: string) => events.findLast(({ event }) => event === name)?.data
    const [newest] = await account.requests.list({ limit: 1 })
    expect(findLastData('request')).toEqual(newest)
    expect(findLastData('label')).toEqual((await account.labels.list())[0])
    expect(findLastData('wallet')).toEqual(await account.wallet.get())
    expect(findLastData('clock')).toEqual(await account.clock.get())
    expect(findLastData('fault')).toEqual({ id: fault.id, deleted: true })
    expect(events.filter(({ event }) => event === 'request')).toHaveLength(2)
    stream.close()
  })

  it('the event stream contains no event of another account and no whole key', async () => {
    const { account, stream } = await openAccountStream()
    const other = await createAccount(server.url)
    await other.call('GET /v1/wallet')
    const { key } = await account.createKey({ environment: 'test' })
    await new TestClient(server.url).send({ path: `/v1/labels/${key}`, key })
    const [event] = await stream.until(({ event }) => event === 'request')
    expect(event?.data).toMatchObject({ path: `/v1/labels/pr_test_…${key.slice(-4)}` })
    expect(stream.text()).not.toContain(key)
    stream.close()
  })

  it('the event stream continues after the event that Last-Event-ID or the query "after" names', async () => {
    const { account, stream, path } = await openAccountStream()
    await account.wallet.set({ balance_cents: 1 })
    const [first] = await stream.until(() => true)
    stream.close()
    await stream.ended
    await account.wallet.set({ balance_cents: 2 })
    await account.wallet.set({ balance_cents: 3 })
    const id = String(first?.id)
    for (const again of [
      await openStream(server.url, { path, headers: { 'Last-Event-ID': id } }),
      await openStream(server.url, { path: `${path}?after=${id}` }),
    ]) {
      const events = await again.until(({ data }) => 'balance_cents' in data && data.balance_cents === 3)
      expect(events.map(({ data }) => Object(data).balance_cents)).toEqual([2, 3])
      again.close()
    }
  })

  it.each(['1', 'of-another-stream', '9999999999999999'])(
    'the event stream begins with the event "gap" if the reader gives an unknown last id: %s',
    async (id) => {
      const { stream } = await openAccountStream({ 'Last-Event-ID': id })
      const [event] = await stream.until(() => true)
      expect(event).toMatchObject({ event: 'gap', data: { missed: true } })
      stream.close()
    },
  )

  it('the event stream goes on after a reset of its account, and ends when the account is deleted', async () => {
    const { account, stream, path, client } = await openAccountStream()
    await account.reset()
    await stream.until(({ event }) => event === 'account')
    await account.wallet.set({ balance_cents: 7 })
    await stream.until(({ event, data }) => event === 'wallet' && data.balance_cents === 7)
    await account.delete()
    await stream.ended
    expect((await client.send({ path })).status).toBe(404)
  })

  it('the event stream refuses an unknown query, and HEAD gets headers only', async () => {
    const { stream, path, client } = await openAccountStream()
    expect((await client.send({ path: `${path}?since=1` })).status).toBe(422)
    expect((await client.send({ path: `${path}?after=x` })).status).toBe(422)
    const head = await client.send({ path, method: 'HEAD' })
    expect([head.status, head.bytes.length]).toEqual([200, 0])
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
    })
    stream.close()
  })
})

it('account.stream of the library yields events until its signal aborts', async () => {
  const { account, stream } = await openAccountStream()
  const stop = new AbortController()
  const seen: string[] = []
  const reading = (async () => {
    for await (const { event } of account.stream({ after: 0, signal: stop.signal })) {
      seen.push(event)
      if (event === 'gap') await account.wallet.set({ balance_cents: 5 })
      if (event === 'wallet') stop.abort()
    }
  })()
  await reading
  expect(seen).toEqual(['gap', 'wallet'])
  await account.delete()
  await expect(account.stream().next()).rejects.toMatchObject({ code: 'CONTROL.ACCOUNT.NOT_FOUND' })
  await stream.ended
})

it('a client of the event stream that does not read delays no other client and is disconnected', async () => {
  const { account, stream, client, path: streamPath } = await openAccountStream()
  stream.pause()
  const send = async (count: number) => {
    const path = `/v1/labels/${'x'.repeat(15_000)}`
    for (let sent = 0; sent < count; sent += 1) await client.send({ path, key: account.keys.test })
  }
  // The paused client reads nothing. The test first causes more events than the operating system buffers. It then waits
  // longer than the server waits for a client. Finally, it causes more events than a client may leave unread.
  await send(1_000)
  await new Promise((resolve) => setTimeout(resolve, 2_200))
  const other = await openStream(server.url, { path: streamPath })
  await send(500)
  await account.wallet.set({ balance_cents: 4 })
  await other.until(({ event, data }) => event === 'wallet' && Object(data).balance_cents === 4)
  other.close()
  // A client notices the end of the connection only when it reads again.
  stream.resume()
  await stream.ended
  expect((await client.send({ path: '/v1/wallet', key: account.keys.test })).status).toBe(200)
})

it('the server ends its event streams when it is closed', async () => {
  const closing = await startDrydockServer({ port: 0 })
  const stream = await openStream(closing.url, { path: '/_drydock/accounts/default/stream' })
  const [, isComplete] = await Promise.all([closing.close(), stream.ended])
  expect(isComplete).toBe(true)
})

it('Watchers watches no account whose event stream has no reader', async () => {
  const { Watchers } = await import('../../src/simulator/watching/watchers.ts')
  const watchers = new Watchers()
  expect(watchers.of('default')).toBeUndefined()
  const watcher = {
    onRecordChanged: () => undefined,
    onTaskFired: () => undefined,
    onRequestLogged: () => undefined,
    onAccountEmptied: () => undefined,
  }
  const end = watchers.watch('default', watcher)
  expect([...(watchers.of('default') ?? [])]).toEqual([watcher])
  expect(watchers.of('other')).toBeUndefined()
  end()
  expect(watchers.of('default')).toBeUndefined()
})
