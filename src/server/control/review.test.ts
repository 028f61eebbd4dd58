import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ShopConnection } from '../../../test/clients/review/shop.ts'
import { type Account, createAccount, requestRates } from '../../../test/support/account.ts'
import { ratesBody } from '../../../test/support/labels/parcels.ts'
import { type ReviewBody, reviewBody } from '../../simulator/bodies/control/review.ts'
import { type DrydockServer, startDrydockServer } from '../drydock-server.ts'

let server: DrydockServer
beforeAll(async () => {
  server = await startDrydockServer({ port: 0 })
})
afterAll(() => server.close())

async function readReview(account: Account): Promise<ReviewBody> {
  return reviewBody.parse(await account.control('GET /review'))
}

const listFindingIds = (review: ReviewBody): readonly string[] => review.findings.map(({ id }) => id)

/** Buys a rate twice, because a fault loses the response to the first purchase. */
async function repeatPurchase(account: Account): Promise<void> {
  const [{ id }] = await requestRates(account)
  await account.control('POST /faults', {
    ...{ target: 'api', operation: 'POST /v1/labels', mode: 'reset', phase: 'after', times: 1 },
  })
  const buy = () => account.call('POST /v1/labels', { rate_id: id }, { isSpoiled: true })
  await buy().catch(() => undefined)
  await buy()
}

/** A pool of connections that opens the first connection at once, and each later connection after a delay. */
class SlowAgent extends Agent {
  readonly #delayMs: number
  #opened = 0

  constructor(maxSockets: number, delayMs: number) {
    super({ keepAlive: true, maxSockets })
    this.#delayMs = delayMs
  }

