import { describe, expect, it } from 'vitest'
import { connectDrydock } from '../../src/client/http/connection.ts'
import { buyCheapestLabel, createAccount, requestRates } from '../support/account.ts'
import { sharedSimulator } from '../support/shared-simulator.ts'
import { TestClient } from '../support/test-client.ts'

const { url } = sharedSimulator()
const client = new TestClient(url)

/** Creates an account with a frozen clock, and its controls in the library. */
async function createControlledAccount() {
  const account = await createAccount(url)
  const controls = (await (await connectDrydock(url)).accounts()).find(({ id }) => id === account.id)
  if (controls === undefined) throw new Error(`The library lists no account ${account.id}.`)
  const sendRefused = async (request: string, body?: unknown) => {
    const [method = '', path = ''] = request.split(' ')
    const { status, body: said } = await client.send({
      method,
      path: `/_drydock/accounts/${account.id}${path}`,
      body,
    })
    const { request_id: _, ...error } = Object(said).error
    return { status, error }
  }
  /** Buys a label and registers a tracker for it. */
  const buyAndTrack = async () => {
    const { id: label, tracking_number, carrier } = await buyCheapestLabel(account)
    const { body } = await account.call('POST /v1/trackers', { tracking_number, carrier })
    return { label, tracking_number, carrier, tracker: String(Object(body).id) }
  }
  const statusOf = async (tracker: string): Promise<unknown> =>
    Object((await account.call(`GET /v1/trackers/${tracker}`)).body).status
  return { account, controls, sendRefused, buyAndTrack, statusOf }
}

describe('a manual poll of trackers', () => {
  it('a manual poll of a tracker shows a new event at once, without moving time or the next regular poll', async () => {
    const { controls, buyAndTrack, statusOf } = await createControlledAccount()
    const { tracking_number, tracker } = await buyAndTrack()
    const [before] = await controls.trackers.list()
    const clock = await controls.clock.get()
    await controls.tracking.event(tracking_number, 'delivered')
    expect(await statusOf(tracker)).toBe('pre_transit')
    expect(await controls.tracking.poll({ tracking_number })).toEqual({
      ...clock,
      fired: [{ at: clock.now, kind: 'poll', id: tracker }],
    })
    expect(await statusOf(tracker)).toBe('delivered')
    expect(await controls.clock.get()).toEqual(clock)
    expect((await controls.trackers.list())[0]?.next_poll_at).toBe(before?.next_poll_at)
    const { past } = await controls.clock.timeline()
    expect(past.map(({ kind, id }) => [kind, id])).toEqual([['poll', tracker]])
  })

  it('a manual poll of trackers can be limited to a tracking number or a carrier', async () => {
    const { controls, sendRefused, buyAndTrack } = await createControlledAccount()
    const first = await buyAndTrack()
    const second = await buyAndTrack()
    const pollAndListTrackers = async (which = {}) =>
      (await controls.tracking.poll(which)).fired.map(({ id }) => id)
    expect(await pollAndListTrackers({ tracking_number: first.tracking_number })).toEqual([first.tracker])
    expect((await pollAndListTrackers()).sort()).toEqual([first.tracker, second.tracker].sort())
    expect((await pollAndListTrackers({ carrier: first.carrier })).length).toBeGreaterThan(0)
    expect(await pollAndListTrackers({ tracking_number: 'unheard of' })).toEqual([])
    expect(await sendRefused('POST /tracking/poll', { carrier: 'Pigeon' })).toMatchObject({
      status: 422,
      error: { field: 'carrier' },
    })
  })

  it('a manual poll that fails because of a fault does not change the tracker', async () => {
    const { controls, buyAndTrack, statusOf } = await createControlledAccount()
    const { tracking_number, tracker } = await buyAndTrack()
    await controls.faults.add({ target: 'carrier:*', operation: 'tracking', mode: 'down', times: 1 })
    await controls.tracking.event(tracking_number, 'exception')
    await controls.tracking.poll()
    expect(await statusOf(tracker)).toBe('pre_transit')
    expect((await controls.faults.list())[0]).toMatchObject({ hits: 1, remaining: 0 })
    await controls.tracking.poll()
    expect(await statusOf(tracker)).toBe('exception')
  })
})

