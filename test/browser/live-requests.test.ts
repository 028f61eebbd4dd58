import { describe, expect, it } from 'vitest'
import { ratesBody } from '../support/labels/parcels.ts'
import { TestClient } from '../support/test-client.ts'
import { createFilledAccount, waitUntilEventStreamIsOpen } from './support/filled-account.ts'
import { serveWithBrowser } from './support/simulator-with-browser.ts'

const simulator = serveWithBrowser()

const createTestAccount = () => createFilledAccount(simulator.url)

/** A script that stores a promise: whether the next response for the list of requests replaces the list in the page. */
const watchNextSwap = `void (globalThis.swapping = new Promise((resolve) =>
  document.addEventListener('htmx:beforeSwap', ({ target, detail }) => {
    if (target.querySelector('#request-rows')) resolve(detail.shouldSwap)
  })))`

describe("the dashboard's list of requests", () => {
  it("the dashboard's list of requests shows a new request without a reload, with the fault that caused the response", async () => {
    const { account, post, at } = await createTestAccount()
    const watched = await simulator.open(at('/requests'))
    await waitUntilEventStreamIsOpen(watched)
    await account.faults.add({ target: 'api', operation: 'POST /v1/rates', mode: 'error', times: 1 })
    await post('/v1/rates', ratesBody())
    const newest = watched.page.locator('#request-rows > tr').first()
    await newest.getByText('fault: api error').waitFor()
    expect(await newest.getByRole('link', { name: 'POST /v1/rates' }).count()).toBe(1)
    await newest.getByRole('link', { name: 'fault: api error' }).click()
    await watched.page.getByRole('heading', { level: 1, name: 'Carriers' }).waitFor()
    expect(new URL(watched.page.url()).hash).toMatch(/^#flt_/)
  })

  it('the dashboard page of a refused request links to the section of the specification about its error', async () => {
    const { account, at } = await createTestAccount()
    const [refused] = await account.requests.list({ status: '404' })
    const { page } = await simulator.open(at(`/requests/${refused?.id}`))
    await page.getByRole('link', { name: 'Errors: codes' }).click()
    await page.getByRole('heading', { name: 'Codes', exact: true }).waitFor()
    expect(new URL(page.url()).hash).toBe('#codes')
  })

  it("the dashboard's list of requests does not change while it is paused", async () => {
    const { account, post, at } = await createTestAccount()
    const watched = await simulator.open(at('/requests'))
    await waitUntilEventStreamIsOpen(watched)
    const { page } = watched
    await page.keyboard.press('.')
    await page.getByRole('button', { name: 'Resume' }).waitFor()
    await post('/v1/rates', ratesBody())
    // The message that updates the time in the bar also tells the list to update, unless the list is paused.
    await account.clock.advance('1s')
    await page.locator('#state').getByText('12:00:01').waitFor()
    expect(await page.locator('#request-rows > tr').count()).toBe(3)
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.locator('#request-rows > tr').nth(3).waitFor()
  })

  it("the dashboard's list of requests drops an update that was under way when the list was paused", async () => {
    const { post, at } = await createTestAccount()
    const watched = await simulator.open(at('/requests'))
    await waitUntilEventStreamIsOpen(watched)
    const { page } = watched
    await page.route(
      '**/requests',
      async (route) => {
        await page.keyboard.press('.')
        await route.continue()
      },
      { times: 1 },
    )
    await page.evaluate(watchNextSwap)
    await post('/v1/rates', ratesBody())
    expect(await page.evaluate('swapping')).toBe(false)
    expect(await page.locator('#request-rows > tr').count()).toBe(3)
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.locator('#request-rows > tr').nth(3).waitFor()
  })

  it("the dashboard's list of requests does not change while one of its rows has the focus, and updates afterwards", async () => {
    const { account, at } = await createTestAccount()
    const watched = await simulator.open(at('/requests'))
    await waitUntilEventStreamIsOpen(watched)
    const { page } = watched
    await page.keyboard.press('.')
    await page.keyboard.press('j')
    const client = new TestClient(simulator.url)
    const sendGet = (path: string) => client.send({ path, key: account.keys.test })
    await Promise.all(Array.from({ length: 100 }, (_, at) => sendGet(`/v1/labels/lbl_${at}`)))
    await page.evaluate(watchNextSwap)
    // The key "." continues the updates of the list at once, while the row still has the focus.
    await page.keyboard.press('.')
    expect(await page.evaluate('swapping')).toBe(false)
    expect(await page.locator('#request-rows a[data-row]:focus').count()).toBe(1)
    await page.keyboard.press('/')
    await page.locator('#request-rows > tr').nth(99).waitFor()
  })

  it("the dashboard's list of requests does not change while text in it is selected, and updates afterwards", async () => {
    const { post, at } = await createTestAccount()
    const watched = await simulator.open(at('/requests'))
    await waitUntilEventStreamIsOpen(watched)
    const { page } = watched
    await page.evaluate(`getSelection().selectAllChildren(document.querySelector('#request-rows td'))`)
    await page.evaluate(
      `void (globalThis.prevented = new Promise((resolve) =>
        document.addEventListener('htmx:beforeRequest', ({ target, defaultPrevented }) => {
          if (target.querySelector('#request-rows')) resolve(defaultPrevented)
        })))`,
    )
    await post('/v1/rates', ratesBody())
    expect(await page.evaluate('prevented')).toBe(true)
    expect(await page.locator('#request-rows > tr').count()).toBe(3)
    await page.evaluate('getSelection().removeAllRanges()')
    await page.locator('#request-rows > tr').nth(3).waitFor()
  })

  it("the dashboard's list of requests shows at most a hundred rows, the latest ones, after six hundred requests", async () => {
    const { account, at } = await createTestAccount()
    const watched = await simulator.open(at('/requests'))
    await waitUntilEventStreamIsOpen(watched)
    const client = new TestClient(simulator.url)
    const sendGet = (path: string) => client.send({ path, key: account.keys.test })
    for (let sent = 0; sent < 600; sent += 20)
      await Promise.all(Array.from({ length: 20 }, (_, at) => sendGet(`/v1/labels/lbl_${sent + at}`)))
    await sendGet('/v1/labels/lbl_the_last')
    await watched.page.getByRole('link', { name: '/v1/labels/lbl_the_last' }).waitFor()
    expect(await watched.page.locator('#request-rows > tr').count()).toBe(100)
  })

  it("the dashboard's list of requests keeps its filter in the URL, and explains a wrong filter", async () => {
    const { at } = await createTestAccount()
    const watched = await simulator.open(at('/requests'))
    const { page } = watched
    await page.keyboard.press('/')
    await page.keyboard.type('/v1/labels*')
    await page.getByRole('textbox', { name: 'Status' }).fill('4xx')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByText('1 of 3 kept').waitFor()
    expect(new URL(page.url()).searchParams.get('status')).toBe('4xx')
    expect(await page.locator('#request-rows > tr').count()).toBe(1)
    await page.getByRole('textbox', { name: 'Status' }).fill('9')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByText('must be a status from 100 to 599').waitFor()
  })

  it('the dashboard page of a request shows its effects and the request as a curl command', async () => {
    const { at, label } = await createTestAccount()
    const watched = await simulator.open(at('/requests?status=2xx&path=/v1/labels'))
    const { page } = watched
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'POST /v1/labels 201' }).waitFor()
    const changed = page.getByRole('region', { name: 'Effects' })
    expect(await changed.innerText()).toContain(label.id)
    expect(await changed.innerText()).toMatch(/\$1,000\.00 → \$9\d\d\.\d\d/)
    expect(await page.getByRole('region', { name: 'the request as a curl line' }).innerText()).toContain(
      '--data-raw',
    )
  })

  it("the dashboard's list of requests shows HTML sent by a client as plain text", async () => {
    const { account, at } = await createTestAccount()
    const hostile = `<img src=x onerror=alert(1)><a hx-get="/x" hx-trigger="load">\u202e`
    await new TestClient(simulator.url).send({
      method: 'POST',
      path: `/v1/rates?${encodeURIComponent(hostile)}`,
      key: account.keys.test,
      body: { name: hostile },
    })
    const watched = await simulator.open(at('/requests'))
    await watched.page.locator('#request-rows a').first().click()
    await watched.page
      .getByRole('region', { name: 'Request body' })
      .getByText('onerror=alert')
      .first()
      .waitFor()
    expect(await watched.page.locator('main img').count()).toBe(0)
  })
})
