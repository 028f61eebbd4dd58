import { describe, expect, it } from 'vitest'
import { ratesBody } from '../support/labels/parcels.ts'
import { TestClient } from '../support/test-client.ts'
import { openBrowsing } from './support/browsing.ts'
import { awaitStream, createFilledAccount } from './support/furnished.ts'

const simulator = openBrowsing()

const furnish = () => createFilledAccount(simulator.url)

/** Resolves with whether the next response for the list of requests replaces the list in the page. */
const tellOfSwap = `void (globalThis.swapping = new Promise((resolve) =>
  document.addEventListener('htmx:beforeSwap', ({ target, detail }) => {
    if (target.querySelector('#request-rows')) resolve(detail.shouldSwap)
  })))`

describe('requests', () => {
  it('the page of requests shows them as they come, with their reasons', async () => {
    const { account, post, at } = await furnish()
    const watched = await simulator.open(at('/requests'))
    await awaitStream(watched)
    await account.faults.add({ target: 'api', operation: 'POST /v1/rates', mode: 'error', times: 1 })
    await post('/v1/rates', ratesBody())
    const newest = watched.page.locator('#request-rows > tr').first()
    await newest.getByText('fault: api error').waitFor()
    expect(await newest.getByRole('link', { name: 'POST /v1/rates' }).count()).toBe(1)
    await newest.getByRole('link', { name: 'fault: api error' }).click()
    await watched.page.getByRole('heading', { level: 1, name: 'Carriers' }).waitFor()
    expect(new URL(watched.page.url()).hash).toMatch(/^#flt_/)
  })

  it('a refused request links to its section of the specification', async () => {
    const { account, at } = await furnish()
    const [refused] = await account.requests.list({ status: '404' })
    const { page } = await simulator.open(at(`/requests/${refused?.id}`))
    await page.getByRole('link', { name: 'Errors: codes' }).click()
    await page.getByRole('heading', { name: 'Codes', exact: true }).waitFor()
    expect(new URL(page.url()).hash).toBe('#codes')
  })

  it('the list of requests does not change while it is paused', async () => {
    const { account, post, at } = await furnish()
    const watched = await simulator.open(at('/requests'))
    await awaitStream(watched)
    const { page } = watched
    await page.keyboard.press('.')
    await page.getByRole('button', { name: 'Go on' }).waitFor()
    await post('/v1/rates', ratesBody())
    // The same message of the server updates the state in the bar, so the list could have been updated, too.
    await account.clock.advance('1s')
    await page.locator('#state').getByText('12:00:01').waitFor()
    expect(await page.locator('#request-rows > tr').count()).toBe(3)
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.locator('#request-rows > tr').nth(3).waitFor()
  })

  it('the list of requests does not change if its response was under way when it was paused', async () => {
    const { post, at } = await furnish()
    const watched = await simulator.open(at('/requests'))
    await awaitStream(watched)
    const { page } = watched
    await page.route(
      '**/requests',
      async (route) => {
        await page.keyboard.press('.')
        await route.continue()
      },
      { times: 1 },
    )
    await page.evaluate(tellOfSwap)
    await post('/v1/rates', ratesBody())
    expect(await page.evaluate('swapping')).toBe(false)
    expect(await page.locator('#request-rows > tr').count()).toBe(3)
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.locator('#request-rows > tr').nth(3).waitFor()
  })

  it('the list of requests keeps the row with the focus, and updates when the focus moves', async () => {
    const { account, at } = await furnish()
    const watched = await simulator.open(at('/requests'))
    await awaitStream(watched)
    const { page } = watched
    await page.keyboard.press('.')
    await page.keyboard.press('j')
    const client = new TestClient(simulator.url)
    const ask = (path: string) => client.send({ path, key: account.keys.test })
    await Promise.all(Array.from({ length: 100 }, (_, at) => ask(`/v1/labels/lbl_${at}`)))
    await page.evaluate(tellOfSwap)
    // Continues without waiting for the button to get the focus.
    await page.keyboard.press('.')
    expect(await page.evaluate('swapping')).toBe(false)
    expect(await page.locator('#request-rows a[data-row]:focus').count()).toBe(1)
    await page.keyboard.press('/')
    await page.locator('#request-rows > tr').nth(99).waitFor()
  })

  it('the list of requests does not change while text is selected, and updates afterwards', async () => {
    const { post, at } = await furnish()
    const watched = await simulator.open(at('/requests'))
    await awaitStream(watched)
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

  it('the list of requests has at most a hundred rows, and ends with the latest', async () => {
    const { account, at } = await furnish()
    const watched = await simulator.open(at('/requests'))
    await awaitStream(watched)
    const client = new TestClient(simulator.url)
    const ask = (path: string) => client.send({ path, key: account.keys.test })
    for (let sent = 0; sent < 600; sent += 20)
      await Promise.all(Array.from({ length: 20 }, (_, at) => ask(`/v1/labels/lbl_${sent + at}`)))
    await ask('/v1/labels/lbl_the_last')
    await watched.page.getByRole('link', { name: '/v1/labels/lbl_the_last' }).waitFor()
    expect(await watched.page.locator('#request-rows > tr').count()).toBe(100)
  })

  it('the URL filters the list of requests, and can be bookmarked', async () => {
    const { at } = await furnish()
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

  it('a request has a page with its reasons, its effects and a form to send it again', async () => {
    const { at, label } = await furnish()
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

  it('requests of hostile clients are shown as text', async () => {
    const { account, at } = await furnish()
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