describe('the wallet setting decline_next', () => {
  it('the wallet setting decline_next makes the next N card payments fail, and the payment after these succeeds', async () => {
    const { account, controls } = await createControlledAccount()
    expect(await controls.wallet.declineNext(2)).toMatchObject({ decline_next: 2, payment_method: 'valid' })
    await expect(controls.wallet.fund(500)).rejects.toMatchObject({ status: 402 })
    expect(await controls.wallet.get()).toMatchObject({ decline_next: 1, balance_cents: 100_000 })
    const auto_reload = { threshold_cents: 0, amount_cents: 5_000 }
    await controls.wallet.set({ balance_cents: 0, auto_reload })
    const key = account.keys.live
    const [{ id }] = await requestRates(account, {}, { key })
    const body = { rate_id: id }
    expect(await account.call('POST /v1/labels', body, { key })).toMatchObject({
      status: 402,
      body: { error: { code: 'WALLET.PAYMENT.FAILED' } },
    })
    expect(await controls.wallet.get()).toMatchObject({ decline_next: 0, balance_cents: 0 })
    expect(await account.call('POST /v1/labels', body, { key })).toMatchObject({ status: 201 })
    expect((await controls.wallet.fund(500)).balance_cents).toBeGreaterThan(500)
    expect((await account.call('GET /v1/wallet', undefined, { key })).body).not.toHaveProperty('decline_next')
  })

  it('the wallet setting decline_next is part of a snapshot, is 0 after a reset, and must be from 0 to 10,000', async () => {
    const { controls, sendRefused } = await createControlledAccount()
    await controls.wallet.declineNext(3)
    const saved = await controls.snapshot.save()
    await controls.reset()
    expect(await controls.wallet.get()).toMatchObject({ decline_next: 0 })
    await controls.snapshot.load(saved)
    expect(await controls.wallet.get()).toMatchObject({ decline_next: 3 })
    for (const decline_next of [-1, 10_001, 0.5])
      expect(await sendRefused('PATCH /wallet', { decline_next })).toMatchObject({
        status: 422,
        error: { field: 'decline_next' },
      })
  })

  it('wallet.declineNext refuses a missing number of payments and does not change the setting', async () => {
    const { controls } = await createControlledAccount()
    await controls.wallet.declineNext(3)
    await expect(Reflect.apply(controls.wallet.declineNext, undefined, [])).rejects.toMatchObject({
      name: 'OptionsError',
      message: 'wallet.declineNext takes a number of payments such as 2, not undefined.',
    })
    expect(await controls.wallet.get()).toMatchObject({ decline_next: 3 })
  })
})

describe('the named snapshots of an account', () => {
  it('a named snapshot restores the state that was saved, and a reset deletes no named snapshot', async () => {
    const { account, controls } = await createControlledAccount()
    const { id } = await buyCheapestLabel(account)
    const saved = await controls.snapshots.save('with a label')
    expect(saved).toMatchObject({ name: 'with a label', clock_at: await controls.clock.now() })
    const document = await controls.snapshot.save()
    const wallet = await controls.wallet.get()
    expect(saved.bytes).toBe(Buffer.byteLength(JSON.stringify(document)))
    expect(await controls.snapshots.read('with a label')).toEqual(document)
    await controls.reset()
    await controls.clock.advance('1h')
    expect((await account.call(`GET /v1/labels/${id}`)).status).toBe(404)
    expect(await controls.snapshots.list()).toEqual([saved])
    await controls.snapshots.restore('with a label')
    expect((await account.call(`GET /v1/labels/${id}`)).status).toBe(200)
    expect(await controls.wallet.get()).toEqual(wallet)
  })

  it('a JSON document can be saved as a named snapshot if the document is a valid snapshot', async () => {
    const { controls, sendRefused } = await createControlledAccount()
    const document = await controls.snapshot.save()
    await controls.wallet.set({ balance_cents: 5 })
    await controls.snapshots.save('given', document)
    expect(await controls.snapshots.read('given')).toEqual(document)
    expect(await sendRefused('PUT /snapshots/given', { format: 'drydock-snapshot' })).toMatchObject({
      status: 422,
    })
    expect(await controls.snapshots.read('given')).toEqual(document)
    await controls.snapshots.restore('given')
    expect((await controls.wallet.get()).balance_cents).toBe(100_000)
  })

  it('a named snapshot replaces an older snapshot of the same name, and is deleted with its account', async () => {
    const { account, controls, sendRefused } = await createControlledAccount()
    for (const name of ['a', 'b', 'a']) await controls.snapshots.save(name)
    expect((await controls.snapshots.list()).map(({ name }) => name)).toEqual(['a', 'b'])
    await controls.snapshots.delete('a')
    expect((await controls.snapshots.list()).map(({ name }) => name)).toEqual(['b'])
    for (const request of ['GET /snapshots/a', 'DELETE /snapshots/a', 'POST /snapshots/a/restore'])
      expect(await sendRefused(request)).toMatchObject({
        status: 404,
        error: { code: 'CONTROL.RESOURCE.NOT_FOUND' },
      })
    await controls.delete()
    await createAccount(url, account.id)
    expect(await controls.snapshots.list()).toEqual([])
  })

  it('a named snapshot is refused if its name is invalid or if the account already has fifty named snapshots', async () => {
    const { controls, sendRefused } = await createControlledAccount()
    for (const name of ['%20a', 'a%2Fb', '.a', 'x'.repeat(65)])
      expect(await sendRefused(`PUT /snapshots/${name}`)).toMatchObject({
        status: 422,
        error: { field: 'name' },
      })
    for (let count = 0; count < 50; count += 1) await controls.snapshots.save(`s${count}`)
    expect(await sendRefused('PUT /snapshots/more')).toMatchObject({
      status: 422,
      error: { field: 'name', message: expect.stringContaining('delete one of its 50 first') },
    })
    await controls.snapshots.save('s0')
  })
})

