import { expect } from 'vitest'
import errors from '../../fixtures/spec/errors.json' with { type: 'json' }
import { requestRates } from '../support/account.ts'
import { batchItem, ratesBody, recipient } from '../support/labels/parcels.ts'
import { expectError } from '../support/refusal.ts'
import { readHeader, TestClient } from '../support/test-client.ts'
import { choiceTest } from './choice-test.ts'

choiceTest(
  [50],
  'an error has a code, a message, a suggestion, a docs_url and the request id',
  async ({ account }) => {
    const answer = await account.call('GET /v1/labels/lbl_none')
    const error = expectError(answer, 'LABEL.NOT_FOUND')
    expect(error).toEqual({
      code: 'LABEL.NOT_FOUND',
      message: expect.stringMatching(/\w+ .*\.$/),
      suggestion: expect.stringMatching(/\w+ .*\.$/),
      docs_url: `${account.url}/docs/errors#LABEL.NOT_FOUND`,
      request_id: readHeader(answer, 'X-Request-Id'),
    })
  },
)

choiceTest(
  [50],
  'the page at docs_url has a section for every error code, and each code has a page of its own',
  async ({ simulator, account }) => {
    const { docs_url } = expectError(await account.call('GET /v1/labels/lbl_none'), 'LABEL.NOT_FOUND')
    const page = await new TestClient(docs_url.replace(/#.*/, '')).send({})
    expect(page.status).toBe(200)
    expect(readHeader(page, 'Content-Type')).toMatch(/^text\/html/)
    const html = page.bytes.toString()
    for (const [code, { status }] of Object.entries(errors)) {
      expect(html).toContain(`id="${code}"`)
      const own = await new TestClient(simulator.url).send({ path: `/docs/errors/${code}` })
      expect([code, own.status]).toEqual([code, 200])
      expect(own.bytes.toString()).toContain(String(status))
    }
  },
)

choiceTest(
  [9],
  'rate ids are a prefix and 24 lowercase letters and digits, and never repeat',
  async ({ account }) => {
    const seen = new Set<string>()
    for (let n = 0; n < 5; n += 1) for (const { id } of await requestRates(account)) seen.add(id)
    const perCall = (await requestRates(account)).length
    expect(seen.size).toBe(5 * perCall)
    for (const id of seen) expect(id).toMatch(/^rate_[a-z0-9]{24}$/)
  },
)

choiceTest(
  [9, 10],
  'the ids of all resources have 24 characters after the prefix, and all times are UTC with milliseconds',
  async ({ account }) => {
    await account.control('PUT /webhook', { url: 'http://127.0.0.1:9/never' })
    await account.control('POST /carrier-accounts', { carrier: 'UPS' })
    const [{ id: rate_id }] = await requestRates(account)
    const answers = [
      await account.call('POST /v1/labels', { rate_id }),
      await account.call('POST /v1/batches', { items: [batchItem()] }),
      await account.call('POST /v1/trackers', { tracking_number: '9999423', carrier: 'UPS' }),
      await account.call('GET /v1/carrier-accounts'),
      await account.call('GET /v1/webhooks/deliveries'),
    ]
    const text = answers.map(({ bytes }) => bytes.toString()).join('\n')
    for (const prefix of ['lbl', 'bat', 'trk', 'ca', 'whd']) {
      expect(text).toMatch(new RegExp(`"id":"${prefix}_[a-z0-9]{24}"`))
    }
    const times = [...text.matchAll(/"(?:created_at|connected_at|timestamp|last_attempt_at)":"([^"]*)"/g)]
    expect(times.length).toBeGreaterThan(4)
    for (const [, time = ''] of times) {
      expect(new Date(time).toISOString()).toBe(time)
      expect(time <= '2030-03-04T12:00:00.000Z').toBe(true)
    }
    const history =
      JSON.stringify(await account.control('GET /shipments')) +
      JSON.stringify(await account.control('GET /keys'))
    expect(history).toMatch(/"shp_[a-z0-9]{24}"/)
    expect(history).toMatch(/"key_[a-z0-9]{24}"/)
  },
)

choiceTest(
  [8],
  'a creation gets 201, the purchase of a batch 202 and every other success 200',
  async ({ account }) => {
    const [{ id: rate_id }] = await requestRates(account)
    const created = await account.call('POST /v1/batches', { items: [batchItem()] })
    const batchId = /"(bat_[a-z0-9]{24})"/.exec(created.bytes.toString())?.[1]
    const bought = await account.call('POST /v1/labels', { rate_id })
    const labelId = /"(lbl_[a-z0-9]{24})"/.exec(bought.bytes.toString())?.[1]
    const registered = await account.call('POST /v1/trackers', { tracking_number: '9999123', carrier: 'UPS' })
    const trackerId = /"(trk_[a-z0-9]{24})"/.exec(registered.bytes.toString())?.[1]
    expect([created.status, bought.status, registered.status]).toEqual([201, 201, 201])
    expect((await account.call(`POST /v1/batches/${batchId}/buy`)).status).toBe(202)
    const rest: readonly (readonly [string, unknown?])[] = [
      ['POST /v1/addresses/validate', recipient],
      ['POST /v1/rates', ratesBody()],
      [`GET /v1/labels/${labelId}`],
      [`DELETE /v1/labels/${labelId}`],
      ['POST /v1/trackers', { tracking_number: '9999123', carrier: 'UPS' }],
      [`GET /v1/trackers/${trackerId}`],
      ['GET /v1/carrier-accounts'],
      [`GET /v1/batches/${batchId}`],
      ['GET /v1/wallet'],
      ['GET /v1/webhooks/deliveries'],
    ]
    for (const [request, body] of rest.filter(([name]) => name !== 'POST /v1/trackers')) {
      const { status } = await account.call(request, body)
      expect([request, status]).toEqual([request, 200])
    }
  },
)