  override createConnection(...[options, callback]: Parameters<Agent['createConnection']>) {
    this.#opened += 1
    if (this.#opened === 1 || this.#delayMs === 0) return super.createConnection(options, callback)
    setTimeout(() => callback?.(null, connect(Number(options.port), options.host ?? '')), this.#delayMs)
    return undefined
  }
}

describe('the review of an account', () => {
  it("the review of a new account is empty and begins at the time of the account's clock", async () => {
    const account = await createAccount(server.url)
    const review = await readReview(account)
    expect(review).toMatchObject({ since: '2030-03-04T12:00:00.000Z', requests: 0, scopes: [], findings: [] })
    expect(Object.values(review.coverage).flatMap(({ met }) => met)).toEqual([])
    expect(Object.values(review.coverage).map(({ missed }) => missed.length)).toEqual([13, 33, 6, 5, 33])
  })

  it('the review of an account suggests the correct name of a misspelt field, and does not report a refused request that is repeated after a control call', async () => {
    const account = await createAccount(server.url)
    const sendRefusedRequest = () =>
      account.call('POST /v1/rates', { ...ratesBody, parcel: { weigth_oz: 16 } })
    for (let time = 0; time < 2; time += 1) await sendRefusedRequest()
    await account.control('PATCH /wallet', { balance_cents: 5 })
    for (let time = 0; time < 2; time += 1) await sendRefusedRequest()
    const [finding, ...others] = (await readReview(account)).findings
    expect(finding).toMatchObject({ id: 'BODY-FIELD-UNKNOWN', count: 4 })
    expect(finding?.details).toEqual(['`parcel.weigth_oz` is ignored. Did you mean weight_oz?'])
    expect(others).toEqual([])
    // A preview changes nothing, so it does not count as a control call.
    await account.control('POST /clock/preview', { by: '1h' })
    await sendRefusedRequest()
    expect(listFindingIds(await readReview(account))).toEqual(['BODY-FIELD-UNKNOWN', 'REFUSAL-REPEATED'])
  })

  it('the review of an account lists the operations and scopes that clients used, and a repeated purchase with its request ids', async () => {
    const account = await createAccount(server.url)
    await repeatPurchase(account)
    const review = await readReview(account)
    expect(review.requests).toBe(3)
    expect(review.coverage.operations.met).toEqual([
      { id: 'POST /v1/rates', count: 1 },
      // The first purchase is not counted, because the client did not get its response.
      { id: 'POST /v1/labels', count: 1 },
    ])
    expect(review.scopes).toMatchObject([{ used: ['rates:read', 'labels:write'], refused: [] }])
    const { requests } = Object(await account.control('GET /requests'))
    expect(review.findings).toMatchObject([
      { id: 'PURCHASE-REPEATED', severity: 'error', count: 1, requests: [requests[1].id, requests[0].id] },
    ])
  })

  it.each([
    ['does not report requests as ignored Retry-After if they waited for one of two connections', 2, 0, []],
    [
      'does not report requests as ignored Retry-After if they waited for a second connection to open',
      2,
      50,
      [],
    ],
    [
      'reports an ignored Retry-After for requests that waited for a single connection',
      1,
      0,
      ['RETRY-AFTER-IGNORED'],
    ],
  ])('the review of an account %s', async (_, maxSockets, delayMs, found) => {
    const account = await createAccount(server.url)
    const agent = new SlowAgent(maxSockets, delayMs)
    const headers = { Authorization: `Bearer ${account.keys.test}` }
    const readWallet = () =>
      new Promise((resolve, reject) => {
        get(`${account.url}/v1/wallet`, { agent, headers }, (response) =>
          response.resume().once('end', resolve),
        ).once('error', reject)
      })
    await account.control('POST /faults', { target: 'api', mode: 'rate_limited' })
    await Promise.all(Array.from({ length: 30 }, readWallet))
    agent.destroy()
    expect(listFindingIds(await readReview(account))).toEqual(found)
  })

  it.each([
    [
      'reports a purchase that a client repeats after it disconnected within the response body',
      100,
      ['PURCHASE-REPEATED'],
    ],
    [
      'does not report a purchase that a client repeats after it read a slow response to its end',
      undefined,
      [],
    ],
  ])('the review of an account %s', async (_, timeoutMs, found) => {
    const account = await createAccount(server.url)
    const [{ id: rate_id }] = await requestRates(account)
    const slow = {
      target: 'api',
      operation: 'POST /v1/labels',
      mode: 'slow_body',
      latency_ms: 2_000,
      times: 1,
    }
    await account.control('POST /faults', slow)
    const wire = new ShopConnection(account)
    await wire
      .send('POST /v1/labels', { body: { rate_id }, isSingle: true, timeoutMs })
      .catch(() => undefined)
    await wire.send('POST /v1/labels', { body: { rate_id } })
    wire.close()
    await vi.waitFor(async () => expect((await readReview(account)).requests).toBe(3))
    expect(listFindingIds(await readReview(account))).toEqual(found)
  })

  it('the review of an account reports a client that tries an expired rate twice or ignores a Retry-After', async () => {
    const account = await createAccount(server.url)
    const [{ id }] = await requestRates(account)
    await account.advance('16m')
    for (const _ of [1, 2]) await account.call('POST /v1/labels', { rate_id: id })
    await account.control('POST /faults', { target: 'api', mode: 'rate_limited', times: 1 })
    for (const _ of [1, 2]) await account.call('GET /v1/wallet')
    expect(listFindingIds(await readReview(account))).toEqual(['RATE-EXPIRED-REUSED', 'RETRY-AFTER-IGNORED'])
  })

  it('the review of an account does not report an ignored Retry-After if the test advanced the clock past it', async () => {
    const account = await createAccount(server.url)
    await account.control('POST /faults', { target: 'api', mode: 'rate_limited', times: 1 })
    await account.call('GET /v1/wallet')
    await account.advance('1m')
    await account.call('GET /v1/wallet')
    expect(listFindingIds(await readReview(account))).toEqual([])
  })

  it.each(['DELETE /review', 'POST /reset'])(
    '%s makes the review of an account start again without requests and findings',
    async (call) => {
      const account = await createAccount(server.url)
      await repeatPurchase(account)
      await account.control(call)
      expect(await readReview(account)).toMatchObject({ requests: 0, findings: [] })
    },
  )

  it('the review of an account keeps its requests and findings when the account loads a snapshot', async () => {
    const account = await createAccount(server.url)
    const snapshot = await account.control('GET /snapshot')
    await repeatPurchase(account)
    await account.control('PUT /snapshot', snapshot)
    expect(await readReview(account)).toMatchObject({ requests: 3, findings: [{ count: 1 }] })
    await account.call('POST /v1/rates', ratesBody())
    expect(await readReview(account)).toMatchObject({ requests: 4, findings: [{ count: 1 }] })
  })

  it('the review of an account does not report a repeated purchase if the account has loaded a snapshot between the purchases', async () => {
    const account = await createAccount(server.url)
    const [{ id }] = await requestRates(account)
    const snapshot = await account.control('GET /snapshot')
    const buy = () => account.call('POST /v1/labels', { rate_id: id }, { isSpoiled: true })
    await account.control('POST /faults', {
      ...{ target: 'api', operation: 'POST /v1/labels', mode: 'reset', phase: 'after', times: 1 },
    })
    await buy().catch(() => undefined)
    await account.control('PUT /snapshot', snapshot)
    expect((await buy()).status).toBe(201)
    expect((await readReview(account)).findings).toEqual([])
  })

  it('the review of an account lists a webhook delivery that failed five times and an automatic reload of the wallet', async () => {
    const account = await createAccount(server.url)
    await account.control('PUT /webhook', { url: 'http://127.0.0.1:9/nobody' })
    await account.control('PATCH /wallet', {
      ...{ balance_cents: 0, auto_reload: { threshold_cents: 1_000, amount_cents: 50_000 } },
    })
    const live = { key: account.keys.live }
    const [{ id }] = await requestRates(account, {}, live)
    await account.call('POST /v1/labels', { rate_id: id }, live)
    await account.advance('2d')
    const { coverage } = await readReview(account)
    expect(coverage.webhook_outcomes.met).toEqual([{ id: 'failed_after_five', count: 1 }])
    expect(coverage.situations.met.map((item) => item.id)).toEqual([
      'rates_ran_out',
      'purchase_live',
      'wallet_reloaded',
    ])
  })
})