describe('the preview of an advance', () => {
  it('the preview of an advance lists the polls and expiries that the advance then causes, and changes nothing', async () => {
    const { controls, buyAndTrack } = await createControlledAccount()
    await buyAndTrack()
    const before = await controls.snapshot.save()
    const preview = await controls.clock.preview('9h')
    expect(await controls.snapshot.save()).toEqual(before)
    const { fired, now } = await controls.clock.advance('9h')
    expect(preview.reached_at).toBe(now)
    const polls = fired.filter(({ kind }) => kind === 'poll')
    expect(preview.due.filter(({ kind }) => kind === 'poll').map(({ at, id }) => [at, id])).toEqual(
      polls.map(({ at, id }) => [at, id]),
    )
    const rates = fired.filter(({ kind }) => kind === 'rate_expiry')
    const ends = preview.ends.filter(({ kind }) => kind === 'rate')
    expect(ends.map(({ id }) => id).sort()).toEqual(rates.map(({ id }) => id).sort())
    expect(preview.counts.due).toMatchObject({ poll: polls.length, rate_expiry: 1, webhook: 0 })
    expect(preview.counts.ends).toEqual({ fault: 0, key: 0, rate: rates.length, scenario: 0 })
  })

  it('the preview of an advance names the faults, keys and the scenario that would end', async () => {
    const { controls } = await createControlledAccount()
    const fault = await controls.faults.add({ target: 'carrier:UPS', mode: 'down', lasts: '10m' })
    const expires_at = '2030-03-04T12:20:00Z'
    const { id } = await controls.createKey({ environment: 'test', expires_at })
    await controls.scenario.run('carrier-outage')
    expect((await controls.clock.preview('9m')).ends).toEqual([])
    const { ends, counts } = await controls.clock.preview('15m')
    expect(ends[0]).toEqual({
      at: '2030-03-04T12:10:00.000Z',
      kind: 'fault',
      id: fault.id,
      name: 'carrier:UPS down',
    })
    expect(ends).toContainEqual(expect.objectContaining({ kind: 'scenario', id: 'carrier-outage' }))
    expect(counts.ends).toEqual({ fault: 2, key: 0, rate: 0, scenario: 1 })
    const day = await controls.clock.preview({ by: '1d' })
    expect(day.ends.at(-1)).toMatchObject({ kind: 'key', id })
  })

  it('the preview of an advance lists at most a thousand events, and refuses the same input as an advance', async () => {
    const { controls, sendRefused, buyAndTrack } = await createControlledAccount()
    await buyAndTrack()
    const { due, counts } = await controls.clock.preview('400d')
    expect([due.length, counts.due.poll]).toEqual([1_000, 2_400])
    for (const body of [{}, { by: '1h', seconds: 1 }, { to: '2000-01-01T00:00:00Z' }])
      expect(await sendRefused('POST /clock/preview', body)).toEqual(
        await sendRefused('POST /clock/advance', body),
      )
    expect((await controls.clock.preview({ next: 'webhook' })).due).toEqual([])
  })
})
