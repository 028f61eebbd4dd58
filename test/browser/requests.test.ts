import { describe, expect, it } from 'vitest'
import { ratesBody } from '../support/labels/parcels.ts'
import { TestClient } from '../support/test-client.ts'
import { createFilledAccount } from './support/filled-account.ts'
import { serveWithBrowser } from './support/simulator-with-browser.ts'

const simulator = serveWithBrowser()

const createTestAccount = () => createFilledAccount(simulator.url)

describe('a dashboard list with more than one page', () => {
  it("the dashboard's list of requests keeps its filter from page to page, also without JavaScript", async () => {
    const { account, at } = await createTestAccount()
    await Promise.all(Array.from({ length: 130 }, () => account.wallet.fund(500)))
    const client = new TestClient(simulator.url)
    for (let sent = 0; sent < 120; sent += 1)
      await client.send({ path: '/v1/wallet?n=1', key: account.keys.live })
    const { page } = await simulator.open(at('/requests?path=/v1/wallet*&page=1'), {
      javaScriptEnabled: false,
    })
    const rows = page.locator('tbody tr')
    const pages = page.getByRole('navigation', { name: 'Pages of' })
    expect(await rows.count()).toBe(100)
    await pages.getByRole('link', { name: 'Older' }).click()
    await page.getByText('Page 2 of 2').waitFor()
    expect(await rows.count()).toBe(20)
    await page.locator('[data-row]').first().click()
    await page.getByRole('link', { name: 'All that match' }).click()
    await pages.getByRole('link', { name: 'Newer' }).click()
    expect(new URL(page.url()).search).toBe('?path=%2Fv1%2Fwallet*&page=1')
    await page.goto(new URL(at('/wallet'), simulator.url).href)
    const ledger = page.locator('#ledger-card')
    await ledger.getByRole('link', { name: 'Older' }).click()
    await ledger.getByText('Opening balance').first().waitFor()
    const { balance_cents } = await account.wallet.get()
    expect(balance_cents).toBeGreaterThan(0)
  })
})

describe('a rate limit of an account with a frozen clock', () => {
  it('if the clock is frozen and a rate limit is used up, the dashboard offers to advance the clock: at a form, a key and a request', async () => {
    const { account, at } = await createTestAccount()
    const client = new TestClient(simulator.url)
    const question = { method: 'POST', path: '/v1/rates', key: account.keys.test, body: ratesBody() }
    while ((await client.send(question)).status !== 429);
    const watched = await simulator.open(at('/buy'))
    watched.expectStatus(422)
    const { page } = watched
    const advance = page.getByRole('button', { name: /^Advance / })
    const hint = page.getByText('The clock of this account is frozen')
    await page.getByRole('button', { name: 'Get rates' }).click()
    await page.getByRole('alert').filter({ has: hint }).filter({ has: advance }).waitFor()
    const key = (await account.listKeys()).find(({ environment }) => environment === 'test')
    await watched.goto(at(`/keys?limits=${key?.id}`))
    await page.locator('#limits-card').filter({ has: hint }).waitFor()
    const [refused] = await account.requests.list({ status: '429' })
    await watched.goto(at(`/requests/${refused?.id}`))
    await advance.click()
    await page.getByText(/^The clock is now at .*\.$/).waitFor()
    expect(new URL(page.url()).pathname).toBe(at(`/requests/${refused?.id}`))
    expect(await hint.count()).toBe(0)
    expect((await client.send(question)).status).toBe(200)
  })
})

