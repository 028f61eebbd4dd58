import { describe, expect, it } from 'vitest'
import { buyCheapestLabel, createAccount, requestRates } from '../support/account.ts'
import { sharedSimulator } from '../support/shared-simulator.ts'
import { readHeader, TestClient, type TestRequest } from '../support/test-client.ts'

const open = sharedSimulator()

function sendControlCall(at: { readonly url: string }, question: TestRequest) {
  return new TestClient(`${at.url}/_drydock`).send(question)
}

async function sendCall(method: string, path: string, sent?: unknown) {
  const { status, body = null } = await sendControlCall(open, { method, path, body: sent })
  return { status, body }
}

async function createControlledAccount() {
  const { id } = await createAccount(open.url)
  return { path: `/accounts/${id}` }
}

const expectCode = (wanted: string) => ({ body: { error: { code: wanted } } })

describe('the control protocol', () => {
  it('the control protocol describes its version and capabilities', async () => {
    expect(await sendCall('GET', '/')).toMatchObject({
      status: 200,
      body: { protocol: '1', implementation: { name: 'drydock' }, carriers: ['DHL', 'FedEx', 'UPS', 'USPS'] },
    })
  })

  it('the control protocol suggests the known name of a misspelt query parameter and field', async () => {
    const { path } = await createControlledAccount()
    expect(await sendCall('GET', `${path}/labels?enviroment=live`)).toMatchObject({
      status: 422,
      body: {
        error: { field: 'enviroment', message: expect.stringContaining('(did you mean environment?)') },
      },
    })
    expect(await sendCall('POST', `${path}/keys`, { enviroment: 'test' })).toMatchObject({
      status: 422,
      body: {
        error: {
          message: expect.stringMatching(
            /^body has no field enviroment; .* \(did you mean environment\?\)\.$/,
          ),
        },
      },
    })
  })

  it('the control protocol creates, lists, shows, resets and deletes accounts', async () => {
    const made = await sendCall('POST', '/accounts', {
      id: 'rows',
      seed: 7,
      clock: { mode: 'frozen', now: '2030-01-01T00:00:00Z' },
    })
    expect(made).toMatchObject({
      status: 201,
      body: { id: 'rows', clock: { now: '2030-01-01T00:00:00.000Z', mode: 'frozen' } },
    })
    expect(await sendCall('POST', '/accounts', { id: 'rows' })).toMatchObject({
      status: 409,
      ...expectCode('CONTROL.ACCOUNT.EXISTS'),
    })
    expect(await sendCall('GET', '/accounts/rows')).toEqual({ status: 200, body: made.body })
    expect(await sendCall('PATCH', '/accounts/rows/wallet', { balance_cents: 1 })).toMatchObject({
      status: 200,
    })
    expect(await sendCall('POST', '/accounts/rows/reset')).toEqual({ status: 204, body: null })
    expect(await sendCall('GET', '/accounts/rows/wallet')).toMatchObject({
      body: { balance_cents: 100_000 },
    })
    expect(await sendCall('GET', '/accounts/rows')).toEqual({ status: 200, body: made.body })
    expect(await sendCall('DELETE', '/accounts/rows')).toEqual({ status: 204, body: null })
    expect(await sendCall('GET', '/accounts/rows')).toMatchObject({
      status: 404,
      ...expectCode('CONTROL.ACCOUNT.NOT_FOUND'),
    })
  })

  it('the control protocol creates keys, shows the value of a key once, and revokes keys at once', async () => {
    const account = await createAccount(open.url)
    const path = `/accounts/${account.id}/keys`
    const { body } = await sendCall('POST', path, { environment: 'test', scopes: ['wallet:read'] })
    expect(body).toMatchObject({
      key: expect.stringMatching(/^pr_test_[0-9a-f]{32}$/),
      scopes: ['wallet:read'],
      expires_at: null,
    })
    const { id, key } = Object(body)
    expect(JSON.stringify((await sendCall('GET', path)).body)).not.toContain(key)
    expect((await account.call('GET /v1/wallet', undefined, { key })).status).toBe(200)
    expect(await sendCall('DELETE', `${path}/${id}`)).toEqual({ status: 204, body: null })
    expect((await account.call('GET /v1/wallet', undefined, { key })).status).toBe(401)
    expect(await sendCall('POST', path, { environment: 'test', scopes: ['wallet:write'] })).toMatchObject({
      status: 422,
    })
  })

  it('the control protocol shows the clock and moves time forward only', async () => {
    const { id } = await createAccount(open.url)
    const path = `/accounts/${id}/clock`
    expect(await sendCall('POST', `${path}/advance`, { seconds: 1.5 })).toMatchObject({
      body: { fired: [], mode: 'frozen' },
    })
    expect(await sendCall('GET', path)).toMatchObject({
      body: { now: '2030-03-04T12:00:01.500Z', rate: 1 },
    })
    expect(await sendCall('POST', `${path}/advance`, { next: 'any' })).toMatchObject({
      body: { now: '2030-03-04T12:00:01.500Z' },
    })
    expect(await sendCall('PATCH', path, { now: '2030-03-05T00:00:00Z', rate: 60 })).toMatchObject({
      body: { now: '2030-03-05T00:00:00.000Z', rate: 60 },
    })
    expect(await sendCall('PATCH', path, { now: '2030-03-04T00:00:00Z' })).toMatchObject({
      status: 422,
      ...expectCode('CONTROL.CLOCK.BACKWARDS'),
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
      expect(await sendCall('POST', `${path}/advance`, wrong)).toMatchObject({ status: 422 })
    }
    expect(await sendCall('GET', path)).toMatchObject({ body: { now: '2030-03-05T00:00:00.000Z' } })
  })

  it('the control protocol refuses a date that does not exist and names its field', async () => {
    const { id } = await createAccount(open.url)
    const path = `/accounts/${id}`
    const createRefusal = (field: string) => ({ status: 422, body: { error: { field } } })
    const expiry = { environment: 'test', expires_at: '2030-02-30T00:00:00Z' }
    expect(await sendCall('POST', `${path}/keys`, expiry)).toMatchObject(createRefusal('expires_at'))
    const noZone = await sendCall('POST', `${path}/keys`, { ...expiry, expires_at: '2030-01-31T12:00:00' })
    expect(noZone).toMatchObject(createRefusal('expires_at'))
    expect(JSON.stringify(noZone)).toContain(
      'must have the zone of its time, as in 2030-01-31T12:00:00Z for UTC',
    )
    const to = { to: '2030-04-31T00:00:00Z' }
    expect(await sendCall('POST', `${path}/clock/advance`, to)).toMatchObject(createRefusal('to'))
    const clock = { now: '2030-02-31T00:00:00Z' }
    expect(await sendCall('PATCH', `${path}/clock`, clock)).toMatchObject(createRefusal('now'))
    expect(await sendCall('POST', '/accounts', { clock })).toMatchObject(createRefusal('clock.now'))
  })

  it('the control protocol names the invalid field in its refusal of an advance that is too long', async () => {
    const { id } = await createAccount(open.url)
    const asked = await sendCall('POST', `/accounts/${id}/clock/advance`, { seconds: 4e9 })
    expect(asked).toMatchObject({ status: 422, body: { error: { field: 'seconds' } } })
  })

  it('the control protocol sets and funds the live wallet and lists its ledger', async () => {
    const { id } = await createAccount(open.url)
    const path = `/accounts/${id}/wallet`
    expect(
      await sendCall('PATCH', path, {
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
    expect(await sendCall('POST', `${path}/fund`, { amount_cents: 500 })).toMatchObject({ status: 402 })
    expect(await sendCall('PATCH', path, { payment_method: 'valid', auto_reload: null })).toMatchObject({
      body: { auto_reload: { enabled: false } },
    })
    expect(await sendCall('POST', `${path}/fund`, { amount_cents: 499 })).toMatchObject({ status: 422 })
    expect(await sendCall('POST', `${path}/fund`, { amount_cents: 500 })).toMatchObject({
      status: 200,
      body: { balance_cents: 510 },
    })
    expect(await sendCall('PATCH', path, { balance_cent: 1 })).toMatchObject({ status: 422 })
    expect(await sendCall('GET', `${path}/ledger`)).toMatchObject({
      body: { ledger: [{ kind: 'funding' }, { kind: 'adjustment' }, { kind: 'opening' }] },
    })
  })

  it('the control protocol sets and clears the webhook, and refuses invalid URLs', async () => {
    const { id } = await createAccount(open.url)
    const path = `/accounts/${id}/webhook`
    const none = { status: 200, body: { url: null, signing_secret: null } }
    expect(await sendCall('GET', path)).toEqual(none)
    for (const url of ['ftp://x', 'no url', 'http://user:pass@127.0.0.1/', 'http://169.254.169.254/']) {
      expect(await sendCall('PUT', path, { url })).toMatchObject({ status: 422 })
    }
    expect(await sendCall('GET', path)).toEqual(none)
    expect(await sendCall('PUT', path, { url: 'http://127.0.0.1:9/' })).toMatchObject({
      body: { signing_secret: expect.stringMatching(/^whsec_[0-9a-f]{32}$/) },
    })
    expect(await sendCall('DELETE', path)).toEqual(none)
    expect(await sendCall('POST', `${path}/deliveries/whd_none/redeliver`)).toMatchObject({ status: 404 })
  })

  it('the control protocol scans parcels, sets their tracking scripts and adds tracking events', async () => {
    const account = await createAccount(open.url)
    const label = await buyCheapestLabel(account)
    const path = `/accounts/${account.id}`
    expect(await sendCall('POST', `${path}/labels/${label.id}/scan`)).toMatchObject({ status: 200 })
    expect((await account.call(`DELETE /v1/labels/${label.id}`)).status).toBe(422)
    expect(
      await sendCall('PUT', `${path}/tracking/${label.tracking_number}`, { script: 'held' }),
    ).toMatchObject({
      status: 200,
    })
    expect(
      await sendCall('PUT', `${path}/tracking/${label.tracking_number}`, { script: 'nope' }),
    ).toMatchObject({
      status: 422,
    })
    expect(
      await sendCall('POST', `${path}/tracking/${label.tracking_number}/events`, {
        status: 'on the moon',
      }),
    ).toMatchObject({ status: 202, body: { status: 'unknown' } })
  })

  it('the control protocol connects carrier accounts, lists shipments and quotes them again', async () => {
    const account = await createAccount(open.url)
    const path = `/accounts/${account.id}`
    const { body } = await sendCall('POST', `${path}/carrier-accounts`, {
      carrier: 'ups',
      nickname: 'ours',
    })
    expect(body).toMatchObject({ carrier: 'UPS', nickname: 'ours', status: 'active' })
    expect((await requestRates(account)).map(({ account_type }) => account_type)).toContain('byoa')
    expect(await sendCall('DELETE', `${path}/carrier-accounts/${Object(body).id}`)).toMatchObject({
      status: 204,
    })
    await buyCheapestLabel(account)
    const { body: history } = await sendCall('GET', `${path}/shipments`)
    expect(history).toMatchObject({ shipments: [{ environment: 'test' }] })
    const [shipment] = Object(history).shipments
    expect(await sendCall('POST', `${path}/shipments/${shipment.id}/clone`)).toMatchObject({
      status: 201,
      body: { rates: expect.any(Array) },
    })
  })

  it('the control protocol lists, filters and empties the request log, in which keys are shortened', async () => {
    const account = await createAccount(open.url)
    await account.call('GET /v1/wallet')
    await account.call('POST /v1/labels', { rate_id: account.keys.test })
    const path = `/accounts/${account.id}/requests`
    const { body } = await sendCall('GET', path)
    expect(body).toMatchObject({
      requests: [{ method: 'POST', status: 404, error_code: 'RATE.NOT_FOUND' }, { path: '/v1/wallet' }],
    })
    expect(JSON.stringify(body)).not.toContain(account.keys.test)
    expect(await sendCall('GET', `${path}?method=get&status=200`)).toMatchObject({
      body: { requests: [{ path: '/v1/wallet' }] },
    })
    const wrong = { status: 'abc', since: 'foo', method: 'GET POST', path: 'v1', foo: '1' }
    for (const [field, value] of Object.entries(wrong)) {
      const refused = await sendCall('GET', `${path}?${new URLSearchParams({ [field]: value })}`)
      expect(refused).toMatchObject({ status: 422, body: { error: { field } } })
    }
    expect(await sendCall('GET', `${path}?status=200&status=404`)).toMatchObject({ status: 422 })
    expect(await sendCall('DELETE', `${path}?status=200`)).toMatchObject({ status: 422 })
    expect(await sendCall('GET', `/accounts?id=${account.id}`)).toMatchObject({ status: 422 })
    expect(await sendCall('DELETE', path)).toMatchObject({ status: 204 })
    expect(await sendCall('GET', path)).toEqual({ status: 200, body: { requests: [] } })
  })

  it('the control protocol reads and loads snapshots, and refuses invalid ones', async () => {
    const account = await createAccount(open.url)
    const path = `/accounts/${account.id}/snapshot`
    const { body: before } = await sendCall('GET', path)
    await buyCheapestLabel(account)
    expect(await sendCall('PUT', path, { format: 'drydock-snapshot' })).toMatchObject({ status: 422 })
    expect(Object((await sendCall('GET', path)).body).collections.labels).not.toEqual({})
    expect(await sendCall('PUT', path, before)).toEqual({ status: 204, body: null })
    expect((await sendCall('GET', path)).body).toEqual(before)
  })

  it('the control protocol reports unknown paths, methods and accounts in the error envelope', async () => {
    expect(await sendCall('GET', '/nope')).toMatchObject({
      status: 404,
      ...expectCode('REQUEST.ROUTE.NOT_FOUND'),
    })
    expect(await sendCall('PATCH', '/accounts')).toMatchObject({
      status: 405,
      ...expectCode('REQUEST.METHOD.NOT_ALLOWED'),
    })
    const refused = await sendControlCall(open, { method: 'PATCH', path: '/accounts' })
    expect(readHeader(refused, 'Allow')).toBe('POST, GET, HEAD')
    expect(await sendCall('GET', '/accounts/__proto__')).toMatchObject({ status: 404 })
  })
})
