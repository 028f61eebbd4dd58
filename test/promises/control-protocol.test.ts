import { describe, expect, it } from 'vitest'
import { buy, createAccount, quote } from '../support/account.ts'
import { sharedSimulator } from '../support/shared-simulator.ts'
import { header, type Question, TestClient } from '../support/test-client.ts'

const open = sharedSimulator()

function ask(at: { readonly url: string }, question: Question) {
  return new TestClient(`${at.url}/_drydock`).send(question)
}

async function call(method: string, path: string, sent?: unknown) {
  const { status, body = null } = await ask(open, { method, path, body: sent })
  return { status, body }
}

const code = (wanted: string) => ({ body: { error: { code: wanted } } })

describe('the control protocol', () => {
  it('describes its version and capabilities', async () => {
    expect(await call('GET', '/')).toMatchObject({
      status: 200,
      body: { protocol: '1', implementation: { name: 'drydock' }, carriers: ['DHL', 'FedEx', 'UPS', 'USPS'] },
    })
  })

  it('creates, lists, shows, resets and deletes accounts', async () => {
    const made = await call('POST', '/accounts', {
      id: 'rows',
      seed: 7,
      clock: { mode: 'frozen', now: '2030-01-01T00:00:00Z' },
    })
    expect(made).toMatchObject({
      status: 201,
      body: { id: 'rows', clock: { now: '2030-01-01T00:00:00.000Z', mode: 'frozen' } },
    })
    expect(await call('POST', '/accounts', { id: 'rows' })).toMatchObject({
      status: 409,
      ...code('CONTROL.ACCOUNT.EXISTS'),
    })
    expect(await call('GET', '/accounts/rows')).toEqual({ status: 200, body: made.body })
    expect(await call('PATCH', '/accounts/rows/wallet', { balance_cents: 1 })).toMatchObject({ status: 200 })
    expect(await call('POST', '/accounts/rows/reset')).toEqual({ status: 204, body: null })
    expect(await call('GET', '/accounts/rows/wallet')).toMatchObject({ body: { balance_cents: 100_000 } })
    expect(await call('GET', '/accounts/rows')).toEqual({ status: 200, body: made.body })
    expect(await call('DELETE', '/accounts/rows')).toEqual({ status: 204, body: null })
    expect(await call('GET', '/accounts/rows')).toMatchObject({
      status: 404,
      ...code('CONTROL.ACCOUNT.NOT_FOUND'),
    })
  })

  it('creates keys, shows a value once, and revokes at once', async () => {
    const account = await createAccount(open.url)
    const path = `/accounts/${account.id}/keys`
    const { body } = await call('POST', path, { environment: 'test', scopes: ['wallet:read'] })
    expect(body).toMatchObject({
      key: expect.stringMatching(/^pr_test_[0-9a-f]{32}$/),
      scopes: ['wallet:read'],
      expires_at: null,
    })
    const { id, key } = Object(body)
    expect(JSON.stringify((await call('GET', path)).body)).not.toContain(key)
    expect((await account.call('GET /v1/wallet', undefined, { key })).status).toBe(200)
    expect(await call('DELETE', `${path}/${id}`)).toEqual({ status: 204, body: null })
    expect((await account.call('GET /v1/wallet', undefined, { key })).status).toBe(401)
    expect(await call('POST', path, { environment: 'test', scopes: ['wallet:write'] })).toMatchObject({
      status: 422,
    })
  })

  it('shows time and moves it forward only', async () => {
    const { id } = await createAccount(open.url)
    const path = `/accounts/${id}/clock`
    expect(await call('POST', `${path}/advance`, { seconds: 1.5 })).toMatchObject({
      body: { fired: [], mode: 'frozen' },
    })
    expect(await call('GET', path)).toMatchObject({ body: { now: '2030-03-04T12:00:01.500Z', rate: 1 } })
    expect(await call('POST', `${path}/advance`, { next: 'any' })).toMatchObject({
      body: { now: '2030-03-04T12:00:01.500Z' },
    })
    expect(await call('PATCH', path, { now: '2030-03-05T00:00:00Z', rate: 60 })).toMatchObject({
      body: { now: '2030-03-05T00:00:00.000Z', rate: 60 },
    })
    expect(await call('PATCH', path, { now: '2030-03-04T00:00:00Z' })).toMatchObject({
      status: 422,
      ...code('CONTROL.CLOCK.BACKWARDS'),
    })
    for (const wrong of [
      {},
      { seconds: -1 },
      { by: '1 hour' },
      { by: '1m', seconds: 1 },
      { next: 'lunch' },
      { to: 'soon' },
      { seconds: 1e15 },
    ]) {
      expect(await call('POST', `${path}/advance`, wrong)).toMatchObject({ status: 422 })
    }
    expect(await call('GET', path)).toMatchObject({ body: { now: '2030-03-05T00:00:00.000Z' } })
  })

  it('refuses impossible dates', async () => {
    const { id } = await createAccount(open.url)
    const path = `/accounts/${id}`
    const refused = (field: string) => ({ status: 422, body: { error: { field } } })
    const expiry = { environment: 'test', expires_at: '2030-02-30T00:00:00Z' }
    expect(await call('POST', `${path}/keys`, expiry)).toMatchObject(refused('expires_at'))
    const noZone = await call('POST', `${path}/keys`, { ...expiry, expires_at: '2030-01-31T12:00:00' })
    expect(noZone).toMatchObject(refused('expires_at'))
    expect(JSON.stringify(noZone)).toContain(
      'must have the zone of its time, as in 2030-01-31T12:00:00Z for UTC',
    )
    const to = { to: '2030-04-31T00:00:00Z' }
    expect(await call('POST', `${path}/clock/advance`, to)).toMatchObject(refused('to'))
    const clock = { now: '2030-02-31T00:00:00Z' }
    expect(await call('PATCH', `${path}/clock`, clock)).toMatchObject(refused('now'))
    expect(await call('POST', '/accounts', { clock })).toMatchObject(refused('clock.now'))
  })

  it('names the field of a move that is too far', async () => {
    const { id } = await createAccount(open.url)
    const asked = await call('POST', `/accounts/${id}/clock/advance`, { seconds: 4e9 })
    expect(asked).toMatchObject({ status: 422, body: { error: { field: 'seconds' } } })
  })

  it('sets, funds and lists the live wallet', async () => {
    const { id } = await createAccount(open.url)
    const path = `/accounts/${id}/wallet`
    expect(
      await call('PATCH', path, {
        balance_cents: 10,
        payment_method: 'declined',
        auto_reload: { threshold_cents: 100, amount_cents: 500 },
      }),
    ).toMatchObject({
      body: {
        balance_cents: 10,
        payment_method: 'declined',
        auto_reload: { enabled: true, threshold_cents: 100, amount_cents: 500 },
      },
    })
    expect(await call('POST', `${path}/fund`, { amount_cents: 500 })).toMatchObject({ status: 402 })
    expect(await call('PATCH', path, { payment_method: 'valid', auto_reload: null })).toMatchObject({
      body: { auto_reload: { enabled: false } },
    })
    expect(await call('POST', `${path}/fund`, { amount_cents: 499 })).toMatchObject({ status: 422 })
    expect(await call('POST', `${path}/fund`, { amount_cents: 500 })).toMatchObject({
      status: 200,
      body: { balance_cents: 510 },
    })
    expect(await call('PATCH', path, { balance_cent: 1 })).toMatchObject({ status: 422 })
    expect(await call('GET', `${path}/ledger`)).toMatchObject({
      body: { ledger: [{ kind: 'funding' }, { kind: 'adjustment' }, { kind: 'opening' }] },
    })
  })

  it('sets and clears the webhook', async () => {
    const { id } = await createAccount(open.url)
    const path = `/accounts/${id}/webhook`
    const none = { status: 200, body: { url: null, signing_secret: null } }
    expect(await call('GET', path)).toEqual(none)
    for (const url of ['ftp://x', 'no url', 'http://user:pass@127.0.0.1/', 'http://169.254.169.254/']) {
      expect(await call('PUT', path, { url })).toMatchObject({ status: 422 })
    }
    expect(await call('GET', path)).toEqual(none)
    expect(await call('PUT', path, { url: 'http://127.0.0.1:9/' })).toMatchObject({
      body: { signing_secret: expect.stringMatching(/^whsec_[0-9a-f]{32}$/) },
    })
    expect(await call('DELETE', path)).toEqual(none)
    expect(await call('POST', `${path}/deliveries/whd_none/redeliver`)).toMatchObject({ status: 404 })
  })

  it('scans parcels, scripts them and adds events', async () => {
    const account = await createAccount(open.url)
    const label = await buy(account)
    const path = `/accounts/${account.id}`
    expect(await call('POST', `${path}/labels/${label.id}/scan`)).toMatchObject({ status: 200 })
    expect((await account.call(`DELETE /v1/labels/${label.id}`)).status).toBe(422)
    expect(await call('PUT', `${path}/tracking/${label.tracking_number}`, { script: 'held' })).toMatchObject({
      status: 200,
    })
    expect(await call('PUT', `${path}/tracking/${label.tracking_number}`, { script: 'nope' })).toMatchObject({
      status: 422,
    })
    expect(
      await call('POST', `${path}/tracking/${label.tracking_number}/events`, { status: 'on the moon' }),
    ).toMatchObject({ status: 202, body: { status: 'unknown' } })
  })

  it('connects carriers, lists shipments and quotes them again', async () => {
    const account = await createAccount(open.url)
    const path = `/accounts/${account.id}`
    const { body } = await call('POST', `${path}/carrier-accounts`, { carrier: 'ups', nickname: 'ours' })
    expect(body).toMatchObject({ carrier: 'UPS', nickname: 'ours', status: 'active' })
    expect((await quote(account)).map(({ account_type }) => account_type)).toContain('byoa')
    expect(await call('DELETE', `${path}/carrier-accounts/${Object(body).id}`)).toMatchObject({ status: 204 })
    await buy(account)
    const { body: history } = await call('GET', `${path}/shipments`)
    expect(history).toMatchObject({ shipments: [{ environment: 'test' }] })
    const [shipment] = Object(history).shipments
    expect(await call('POST', `${path}/shipments/${shipment.id}/clone`)).toMatchObject({
      status: 201,
      body: { rates: expect.any(Array) },
    })
  })

  it('logs requests with shortened keys', async () => {
    const account = await createAccount(open.url)
    await account.call('GET /v1/wallet')
    await account.call('POST /v1/labels', { rate_id: account.keys.test })
    const path = `/accounts/${account.id}/requests`
    const { body } = await call('GET', path)
    expect(body).toMatchObject({
      requests: [{ method: 'POST', status: 404, error_code: 'RATE.NOT_FOUND' }, { path: '/v1/wallet' }],
    })
    expect(JSON.stringify(body)).not.toContain(account.keys.test)
    expect(await call('GET', `${path}?method=get&status=200`)).toMatchObject({
      body: { requests: [{ path: '/v1/wallet' }] },
    })
    const wrong = { status: 'abc', since: 'foo', method: 'GET POST', path: 'v1', foo: '1' }
    for (const [field, value] of Object.entries(wrong)) {
      const refused = await call('GET', `${path}?${new URLSearchParams({ [field]: value })}`)
      expect(refused).toMatchObject({ status: 422, body: { error: { field } } })
    }
    expect(await call('GET', `${path}?status=200&status=404`)).toMatchObject({ status: 422 })
    expect(await call('DELETE', `${path}?status=200`)).toMatchObject({ status: 422 })
    expect(await call('GET', `/accounts?id=${account.id}`)).toMatchObject({ status: 422 })
    expect(await call('DELETE', path)).toMatchObject({ status: 204 })
    expect(await call('GET', path)).toEqual({ status: 200, body: { requests: [] } })
  })

  it('takes and loads snapshots and refuses invalid ones', async () => {
    const account = await createAccount(open.url)
    const path = `/accounts/${account.id}/snapshot`
    const { body: before } = await call('GET', path)
    await buy(account)
    expect(await call('PUT', path, { format: 'drydock-snapshot' })).toMatchObject({ status: 422 })
    expect(Object((await call('GET', path)).body).collections.labels).not.toEqual({})
    expect(await call('PUT', path, before)).toEqual({ status: 204, body: null })
    expect((await call('GET', path)).body).toEqual(before)
  })

  it('reports missing resources in the envelope', async () => {
    expect(await call('GET', '/nope')).toMatchObject({ status: 404, ...code('REQUEST.ROUTE.NOT_FOUND') })
    expect(await call('PATCH', '/accounts')).toMatchObject({
      status: 405,
      ...code('REQUEST.METHOD.NOT_ALLOWED'),
    })
    const refused = await ask(open, { method: 'PATCH', path: '/accounts' })
    expect(header(refused, 'Allow')).toBe('POST, GET, HEAD')
    expect(await call('GET', '/accounts/__proto__')).toMatchObject({ status: 404 })
  })
})
