import { createServer } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ratesBody } from '../test/support/labels/parcels.ts'
import { buyLabel } from '../test/support/labels/purchase.ts'
import { TestClient } from '../test/support/test-client.ts'
import { type Account, type Drydock, DrydockError, OptionsError, startDrydock } from './index.ts'

const dayMs = 86_400_000

let dock: Drydock

beforeAll(async () => {
  dock = await startDrydock({ seed: 7 })
})

afterAll(() => dock.close())

function getWallet(url: string, key: string) {
  return new TestClient(url).send({ path: '/v1/wallet', key })
}

async function sendPost({ keys }: Account, path: string, sent: unknown) {
  const question = { method: 'POST', path, key: keys.test, body: sent }
  const { status, body } = await new TestClient(dock.url).send(question)
  return { status, body: Object(body) }
}

describe('the methods of an account', () => {
  const createdAccounts: Account[] = []
  const create = async (): Promise<Account> => {
    const account = await dock.createAccount()
    createdAccounts.push(account)
    return account
  }
  afterEach(() => Promise.all(createdAccounts.splice(0).map((account) => account.delete())))

  it('a change of one account through the library does not change another account', async () => {
    const [one, other] = [await create(), await create()]
    const before = Date.parse(await other.clock.now())
    await Promise.all([
      one.clock.advance('24h'),
      one.faults.add({ target: 'carrier:*', mode: 'down' }),
      one.wallet.set({ balance_cents: 0 }),
    ])
    const [down, up] = [
      await sendPost(one, '/v1/rates', ratesBody()),
      await sendPost(other, '/v1/rates', ratesBody()),
    ]
    expect([down.status, down.body.error?.code, up.status]).toEqual([503, 'RATE.CARRIER.UNAVAILABLE', 200])
    expect(await other.faults.list()).toEqual([])
    expect((await other.wallet.get()).balance_cents).toBe(100_000)
    expect(Date.parse(await other.clock.now()) - before).toBeLessThan(dayMs)
    expect((await one.requests.list()).map(({ path }) => path)).toEqual(['/v1/rates'])
  })

  it.each([['x'], [{ ignore: [] }]])('account.review refuses the argument %j', async (argument) => {
    const { review } = await create()
    const refused: Promise<unknown> = Reflect.apply(review, undefined, [argument])
    await expect(refused).rejects.toThrow(OptionsError)
    await expect(refused).rejects.toThrow(
      /^review takes no argument, but got ("x"|an object)\. .*toHaveNoFindings/,
    )
  })

  it('clock.advance accepts a duration, seconds, a point in time or the next event', async () => {
    const { clock } = await create()
    const { now } = await clock.freeze()
    const at = (ms: number): string => new Date(Date.parse(now) + ms).toISOString()
    expect(await clock.advance('24h')).toEqual({ now: at(dayMs), mode: 'frozen', rate: 1, fired: [] })
    expect((await clock.advance({ seconds: 0.25 })).now).toBe(at(dayMs + 250))
    expect((await clock.advance({ to: at(2 * dayMs) })).now).toBe(at(2 * dayMs))
    expect(await clock.advance({ next: 'any' })).toMatchObject({ now: at(2 * dayMs), fired: [] })
    expect((await clock.set({ now: at(3 * dayMs) })).now).toBe(at(3 * dayMs))
    await expect(clock.advance({ to: now })).rejects.toMatchObject({
      code: 'CONTROL.CLOCK.BACKWARDS',
      status: 422,
    })
    expect(await clock.run(60)).toMatchObject({ mode: 'realtime', rate: 60 })
  })

  it.each(['advance', 'preview'] as const)('clock.%s refuses a number without a unit', async (method) => {
    const { clock } = await create()
    await expect(Reflect.apply(clock[method], undefined, [5])).rejects.toThrow(
      `clock.${method}: 5 has no unit; write '5s' for seconds or '5m' for minutes`,
    )
  })

  it('tracking.event accepts a status alone, and names the expected fields if the status is missing', async () => {
    const { clock, tracking } = await create()
    expect(await tracking.event('123', 'DELIVERED')).toMatchObject({ status: 'delivered' })
    for (const misspelt of ['deliverd', { status: 'deliverd' }])
      await expect(tracking.event('123', misspelt)).rejects.toThrow(
        'There is no tracking status "deliverd". Did you mean delivered?',
      )
    expect(await tracking.event('123', 'eaten by a dog')).toMatchObject({ status: 'unknown' })
    await expect(Reflect.apply(tracking.event, undefined, ['123'])).rejects.toThrow('needs a status such as')
    await expect(Reflect.apply(clock.advance, undefined, [])).rejects.toThrow('needs a duration such as')
  })

  it('an account method that takes an object refuses other values and shows an example', async () => {
    const { carriers, clock, createKey, faults, scenario, snapshot, wallet } = await create()
    const refused: readonly [(...given: never[]) => Promise<unknown>, unknown, string][] = [
      [carriers.connect, 'UPS', 'carriers.connect takes an object such as { carrier: \'UPS\' }, not "UPS".'],
      [
        clock.set,
        new Date(0),
        "clock.set takes an object such as { now: '2030-01-31T12:00:00Z' }, not a Date.",
      ],
      [createKey, undefined, 'createKey takes an object such as '],
      [faults.add, ['carrier:UPS'], 'faults.add takes an object such as { '],
      [scenario.run, null, 'scenario.run takes an object such as { name } or { source }, not null.'],
      [snapshot.load, 7, 'snapshot.load takes an object such as the result of snapshot.save(), not 7.'],
      [wallet.set, 5, 'wallet.set takes an object such as { balance_cents: 5_000 }, not 5.'],
    ]
    for (const [method, given, says] of refused) {
      await expect(Reflect.apply(method, undefined, [given])).rejects.toThrow(says)
    }
  })

  it('one clock advance makes all five attempts of a failing webhook delivery', async () => {
    const account = await create()
    await account.webhook.set('http://127.0.0.1:1/')
    await buyLabel(dock.url, account.keys.test)
    const { fired } = await account.clock.advance('27h')
    expect(fired.filter(({ kind }) => kind === 'webhook').length).toBeGreaterThanOrEqual(4)
    expect(await account.webhook.deliveries()).toMatchObject([{ status: 'failed', attempts: 5 }])
  })

  it('webhook.redeliver resolves after its additional delivery attempt', async () => {
    const account = await create()
    const receiver = createServer((_, response) => setTimeout(() => response.writeHead(204).end(), 100))
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const address = receiver.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    await account.webhook.set(`http://127.0.0.1:${port}/`)
    await buyLabel(dock.url, account.keys.test)
    await account.clock.advance('0s')
    const [delivery] = await account.webhook.deliveries()
    await account.webhook.redeliver(delivery?.id ?? '')
    expect(await account.webhook.deliveries()).toMatchObject([{ attempts: 2, response_code: 204 }])
    await new Promise((resolve) => receiver.close(resolve))
  })

  it('the library adds, lists and removes faults of an account, and explains why a fault is refused', async () => {
    const { faults } = await create()
    const fault = await faults.add({ target: 'webhook', mode: 'drop', times: 2 })
    expect(fault).toMatchObject({ target: 'webhook', mode: 'drop', hits: 0, remaining: 2 })
    expect(await faults.list()).toEqual([fault])
    await faults.remove(fault.id)
    await faults.add({ target: 'webhook', mode: 'drop' })
    await faults.clear()
    expect(await faults.list()).toEqual([])
    // @ts-expect-error the mode drop takes no latency_ms
    await expect(faults.add({ target: 'webhook', mode: 'drop', latency_ms: 1 })).rejects.toThrow(
      /cannot be used with/,
    )
    // @ts-expect-error the target webhook has no mode down
    const refusal = await faults.add({ target: 'webhook', mode: 'down' }).catch((reason: unknown) => reason)
    expect(refusal).toBeInstanceOf(DrydockError)
    expect(refusal).toMatchObject({ code: 'CONTROL.FAULT.INVALID', status: 422, body: { field: 'mode' } })
  })

  it('the amounts of the ledger of the wallet add up to the balance', async () => {
    const { wallet } = await create()
    await wallet.set({ balance_cents: 700, auto_reload: { threshold_cents: 100, amount_cents: 500 } })
    expect(await wallet.fund(600)).toMatchObject({ balance_cents: 1_300, auto_reload: { enabled: true } })
    const ledger = await wallet.ledger()
    expect(ledger.map(({ kind }) => kind)).toEqual(['funding', 'adjustment', 'opening'])
    expect(ledger.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(1_300)
  })

  it('the library creates and revokes keys of an account', async () => {
    const account = await create()
    const { id, key } = await account.createKey({ environment: 'test', scopes: ['wallet:read'] })
    expect((await getWallet(dock.url, key)).status).toBe(200)
    await account.revokeKey(id)
    expect((await getWallet(dock.url, key)).status).toBe(401)
    expect((await account.listKeys()).map(({ revoked_at }) => revoked_at !== null)).toEqual([
      false,
      false,
      true,
    ])
  })

  it('revokeKey does not repeat the value of a key in its error', async () => {
    const account = await create()
    await expect(account.revokeKey(account.keys.live)).rejects.toThrow(
      /^There is no key pr_live_… in this account\.$/,
    )
  })

  it('account.tracking scans a package, adds tracking events and sets a tracking script', async () => {
    const account = await create()
    const label = await buyLabel(dock.url, account.keys.test)
    await account.tracking.scan(label.id)
    await account.tracking.event(label.tracking_number, {
      status: 'exception',
      status_detail: 'Held at customs',
    })
    await account.tracking.script(label.tracking_number, 'lost')
    const { body: tracker } = await sendPost(account, '/v1/trackers', label)
    const held = { status: 'exception', status_detail: 'Held at customs' }
    expect(tracker.events).toContainEqual(expect.objectContaining(held))
    await expect(account.tracking.scan('lbl_none')).rejects.toMatchObject({
      code: 'LABEL.NOT_FOUND',
      status: 404,
    })
  })

  it('the library connects carriers, lists shipments and clones a shipment of an account', async () => {
    const account = await create()
    const connected = await account.carriers.connect({ carrier: 'ups', nickname: 'Dock' })
    expect(connected).toMatchObject({ carrier: 'UPS', nickname: 'Dock', status: 'active' })
    expect(await account.carriers.list()).toEqual([connected])
    const label = await buyLabel(dock.url, account.keys.test)
    const [shipped] = await account.shipments.list()
    expect(shipped).toMatchObject({ label_id: label.id, tracking_number: label.tracking_number })
    const { rates } = await account.shipments.clone(shipped?.id ?? '')
    expect(rates.some(({ account_type }) => account_type === 'byoa')).toBe(true)
    await account.carriers.disconnect(connected.id)
    expect(await account.carriers.list()).toEqual([])
  })

  it('snapshot.load restores a saved balance, and reset restores the first balance', async () => {
    const account = await create()
    await account.wallet.set({ balance_cents: 5 })
    const snapshot = await account.snapshot.save()
    await account.wallet.set({ balance_cents: 6 })
    await account.snapshot.load(snapshot)
    expect((await account.wallet.get()).balance_cents).toBe(5)
    await account.reset()
    expect((await account.wallet.get()).balance_cents).toBe(100_000)
    expect((await getWallet(dock.url, account.keys.test)).status).toBe(200)
  })

  it('scenario.run starts a scenario by its name or its YAML source', async () => {
    const { scenario, faults } = await create()
    expect(await scenario.run('carrier-outage')).toEqual({ running: 'carrier-outage' })
    const source =
      'name: own\ndescription: ours\ntimeline:\n  - at: 0s\n    fault: { target: webhook, mode: drop }\n'
    expect(await scenario.run({ source, file: 'own.yaml' })).toEqual({ running: 'own' })
    expect((await faults.list()).map(({ target }) => target)).toEqual(['webhook'])
    expect(await scenario.list()).toMatchObject({ running: 'own', scenarios: expect.any(Array) })
    await scenario.stop()
    expect(await faults.list()).toEqual([])
  })

  it('the library filters and clears the request log of an account', async () => {
    const account = await create()
    await getWallet(dock.url, account.keys.test)
    await sendPost(account, '/v1/labels', {})
    expect(await account.requests.list({ status: 422 })).toMatchObject([
      { path: '/v1/labels', request_body: {} },
    ])
    expect(await account.requests.list({ method: 'GET', path: '/v1/wallet' })).toHaveLength(1)
    expect(await account.requests.list({ method: undefined, status: 422 })).toHaveLength(1)
    expect(await account.requests.list({ since: '2999-01-01T00:00:00Z' })).toEqual([])
    await account.requests.clear()
    expect(await account.requests.list()).toEqual([])
  })
})
