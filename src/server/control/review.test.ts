import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Wire } from '../../../test/clients/review/shop.ts'
import { type Account, createAccount, quote } from '../../../test/support/account.ts'
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

/** Buys a rate twice, as the response to the first purchase is lost. */
async function repeatPurchase(account: Account): Promise<void> {
  const [{ id }] = await quote(account)
  await account.control('POST /faults', {
    ...{ target: 'api', operation: 'POST /v1/labels', mode: 'reset', phase: 'after', times: 1 },
  })
  const buy = () => account.call('POST /v1/labels', { rate_id: id }, { isSpoiled: true })
  await buy().catch(() => undefined)
  await buy()
}

describe('the review of an account', () => {
  it('the review begins empty when the account is created, at the time of its clock', async () => {
    const account = await createAccount(server.url)
    const review = await readReview(account)
    expect(review).toMatchObject({ since: '2030-03-04T12:00:00.000Z', requests: 0, scopes: [], findings: [] })
    expect(Object.values(review.coverage).flatMap(({ met }) => met)).toEqual([])
    expect(Object.values(review.coverage).map(({ missed }) => missed.length)).toEqual([13, 33, 6, 5, 33])
  })

  it('the review says what exactly is wrong, and forgives a retry after a change of the account', async () => {
    const account = await createAccount(server.url)
    const refuse = () => account.call('POST /v1/rates', { ...ratesBody, parcel: { weigth_oz: 16 } })
    for (let time = 0; time < 2; time += 1) await refuse()
    await account.control('PATCH /wallet', { balance_cents: 5 })
    for (let time = 0; time < 2; time += 1) await refuse()
    const [finding, ...others] = (await readReview(account)).findings
    expect(finding).toMatchObject({ id: 'BODY-FIELD-UNKNOWN', count: 4 })
    expect(finding?.details).toEqual(['`parcel.weigth_oz` is ignored. Did you mean weight_oz?'])
    expect(others).toEqual([])
    // A preview changes nothing.
    await account.control('POST /clock/preview', { by: '1h' })
    await refuse()
    expect(listFindingIds(await readReview(account))).toEqual(['BODY-FIELD-UNKNOWN', 'REFUSAL-REPEATED'])
  })

  it('the review of an account shows what the clients met and did wrong, with request ids', async () => {
    const account = await createAccount(server.url)
    await repeatPurchase(account)
    const review = await readReview(account)
    expect(review.requests).toBe(3)
    expect(review.coverage.operations.met).toEqual([
      { id: 'POST /v1/rates', count: 1 },
      // The client never had the first response.
      { id: 'POST /v1/labels', count: 1 },
    ])
    expect(review.scopes).toMatchObject([{ used: ['rates:read', 'labels:write'], refused: [] }])
    const { requests } = Object(await account.control('GET /requests'))
    expect(review.findings).toMatchObject([
      { id: 'PURCHASE-REPEATED', severity: 'error', count: 1, requests: [requests[1].id, requests[0].id] },
    ])
  })

  it.each([
    ['reports a purchase that is repeated after the client left within its body', 100, ['PURCHASE-REPEATED']],
    ['spares a client that reads a slow body to its end and buys again', undefined, []],
  ])('%s', async (_, timeoutMs, found) => {
    const account = await createAccount(server.url)
    const [{ id: rate_id }] = await quote(account)
    const slow = {
      target: 'api',
      operation: 'POST /v1/labels',
      mode: 'slow_body',
      latency_ms: 2_000,
      times: 1,
    }
    await account.control('POST /faults', slow)
    const wire = new Wire(account)
    await wire
      .send('POST /v1/labels', { body: { rate_id }, isSingle: true, timeoutMs })
      .catch(() => undefined)
    await wire.send('POST /v1/labels', { body: { rate_id } })
    wire.close()
    await vi.waitFor(async () => expect((await readReview(account)).requests).toBe(3))
    expect(listFindingIds(await readReview(account))).toEqual(found)
  })

  it('the review sees an expired rate that is tried again, and a limit that is ignored', async () => {
    const account = await createAccount(server.url)
    const [{ id }] = await quote(account)
    await account.advance('16m')
    for (const _ of [1, 2]) await account.call('POST /v1/labels', { rate_id: id })
    await account.control('POST /faults', { target: 'api', mode: 'rate_limited', times: 1 })
    for (const _ of [1, 2]) await account.call('GET /v1/wallet')
    expect(listFindingIds(await readReview(account))).toEqual(['RATE-EXPIRED-REUSED', 'RETRY-AFTER-IGNORED'])
  })

  it('the review does not report a wait that the test skips by moving the clock', async () => {
    const account = await createAccount(server.url)
    await account.control('POST /faults', { target: 'api', mode: 'rate_limited', times: 1 })
    await account.call('GET /v1/wallet')
    await account.advance('1m')
    await account.call('GET /v1/wallet')
    expect(listFindingIds(await readReview(account))).toEqual([])
  })

  it.each(['DELETE /review', 'POST /reset'])('the review begins anew after %s', async (call) => {
    const account = await createAccount(server.url)
    await repeatPurchase(account)
    await account.control(call)
    expect(await readReview(account)).toMatchObject({ requests: 0, findings: [] })
  })

  it('the review continues after a snapshot is restored, but forgets its rates', async () => {
    const account = await createAccount(server.url)
    const snapshot = await account.control('GET /snapshot')
    await repeatPurchase(account)
    await account.control('PUT /snapshot', snapshot)
    expect(await readReview(account)).toMatchObject({ requests: 3, findings: [{ count: 1 }] })
    await account.call('POST /v1/rates', ratesBody())
    expect(await readReview(account)).toMatchObject({ requests: 4, findings: [{ count: 1 }] })
  })

  it('the review does not report the purchase of a rate again after a snapshot from before the purchase is restored', async () => {
    const account = await createAccount(server.url)
    const [{ id }] = await quote(account)
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

  it('the review shows the webhook attempts and the automatic reload of the wallet', async () => {
    const account = await createAccount(server.url)
    await account.control('PUT /webhook', { url: 'http://127.0.0.1:9/nobody' })
    await account.control('PATCH /wallet', {
      ...{ balance_cents: 0, auto_reload: { threshold_cents: 1_000, amount_cents: 50_000 } },
    })
    const live = { key: account.keys.live }
    const [{ id }] = await quote(account, {}, live)
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
