import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { connectDrydock } from '../../src/client/http/connection.ts'
import { ratesBody } from '../support/labels/parcels.ts'
import { TestClient } from '../support/test-client.ts'
import { renderHttpResponse, startReceiver } from '../support/test-receiver.ts'
import { confirmQuestion, createFilledAccount, waitUntilEventStreamIsOpen } from './support/filled-account.ts'
import { serveWithBrowser } from './support/simulator-with-browser.ts'

const simulator = serveWithBrowser()
const createTestAccount = () => createFilledAccount(simulator.url)
const createPoster = (key: string) => ({
  post: async (path: string, body: object) =>
    Object((await new TestClient(simulator.url).send({ method: 'POST', path, key, body })).body),
})
const sendGet = (path: string, key: string) => new TestClient(simulator.url).send({ path, key })

describe('the dashboard pages of the wallet, keys, review, webhooks and shipments', () => {
  it('the dashboard pages of an account are readable at 1440 and 390 px in light and dark colours', {
    timeout: 180_000,
  }, async () => {
    const { account, label, at } = await createTestAccount()
    const [delivery] = await account.webhook.deliveries()
    const shipment = `/shipments/${label.id}`
    const watched = await simulator.open(at('/wallet'))
    for (const place of [
      '/wallet',
      '/keys',
      '/review',
      '/webhooks',
      `/webhooks/${delivery?.id}`,
      '/shipments',
      shipment,
    ]) {
      await watched.goto(at(place))
      await watched.checkInAllSizesAndColours()
    }
  })

  it('the dashboard pages Requests and Webhooks of a new account are readable at 390 px, and Webhooks shows the command that sets a webhook', async () => {
    const { id } = await (await connectDrydock(simulator.url)).createAccount()
    const viewport = { width: 390, height: 900 }
    const watched = await simulator.open(`/dashboard/${id}/requests`, { viewport })
    await watched.checkPage()
    await watched.goto(`/dashboard/${id}/webhooks`)
    await watched.checkPage()
    const receiver = watched.page.getByRole('region', { name: 'a receiver' })
    expect(await receiver.innerText()).toContain(`drydock webhook listen --set --account ${id}`)
  })
})

describe('the dashboard page of the wallet', () => {
  it('the wallet page of the dashboard explains why a declined card and an amount below $5 cannot top up the wallet', async () => {
    const { account, at } = await createTestAccount()
    const watched = await simulator.open(at('/wallet'))
    watched.expectStatus(422)
    const { page } = watched
    await page.getByRole('button', { name: 'Decline until changed' }).click()
    await page.getByText('The card is declined now.').waitFor()
    expect(await account.wallet.get()).toMatchObject({ payment_method: 'declined' })
    await page.getByRole('spinbutton', { name: 'Amount in dollars' }).fill('25')
    await page.getByRole('button', { name: 'Top up' }).click()
    const alert = page.getByRole('region', { name: 'Money', exact: true }).locator('.error')
    await alert.waitFor()
    await page.getByRole('button', { name: 'Make it valid' }).click()
    await page.getByText('The card is valid now.').waitFor()
    await page.getByRole('spinbutton', { name: 'Amount in dollars' }).fill('4.99')
    await page.getByRole('button', { name: 'Top up' }).click()
    await page.getByText('must be at least $5.00').waitFor()
  })

  it('the wallet page of the dashboard shows a ledger that adds up, and new entries without a reload of the page', async () => {
    const { account, at } = await createTestAccount()
    const watched = await simulator.open(at('/wallet'))
    await waitUntilEventStreamIsOpen(watched)
    const { page } = watched
    const rows = page.getByRole('region', { name: 'Ledger', exact: true }).locator('tbody > tr')
    expect(await rows.count()).toBe(2)
    await account.wallet.fund(2_500)
    await rows.nth(2).waitFor()
    await page.getByText('Top-up', { exact: true }).waitFor()
    const { balance_cents } = await account.wallet.get()
    const parseCents = (text: string) =>
      Math.round(Number(text.replace('−', '-').replaceAll(/[$,+]/g, '')) * 100)
    const sums = await page.locator('#ledger-card dd').allInnerTexts()
    const [opening = 0, into = 0, out = 0, now] = sums.map(parseCents)
    expect(await page.locator('#ledger-card dt').allInnerTexts()).toContain('Opening balance')
    expect(into).toBe(2_500)
    expect(opening + into + out).toBe(balance_cents)
    expect(now).toBe(balance_cents)
    const amounts = await rows.locator('td:nth-child(4)').allInnerTexts()
    expect(amounts.map(parseCents).reduce((sum, each) => sum + each)).toBe(balance_cents)
  })

  it('the forms on the wallet page of the dashboard switch the automatic reload of the wallet on and off and set the balance', async () => {
    const { account, at } = await createTestAccount()
    const { page } = await simulator.open(at('/wallet'))
    await page.getByRole('spinbutton', { name: 'Below in dollars' }).fill('10')
    await page.getByRole('spinbutton', { name: 'Pay in in dollars' }).fill('50')
    await page.getByRole('button', { name: 'Switch it on' }).click()
    await page.getByText('The wallet reloads by itself from now on.').waitFor()
    const auto_reload = { enabled: true, threshold_cents: 1_000, amount_cents: 5_000 }
    expect(await account.wallet.get()).toMatchObject({ auto_reload })
    await page.getByRole('button', { name: 'Switch it off' }).click()
    await page.getByText('no longer reloads').waitFor()
    expect(await account.wallet.get()).toMatchObject({ auto_reload: { enabled: false } })
    await page.getByRole('spinbutton', { name: 'Balance in dollars' }).fill('0')
    await page.getByRole('button', { name: 'Set the balance' }).click()
    await page.getByText('The wallet holds $0.00 now.').waitFor()
    expect(await account.wallet.get()).toMatchObject({ balance_cents: 0 })
  })
})

