import { describe, expect, it } from 'vitest'
import { connectDrydock } from '../../src/client/http/connection.ts'
import { createFilledAccount, waitUntilEventStreamIsOpen } from './support/filled-account.ts'
import { serveWithBrowser } from './support/simulator-with-browser.ts'

const simulator = serveWithBrowser()

const createTestAccount = () => createFilledAccount(simulator.url)

describe('the dashboard pages of the requests and the time', () => {
  it('the dashboard pages Overview, Requests and Time are readable at 1440 and 390 px in light and dark colours', {
    timeout: 180_000,
  }, async () => {
    const { account, at } = await createTestAccount()
    const [bought] = await account.requests.list({ status: '201' })
    await account.faults.add({ target: 'carrier:UPS', mode: 'down', lasts: '10m' })
    const watched = await simulator.open(at())
    await watched.checkInAllSizesAndColours()
    for (const place of [
      '/requests',
      '/requests?path=/nowhere',
      `/requests/${bought?.id}`,
      '/time',
      '/time?span=7d',
    ]) {
      await watched.goto(at(place))
      await watched.checkInAllSizesAndColours()
    }
  })

  it('the overview of a new account shows a first request and a button that sends it', async () => {
    const dock = await connectDrydock(simulator.url)
    const account = await dock.createAccount()
    const watched = await simulator.open(`/dashboard/${account.id}`)
    await waitUntilEventStreamIsOpen(watched)
    await watched.checkPage()
    const { page } = watched
    expect(await page.getByRole('region', { name: 'a first request' }).innerText()).toContain(
      account.keys.test,
    )
    await page.getByRole('button', { name: 'Send it' }).click()
    await page.getByRole('link', { name: 'POST /v1/rates' }).waitFor()
    expect(await account.requests.list()).toMatchObject([{ path: '/v1/rates', status: 200 }])
    await watched.goto(`/dashboard/${account.id}/time`)
    await watched.checkPage()
  })
})

describe('the navigation around every dashboard page', () => {
  it('two browser windows can show the dashboards of two accounts at the same time', async () => {
    const [one, other] = [await createTestAccount(), await createTestAccount()]
    const [first, second] = [await simulator.open(one.at('/time')), await simulator.open(other.at('/time'))]
    await waitUntilEventStreamIsOpen(first)
    await waitUntilEventStreamIsOpen(second)
    await first.page.getByRole('button', { name: '+1h' }).click()
    await first.page.locator('.big-clock').getByText('13:00:00').waitFor()
    await other.account.clock.advance('1s')
    await second.page.locator('.big-clock').getByText('12:00:01').waitFor()
    expect(await one.account.clock.now()).toBe('2030-03-04T13:00:00.000Z')
    expect(await second.page.title()).toContain(other.account.id)
  })

  it('the dashboard has keyboard shortcuts, and the key ? lists them', async () => {
    const { at } = await createTestAccount()
    const watched = await simulator.open(at())
    const { page } = watched
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: 'Shortcuts' })
    await list.waitFor()
    await watched.checkPage()
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'hidden' })
    await page.keyboard.press('g')
    await page.keyboard.press('r')
    await page.getByRole('heading', { level: 1, name: 'Requests' }).waitFor()
    // Three seconds after the key g, the next key no longer belongs to the shortcut.
    await page.keyboard.press('g')
    await page.evaluate(() => {
      const now = performance.now.bind(performance)
      performance.now = () => now() + 3_000
    })
    await page.keyboard.press('o')
    await page.keyboard.press('g')
    await page.keyboard.press('?')
    await list.waitFor()
    expect(new URL(page.url()).pathname).toBe(at('/requests'))
  })

  it('the dashboard shows an error page, with its navigation, for an account, request or page that does not exist', async () => {
    const { at } = await createTestAccount()
    const watched = await simulator.open(at())
    watched.expectStatus(404)
    const { page } = watched
    const missing = [
      ['/dashboard/nobody/wallet', 'There is no account nobody.', '/dashboard/default/wallet'],
      [at('/requests/req_none'), 'There is no request req_none in this account.', at('/wallet')],
      [at('/nowhere'), `The dashboard has no page ${at('/nowhere')}.`, at('/wallet')],
    ] as const
    for (const [place, message, link] of missing) {
      await watched.goto(place)
      await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor()
      await page.getByText(message).waitFor()
      expect(await page.locator('main').innerText()).not.toMatch(/\/v1|_drydock/)
      const wallet = page.getByRole('link', { name: 'Wallet', exact: true })
      expect(await wallet.getAttribute('href')).toBe(link)
    }
  })

  it('an open dashboard page shows "Not found" once its account is deleted', async () => {
    const { account, at } = await createTestAccount()
    const watched = await simulator.open(at('/wallet'))
    await waitUntilEventStreamIsOpen(watched)
    watched.expectStatus(404)
    await account.delete()
    await watched.page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor()
    await watched.page.getByText(`There is no account ${account.id}.`).waitFor()
  })
})
