import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectDrydock } from '../../src/client/http/connection.ts'
import { type DrydockServer, startDrydockServer } from '../../src/server/drydock-server.ts'
import { buildReceiverPath } from '../../src/server/webhooks/received-events.ts'
import { sign, signatureHeader } from '../../src/simulator/webhooks/signature.ts'
import { ratesBody } from '../support/labels/parcels.ts'
import { TestClient } from '../support/test-client.ts'

const token = 'only-for-this-test'
let open: DrydockServer
let locked: DrydockServer
beforeAll(async () => {
  const publicUrl = 'https://dock.test'
  open = await startDrydockServer({ port: 0, publicUrl })
  locked = await startDrydockServer({ port: 0, controlToken: token })
})
afterAll(() => Promise.all([open.close(), locked.close()]))

/** Creates an account whose events go to the simulator's own receiver. */
async function createReceivingAccount(server = open) {
  const dock = await connectDrydock(server.url, server === locked ? { controlToken: token } : {})
  const account = await dock.createAccount({ clock: { mode: 'frozen', now: '2030-03-04T12:00:00Z' } })
  const path = buildReceiverPath(account.id)
  const { signing_secret: secret } = await account.webhook.set(server.url + path)
  const client = new TestClient(server.url)
  const sendPost = async (place: string, body: object) =>
    Object((await client.send({ method: 'POST', path: place, key: account.keys.test, body })).body)
  const buy = async () => {
    const { rates } = await sendPost('/v1/rates', ratesBody())
    const { id } = await sendPost('/v1/labels', { rate_id: rates[0].id })
    await account.clock.advance('0s')
    return String(id)
  }
  /** Posts a body to the receiver. Returns the status and, if the receiver refuses, the error code. */
  const post = async (raw: string, headers: Readonly<Record<string, string>> = {}) => {
    const { status, body } = await client.send({ method: 'POST', path, raw, headers, isSpoiled: true })
    return [status, Object(Object(body).error).code].join(' ').trim()
  }
  const page = async () => {
    const { bytes } = await client.send({ path: `/dashboard/${account.id}/webhooks` })
    return bytes.toString()
  }
  return { account, secret: secret ?? '', path, buy, post, page }
}

const unsigned = '401 CONTROL.SIGNATURE.INVALID'
const createSignatureHeader = (body: string, secret: string) => ({ [signatureHeader]: sign(body, secret) })

describe('the webhook receiver that the simulator itself offers', () => {
  it("the simulator's own receiver accepts the events of its account and shows them as verified", async () => {
    const { account, buy, page } = await createReceivingAccount()
    expect(await page()).toContain('No deliveries yet')
    const label = await buy()
    const [delivery] = await account.webhook.deliveries()
    expect(delivery).toMatchObject({ status: 'succeeded', response_code: 204, attempts: 1 })
    const shown = await page()
    expect(shown).toContain('verified here')
    expect(shown).toContain(label)
    expect(shown).not.toContain('>2 times<')
  })

  it("the simulator's own receiver shows that an event came twice", async () => {
    const { account, buy, page } = await createReceivingAccount()
    await account.faults.add({ target: 'webhook', mode: 'duplicate' })
    await buy()
    expect((await page()).match(/>2 times</g)).toHaveLength(1)
  })

  it("the simulator's own receiver refuses events with a wrong or missing signature and does not show them", async () => {
    const { account, secret, buy, post, page } = await createReceivingAccount()
    const body = '{"event":"label.created","data":{"id":"lbl_forged"}}'
    expect(await post(body)).toBe(unsigned)
    expect(await post(body, createSignatureHeader(body, 'whsec_other'))).toBe(unsigned)
    expect(await post(`${body} `, createSignatureHeader(body, secret))).toBe(unsigned)
    const shown = await page()
    expect(shown).toContain('3 refused')
    expect(shown).not.toContain('lbl_forged')
    await account.faults.add({ target: 'webhook', mode: 'bad_signature' })
    await buy()
    expect((await account.webhook.deliveries())[0]).toMatchObject({ response_code: 401 })
    expect(await page()).toContain('4 refused')
  })

  it("the simulator's own receiver refuses a signed event that a page of another site sends", async () => {
    const { secret, post, page } = await createReceivingAccount()
    const headers = createSignatureHeader('{}', secret)
    expect(await post('{}', { ...headers, Origin: 'http://evil.test' })).toBe('403 CONTROL.ORIGIN.REFUSED')
    expect(await post('{}', headers)).toBe('204')
    expect(await page()).not.toContain(' refused</span>')
  })

  it("the simulator's own receiver shows the last fifty events and none after a reset", async () => {
    const { account, secret, buy, post, page } = await createReceivingAccount()
    await buy()
    const body = JSON.stringify({ event: 'label.created', data: { id: 'lbl_other' } })
    for (let at = 0; at < 49; at += 1)
      expect(await post(body, createSignatureHeader(body, secret))).toBe('204')
    expect(await page()).toContain('verified here')
    expect(await post(body, createSignatureHeader(body, secret))).toBe('204')
    expect(await page()).not.toContain('verified here')
    await buy()
    expect(await page()).toContain('verified here')
    await account.reset()
    expect(await page()).not.toContain('verified here')
  })

  it("the simulator's own receiver accepts an invalid event with a correct signature, but does not show this event", async () => {
    const { secret, post, page } = await createReceivingAccount()
    for (const body of ['', '[', 'null', '{"event":{"toString":1},"data":7}', '<script>alert(1)</script>'])
      expect(await post(body, createSignatureHeader(body, secret))).toBe('204')
    expect(await page()).not.toContain('<script>alert')
  })

  it("the simulator's own receiver needs no control token", async () => {
    const { account, path, buy, post } = await createReceivingAccount(locked)
    await buy()
    expect((await account.webhook.deliveries())[0]).toMatchObject({ response_code: 204 })
    const client = new TestClient(locked.url)
    for (const each of [path, buildReceiverPath('nobody')]) {
      const { status, body } = await client.send({ method: 'POST', path: each, raw: '{}' })
      expect([status, body]).toMatchObject([401, { error: { code: 'CONTROL.TOKEN.INVALID' } }])
    }
    expect(await post('{}', { Authorization: `Bearer ${token}` })).toBe(unsigned)
  })

  it("the dashboard offers the simulator's own receiver at the local address, even with a public URL", async () => {
    const { account, page } = await createReceivingAccount()
    await account.webhook.clear()
    expect(await page()).toContain(`value="${open.url}${buildReceiverPath(account.id)}"`)
    expect(open.url).toMatch(/^http:\/\/127\.0\.0\.1:/)
  })
})