describe('a person who tests payments on the wallet page', () => {
  it('the dashboard button "Decline the next" makes one card payment fail, and the following card payment succeeds', async () => {
    const { account, at } = await createTestAccount()
    const watched = await simulator.open(at('/wallet'))
    watched.expectStatus(422)
    const { page } = watched
    await page.getByRole('button', { name: 'Decline the next' }).click()
    const advice = 'A purchase that the balance covers still succeeds, because it needs no card.'
    await page.getByText(`The next payment is declined. ${advice}`).waitFor()
    await page.locator('#card .hint', { hasText: advice }).waitFor()
    expect(await account.wallet.get()).toMatchObject({ decline_next: 1, payment_method: 'valid' })
    const { balance_cents } = await account.wallet.get()
    const topUp = async () => {
      await page.getByRole('spinbutton', { name: 'Amount in dollars' }).fill('12.34')
      await page.getByRole('button', { name: 'Top up' }).click()
    }
    await topUp()
    await page.getByRole('region', { name: 'Money', exact: true }).locator('.error').waitFor()
    await topUp()
    await page.getByText('$12.34 paid in by card.').waitFor()
    expect(await account.wallet.get()).toMatchObject({
      decline_next: 0,
      balance_cents: balance_cents + 1_234,
    })
    await page.getByRole('img', { name: /^The live balance since 2030/ }).waitFor()
    await watched.checkPage()
  })

  it('the wallet page of the dashboard lists each purchase that was refused for lack of money', async () => {
    const { account, post, at } = await createTestAccount()
    await account.wallet.set({ balance_cents: 1 })
    const { rates } = await post('/v1/rates', ratesBody())
    const { error } = await post('/v1/labels', { rate_id: rates[0].id })
    const { page } = await simulator.open(at('/wallet'))
    const declined = page
      .getByRole('region', { name: 'Declined attempts', exact: true })
      .locator('tbody > tr')
    expect(await declined.count()).toBe(1)
    expect(await declined.innerText()).toContain('WALLET.INSUFFICIENT_BALANCE')
    expect(await declined.innerText()).toContain(error.message)
  })
})

describe('the Undo button of the dashboard', () => {
  it('the Undo button beside the result of a dashboard action can be pressed by keyboard alone and undoes the action', async () => {
    const { account, at } = await createTestAccount()
    const watched = await simulator.open(at('/wallet'))
    const { page } = watched
    const readCard = async () => (await account.wallet.get()).payment_method
    // This test uses only the keyboard: the message about the last action has the focus, and Tab leads to the buttons of the message.
    await page.getByRole('button', { name: 'Decline until changed' }).press('Enter')
    await page.getByText('The card is declined now.').waitFor()
    await watched.checkPage()
    expect(await readCard()).toBe('declined')
    await page.keyboard.press('Tab')
    expect(await page.locator(':focus').textContent()).toBe('Undo')
    await page.keyboard.press('Enter')
    await page.getByText('The card is valid now.').waitFor()
    expect(await readCard()).toBe('valid')
    await page.reload()
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  })
})