describe('a person who examines requests on the dashboard', () => {
  it('a person reads why a request failed, opens the fault that caused it, and sends the request again', async () => {
    const { account, post, at } = await createTestAccount()
    await account.faults.add({ target: 'label_creation', mode: 'error', times: 1 })
    const { rates } = await post('/v1/rates', ratesBody())
    await post('/v1/labels', { rate_id: rates[0].id })
    const watched = await simulator.open(at('/requests'))
    const { page } = watched
    // A click anywhere in a row opens the page of its request.
    await page.locator('#request-rows > tr').first().locator('td').last().click({ force: true })
    const reason = page.locator('.reason')
    expect(await reason.innerText()).toMatch(
      /^The service failed with 500 LABEL\.CREATION\.FAILED: .+, because of the fault label_creation error\.$/,
    )
    await watched.checkPage()
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByRole('heading', { level: 1, name: 'POST /v1/labels 201' }).waitFor()
    const [again, failed] = await account.requests.list()
    expect([again?.status, failed?.status]).toEqual([201, 500])
    expect(again?.request_body).toEqual(failed?.request_body)
    await page.goBack()
    await reason.getByRole('link', { name: 'the fault' }).click()
    await page.getByRole('heading', { level: 1, name: 'Carriers' }).waitFor()
  })

  it('the dashboard page of a request can change the request and send it with another key', async () => {
    const { account, post, at } = await createTestAccount()
    await post('/v1/rates', { ...ratesBody(), parcel: { weight_oz: 0 } })
    const [refused] = await account.requests.list()
    const watched = await simulator.open(at(`/requests/${refused?.id}`))
    watched.expectStatus(422)
    const { page } = watched
    await page.getByText('Edit and send').click()
    const path = page.getByRole('textbox', { name: 'Path' })
    await path.fill('/elsewhere')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('must begin with /v1 and have no spaces; it is "/elsewhere"').first().waitFor()
    await path.fill('/v1/rates')
    await page.getByRole('textbox', { name: 'Body' }).fill(JSON.stringify(ratesBody()))
    await page.getByRole('combobox', { name: 'Key' }).selectOption({ index: 0 })
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'POST /v1/rates 200' }).waitFor()
    expect((await account.requests.list())[0]).toMatchObject({ status: 200, path: '/v1/rates' })
  })

  it('the dashboard page of a request shows the filtered list of requests beside it on a wide screen only', async () => {
    const { at } = await createTestAccount()
    const watched = await simulator.open(at('/requests'))
    const { page } = watched
    await page
      .getByRole('navigation', { name: 'Filters' })
      .getByRole('link', { name: 'RATE.NOT_FOUND' })
      .click()
    await page.getByText('1 of 3 kept').waitFor()
    await page.locator('#request-rows').getByRole('link', { name: 'POST /v1/labels' }).click()
    await page.getByRole('heading', { level: 1, name: /404/ }).waitFor()
    const rows = page.locator('.beside #request-rows > tr')
    expect([await rows.count(), await rows.first().isVisible()]).toEqual([1, true])
    for (const content of ['12:00:00', 'RATE.NOT_FOUND'])
      expect(await rows.first().getByText(content).isVisible()).toBe(true)
    await page.setViewportSize({ width: 1000, height: 800 })
    expect(await rows.first().isVisible()).toBe(false)
    await watched.checkPage()
  })

  it('the dashboard page of an old request opens at its top, with the row of the request in view', async () => {
    const { account, at } = await createTestAccount()
    const client = new TestClient(simulator.url)
    for (let sent = 0; sent < 60; sent += 1) await client.send({ path: '/v1/wallet', key: account.keys.live })
    const [oldest] = (await account.requests.list()).slice(-1)
    const { page } = await simulator.open(at(`/requests/${oldest?.id}`), { reducedMotion: 'reduce' })
    expect(await page.evaluate('scrollY')).toBe(0)
    const [row, list] = [page.locator('tr.current'), page.locator('.beside')]
    const [{ y = 0, height = 0 } = {}, around] = [(await row.boundingBox()) ?? {}, await list.boundingBox()]
    expect(y).toBeGreaterThanOrEqual(around?.y ?? 0)
    expect(y + height).toBeLessThanOrEqual((around?.y ?? 0) + (around?.height ?? 0))
  })

  it('the Copy button beside the first line of a JSON body does not make the other lines narrower', async () => {
    const { account, at } = await createTestAccount()
    const [{ id } = { id: '' }] = await account.requests.list()
    const { page } = await simulator.open(at(`/requests/${id}`))
    const panel = page.locator('#answered .code').first()
    const [code, around] = [await panel.locator('pre').boundingBox(), await panel.boundingBox()]
    expect((around?.width ?? 0) - (code?.width ?? 0)).toBeLessThan(5)
  })

  it.each([
    ['UPS', 'carrier=UPS'],
    ['POST /v1/rates', 'method=POST&path=%2Fv1%2Frates'],
    ['By a fault or magic value', 'why=decided'],
  ])(
    "the dashboard's list of requests is filtered by a click on %s and shows all after a second click",
    async (name, query) => {
      const { account, post, at } = await createTestAccount()
      await account.faults.add({ target: 'carrier:UPS', mode: 'down' })
      await post('/v1/rates', ratesBody())
      const { page } = await simulator.open(at('/requests'))
      const chip = page.getByRole('navigation', { name: 'Filters' }).getByRole('link', { name, exact: true })
      await chip.click()
      await page.getByText(/\d of 4 kept/).waitFor()
      expect(new URL(page.url()).search).toBe(`?${query}`)
      const [newest] = await account.requests.list()
      await page.locator(`#${newest?.id}`).waitFor()
      await chip.click()
      await page.getByText('4 kept.').waitFor()
    },
  )

  it('the dashboard page of a request shows a curl command with the headers Authorization and Content-Type only', async () => {
    const { account, at } = await createTestAccount()
    const [{ id } = { id: '' }] = await account.requests.list()
    const { page } = await simulator.open(at(`/requests/${id}`))
    const line = await page.getByRole('region', { name: 'the request as a curl line' }).innerText()
    expect([...line.matchAll(/-H ['"]([\w-]+):/g)].map(([, name]) => name?.toLowerCase())).toEqual([
      'authorization',
      'content-type',
    ])
  })
})