describe('the dashboard page of the API keys', () => {
  it('the keys page of the dashboard creates a key with one scope, shows its value once and revokes it', async () => {
    const { account, at } = await createTestAccount()
    const { page } = await simulator.open(at('/keys'))
    await page.getByRole('checkbox', { name: 'wallet:read' }).check()
    await page.getByRole('textbox', { name: 'Expires UTC' }).fill('2030-03-05 12:00')
    await page.getByRole('button', { name: 'Create key' }).click()
    const shown = page.getByRole('region', { name: 'the new key' })
    const value = (await shown.innerText()).trim()
    expect((await sendGet('/v1/wallet', value)).status).toBe(200)
    expect((await sendGet('/v1/carrier-accounts', value)).status).toBe(403)
    await page.reload()
    expect(await shown.count()).toBe(0)
    const row = page.getByRole('row', { name: new RegExp(`…${value.slice(-4)}`) })
    await row.getByText('wallet:read', { exact: true }).waitFor()
    await row.getByRole('button', { name: 'Revoke' }).click()
    await confirmQuestion(page, 'Revoke')
    await row.getByText('revoked', { exact: true }).waitFor()
    expect((await sendGet('/v1/wallet', value)).status).toBe(401)
    expect((await account.listKeys()).filter(({ revoked_at }) => revoked_at !== null)).toHaveLength(1)
  })

  it('the keys page of the dashboard shows the whole Revoke button on a screen of 390 px', async () => {
    const { account, at } = await createTestAccount()
    const { page } = await simulator.open(at('/keys'), { viewport: { width: 390, height: 800 } })
    const revoke = page.getByRole('button', { name: `Revoke: pr_live_…${account.keys.live.slice(-4)}` })
    const { x = 0, width = 0 } = (await revoke.boundingBox()) ?? {}
    expect(width).toBeGreaterThan(0)
    expect(x + width).toBeLessThanOrEqual(390)
  })

  it('the keys page of the dashboard copies the value of a well-known key to the clipboard', async () => {
    const { page } = await simulator.open('/dashboard/default/keys', {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.getByRole('button', { name: 'Copy pr_live_…d0c0' }).click()
    await page.getByText('Copied.').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`pr_live_${'d0c0'.repeat(8)}`)
  })

  it('the keys page of the dashboard counts down the rate limits of a key as requests come in', async () => {
    const { account, at } = await createTestAccount()
    const watched = await simulator.open(at('/keys'))
    await waitUntilEventStreamIsOpen(watched)
    const { page } = watched
    const limits = page.locator('#limits-card')
    expect(await limits.getAttribute('open')).toBe(null)
    await page.getByRole('link', { name: `pr_live_…${account.keys.live.slice(-4)}` }).click()
    await waitUntilEventStreamIsOpen(watched)
    const wallet = page.locator('#limit-getWallet')
    const readRemainingRequests = async () => (await wallet.locator('td').nth(1).innerText()).trim()
    const full = Number(await readRemainingRequests())
    expect(await wallet.innerText()).toMatch(/\bunused$/)
    await sendGet('/v1/wallet', account.keys.live)
    await wallet.getByText(String(full - 1), { exact: true }).waitFor()
    expect(Number(await readRemainingRequests())).toBe(full - 1)
  })
})

describe('the dashboard page of the webhooks', () => {
  it('the webhook page of the dashboard sets and clears the URL of the webhook, and shows the signing secret once', async () => {
    const { account, at } = await createTestAccount()
    const watched = await simulator.open(at('/webhooks'))
    watched.expectStatus(422)
    const { page } = watched
    const url = page.getByRole('textbox', { name: 'URL' })
    await url.fill('ftp://127.0.0.1/')
    await page.getByRole('button', { name: 'Set URL' }).click()
    await page.locator('#set-url-error').waitFor()
    await url.fill('http://127.0.0.1:9/hooks')
    await page.getByRole('button', { name: 'Set URL' }).click()
    const secret = page.getByRole('region', { name: 'the signing secret' })
    const { url: set, signing_secret } = await account.webhook.get()
    expect([set, (await secret.innerText()).trim()]).toEqual(['http://127.0.0.1:9/hooks', signing_secret])
    await page.reload()
    expect(await secret.count()).toBe(0)
    await page.getByRole('button', { name: 'Stop events' }).click()
    await confirmQuestion(page, 'Send no more events?')
    await page.getByText('No URL is set').waitFor()
    expect((await account.webhook.get()).url).toBeNull()
  })

  it('the webhook page of the dashboard makes the simulator receive its own events after one click', async () => {
    const dock = await connectDrydock(simulator.url)
    const account = await dock.createAccount()
    const watched = await simulator.open(`/dashboard/${account.id}/webhooks`)
    await waitUntilEventStreamIsOpen(watched)
    const { page } = watched
    await page.getByRole('button', { name: 'Receive events here' }).click()
    await page.getByText('Events go to this URL from now on.').waitFor()
    await watched.checkPage()
    await waitUntilEventStreamIsOpen(watched)
    const { post } = createPoster(account.keys.test)
    const { rates } = await post('/v1/rates', ratesBody())
    const { id } = await post('/v1/labels', { rate_id: rates[0].id })
    const row = page.getByRole('row').filter({ has: page.getByTitle(id) })
    await row.getByText('verified here').waitFor()
    await row.getByText('204').waitFor()
    await watched.checkPage()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('No more events are sent.').waitFor()
    expect((await account.webhook.get()).url).toBeNull()
  })

  it('the webhook page of the dashboard adds a fault that drops an event, and its button Resend sends the event again', async () => {
    const { account, post, at } = await createTestAccount()
    const receiver = await startReceiver({
      answer: (socket) => socket.write(renderHttpResponse('204 No Content')),
    })
    try {
      await account.webhook.set(receiver.url)
      const watched = await simulator.open(at('/webhooks'))
      const { page } = watched
      await page.getByRole('button', { name: 'Add fault' }).click()
      await page.getByText('is active.').waitFor()
      const [fault] = await account.faults.list()
      expect(fault).toMatchObject({ target: 'webhook', mode: 'drop', times: 1 })
      const { rates } = await post('/v1/rates', ratesBody())
      const { id } = await post('/v1/labels', { rate_id: rates[0].id })
      await account.clock.advance('0s')
      expect(receiver.requests).toHaveLength(0)
      const row = page.getByRole('row').filter({ has: page.getByTitle(id) })
      await row.getByText('A fault dropped it before it reached the receiver.').waitFor()
      await page.getByRole('button', { name: `Resend: ${id}` }).click()
      await page.getByText('The delivery was sent again.').waitFor()
      expect(receiver.requests).toHaveLength(1)
      await row.getByText('The receiver accepted it with 204.').waitFor()
      await watched.checkPage()
    } finally {
      await receiver.stop()
    }
  })

  it('the webhook page of the dashboard shows each new delivery without a reload of the page, the newest first', async () => {
    const { account, post, at } = await createTestAccount()
    const watched = await simulator.open(at('/webhooks'))
    await waitUntilEventStreamIsOpen(watched)
    const { rates } = await post('/v1/rates', ratesBody())
    await account.clock.advance('1s')
    const label = await post('/v1/labels', { rate_id: rates[0].id })
    await account.clock.advance('0s')
    const newest = watched.page.getByRole('region', { name: 'Deliveries', exact: true }).locator('tbody > tr')
    await newest.first().getByTitle(label.id).waitFor()
    await newest.first().getByText('refused').waitFor()
    expect(await newest.count()).toBe(2)
  })

  it('the dashboard page of a webhook delivery lists its attempts, and its button Resend adds one', async () => {
    const { account, at } = await createTestAccount()
    const watched = await simulator.open(at('/webhooks'))
    const { page } = watched
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await waitUntilEventStreamIsOpen(watched)
    const attempts = page.getByRole('region', { name: 'Attempts', exact: true }).last().locator('tbody > tr')
    expect(await attempts.count()).toBe(5)
    await attempts.nth(1).getByText('2030-03-04 12:05:00').waitFor()
    await page.getByRole('button', { name: 'Resend' }).click()
    await page.getByText('The delivery was sent again.').waitFor()
    const [delivery] = await account.webhook.deliveries()
    expect(delivery).toMatchObject({ attempts: 2, next_attempt_at: '2030-03-04T12:05:00.000Z' })
    expect(await attempts.count()).toBe(6)
    await waitUntilEventStreamIsOpen(watched)
    await account.clock.advance('5m')
    await attempts.nth(2).getByText('refused').waitFor()
    expect(await attempts.count()).toBe(6)
  })

  it('the dashboard page of a webhook delivery confirms a resend only after the slow receiver has responded', async () => {
    const { account, post, at } = await createTestAccount()
    const receiver = await startReceiver({
      answer: (socket) => {
        if (receiver.requests.length === 1) socket.write(renderHttpResponse('500 Not Now'))
        else setTimeout(() => socket.write(renderHttpResponse('204 No Content')), 500)
      },
    })
    try {
      await account.webhook.set(receiver.url)
      const { rates } = await post('/v1/rates', ratesBody())
      await post('/v1/labels', { rate_id: rates[0].id })
      await account.clock.advance('0s')
      const readNewestDelivery = async () => (await account.webhook.deliveries())[0]
      const { page } = await simulator.open(at(`/webhooks/${(await readNewestDelivery())?.id}`))
      await page.getByRole('button', { name: 'Resend' }).click()
      await page.getByText('The delivery was sent again.').waitFor()
      expect(await readNewestDelivery()).toMatchObject({ status: 'succeeded', attempts: 2 })
    } finally {
      await receiver.stop()
    }
  })

  it('the shell command on the dashboard page of a webhook delivery computes the signature that the delivery has', async () => {
    const { account, at } = await createTestAccount()
    const [delivery] = await account.webhook.deliveries()
    const { signing_secret } = await account.webhook.get()
    const { page } = await simulator.open(at(`/webhooks/${delivery?.id}`))
    const readCode = async (name: string) =>
      (await page.getByRole('region', { name, exact: true }).locator('code').innerText()).trim()
    const env = { ...process.env, DRYDOCK_WEBHOOK_SECRET: signing_secret ?? '' }
    const printed = execFileSync('sh', ['-c', await readCode('how to verify it')], { env }).toString()
    const [digest = ''] = /[0-9a-f]{64}/.exec(printed) ?? []
    expect(await readCode('the signature')).toBe(`PR-Signature: sha256=${digest}`)
    expect(JSON.parse(await readCode('the payload'))).toEqual(JSON.parse(delivery?.body ?? ''))
  })
})

describe('the dashboard pages of the shipments', () => {
  it('the shipments page of the dashboard shows a bought label without a reload of the page, and links its picture and PDF', async () => {
    const { account, post, at } = await createTestAccount()
    // Without a webhook, the purchase causes no delivery, so only the purchase itself can update the page.
    await account.webhook.clear()
    const watched = await simulator.open(at('/shipments'))
    await waitUntilEventStreamIsOpen(watched)
    const { page } = watched
    const rows = page.getByRole('region', { name: 'Shipments', exact: true }).locator('tbody > tr')
    expect(await rows.count()).toBe(1)
    const { rates } = await post('/v1/rates', ratesBody())
    const label = await post('/v1/labels', { rate_id: rates[0].id })
    await rows.nth(1).waitFor()
    const file = page.waitForResponse((answer) => answer.url().includes(`${label.id}/label.svg`))
    await rows.first().getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: `Label ${label.id}` }).waitFor()
    const answer = await file
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/svg+xml'])
    const picture = page.getByRole('img', { name: `Label ${label.id}` })
    await picture.waitFor()
    expect(await picture.evaluate((image) => Object(image).naturalWidth)).toBe(288)
    const pdf = await page.getByRole('link', { name: 'Open the PDF' }).getAttribute('href')
    const answered = await new TestClient(simulator.url).send({ path: pdf ?? '' })
    expect(answered.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('the dashboard page of a label offers no void after its package was scanned at the carrier', async () => {
    const { label, at } = await createTestAccount()
    const { page } = await simulator.open(at(`/shipments/${label.id}`))
    const voiding = page.getByRole('button', { name: 'Void' })
    await voiding.waitFor()
    await page.getByRole('button', { name: 'Scan at carrier' }).click()
    await page.getByText('scanned', { exact: true }).waitFor()
    expect(await voiding.count()).toBe(0)
  })

  it('the dashboard page of a label requests a void of the label', async () => {
    const { account, label, at } = await createTestAccount()
    const { page } = await simulator.open(at(`/shipments/${label.id}`))
    await page.getByRole('button', { name: 'Void' }).click()
    await confirmQuestion(page, 'Request a void')
    await page.getByText('A void is requested.').waitFor()
    await page.getByRole('button', { name: 'Void' }).waitFor({ state: 'detached' })
    const read = await sendGet(`/v1/labels/${label.id}`, account.keys.live)
    expect(read.body).toMatchObject({ void_status: 'requested' })
  })
})
