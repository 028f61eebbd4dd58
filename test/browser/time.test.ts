import { describe, expect, it } from 'vitest'
import { connectDrydock } from '../../src/client/http/connection.ts'
import { createFilledAccount, waitUntilEventStreamIsOpen } from './support/filled-account.ts'
import { serveWithBrowser } from './support/simulator-with-browser.ts'

const simulator = serveWithBrowser()

const createTestAccount = () => createFilledAccount(simulator.url)

describe('the dashboard page of the time', () => {
  it('the dashboard page Time previews the next webhook attempt, advances to it and shows its result', async () => {
    const { account, at } = await createTestAccount()
    const watched = await simulator.open(at('/time'))
    const { page } = watched
    await page.getByLabel('Until').selectOption('webhook')
    await page.getByRole('button', { name: 'Preview: the next event' }).click()
    const preview = page.getByRole('region', { name: 'Preview', exact: true })
    await preview.getByText('Triggers 1 webhook attempt.').waitFor()
    await preview.getByRole('link', { name: 'attempt 2 to http://127.0.0.1:9/' }).waitFor()
    expect(await account.clock.now()).toBe('2030-03-04T12:00:00.000Z')
    await watched.checkPage()
    await preview.getByRole('button', { name: 'Advance' }).click()
    await page.getByText('The clock is now at 2030-03-04 12:05:00.').waitFor()
    await page.getByRole('heading', { name: '1 event since 2030-03-04 12:00:00' }).waitFor()
    const events = page.getByRole('region', { name: 'Events on the way' })
    await events.getByRole('link', { name: 'attempt 2 to http://127.0.0.1:9/: refused' }).waitFor()
    await watched.checkPage()
    expect(await account.clock.now()).toBe('2030-03-04T12:05:00.000Z')
    const [delivery] = await account.webhook.deliveries()
    expect(delivery?.attempts).toBe(2)
    const table = page.getByRole('region', { name: 'Past and due events' })
    await table.getByText('attempt 2 to http://127.0.0.1:9/: refused').waitFor()
    await page.reload()
    expect(await page.getByText('The clock is now at 2030-03-04 12:05:00.').count()).toBe(0)
  })

  it('the forms on the dashboard page Time advance, run, speed up and freeze the clock, and show the commands for these actions', async () => {
    const { account, at } = await createTestAccount()
    const watched = await simulator.open(at('/time'))
    const { page } = watched
    await page.getByRole('textbox', { name: 'Span' }).fill('90m')
    await page.getByRole('button', { name: 'Preview: a span' }).click()
    await page.getByRole('button', { name: 'Advance: as previewed' }).click()
    await page.getByText('The clock is now at 2030-03-04 13:30:00.').waitFor()
    await page.getByRole('textbox', { name: 'Instant UTC' }).fill('2030-03-05 12:00')
    await page.getByRole('button', { name: 'Preview: an instant' }).click()
    await page.getByRole('button', { name: 'Advance: as previewed' }).click()
    await page.getByText('The clock is now at 2030-03-05 12:00:00.').waitFor()
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByText('The clock runs.').waitFor()
    expect(await account.clock.get()).toMatchObject({ mode: 'realtime', rate: 1 })
    await page.getByRole('spinbutton', { name: 'Speed' }).fill('60.5')
    await page.getByRole('button', { name: 'Run at this speed' }).click()
    await page.getByText('60.5 times as fast').waitFor()
    await page.getByRole('button', { name: 'Freeze' }).click()
    await page.getByText('The clock is frozen.').waitFor()
    expect(await account.clock.get()).toMatchObject({ mode: 'frozen', rate: 60.5 })
    const command = page.getByRole('region', { name: 'Freeze with drydock' })
    expect(await command.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Show commands' }).click()
    await command.getByText('drydock clock freeze').waitFor()
    await page.reload()
    await command.getByText('drydock clock freeze').waitFor()
  })

  it('the dashboard page Time explains a wrong time span at its field, also without JavaScript', async () => {
    const { account, at } = await createTestAccount()
    const watched = await simulator.open(at('/time'), { javaScriptEnabled: false })
    watched.expectStatus(422)
    const { page } = watched
    await page.getByRole('textbox', { name: 'Span' }).fill('soon')
    await page.getByRole('button', { name: 'Preview: a span' }).click()
    const field = page.getByRole('textbox', { name: 'Span' })
    expect(await field.inputValue()).toBe('soon')
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect(await page.locator('#preview-by-error').innerText()).toContain('must be a duration')
    expect(await account.clock.now()).toBe('2030-03-04T12:00:00.000Z')
  })

  it('each button of the dashboard page Time says what it triggers, and the page lists the triggered events afterwards', async () => {
    const { account, at } = await createTestAccount()
    const watched = await simulator.open(at('/time'), { javaScriptEnabled: false })
    const { page } = watched
    const [{ id = '' } = {}] = [
      await account.faults.add({ target: 'carrier:UPS', mode: 'down', lasts: '10m' }),
    ]
    await page.reload()
    const hour = page.locator('#quick-moves .row', { hasText: '+1h' })
    expect(await hour.innerText()).toMatch(/Triggers 2 webhook attempts|Triggers 1 webhook attempt/)
    expect(await hour.innerText()).toMatch(/Ends: fault carrier:UPS down, 1 quote\./)
    const minute = page.locator('#quick-moves .row', { hasText: '+1m' })
    expect(await minute.innerText()).toContain('Nothing is due, and nothing ends.')
    await hour.getByRole('button', { name: '+1h' }).click()
    const events = page.getByRole('region', { name: 'Events on the way' })
    await events.getByRole('link', { name: 'carrier:UPS down ends' }).waitFor()
    await events.getByRole('link', { name: 'rates quoted at 12:00:00 UTC expire' }).waitFor()
    expect(await account.clock.now()).toBe('2030-03-04T13:00:00.000Z')
    expect((await account.faults.list()).map((fault) => fault.id)).toEqual([id])
  })

  it('the dashboard page Time shows an advance by another client without a reload of the page', async () => {
    const { account, at } = await createTestAccount()
    const watched = await simulator.open(at('/time'))
    await waitUntilEventStreamIsOpen(watched)
    await account.clock.advance('1d')
    await watched.page.locator('.big-clock').getByText('2030-03-05 12:00:00').waitFor()
    await account.faults.add({ target: 'carrier:UPS', mode: 'down' })
    await watched.page.locator('#state').getByText('1 fault').waitFor()
  })

  it('the clock on a dashboard page stops at the end of the year 9999, as the clock of the account does', async () => {
    const dock = await connectDrydock(simulator.url)
    const clock = { mode: 'realtime', rate: 1000, now: '9999-12-31T23:59:59Z' } as const
    const { id } = await dock.createAccount({ clock })
    const { page } = await simulator.openNew('/docs')
    await page.clock.install()
    await page.goto(`${simulator.url}/dashboard/${id}`)
    await page.clock.runFor('01:00')
    expect(await page.locator('#state time').textContent()).toBe('9999-12-31 23:59:59')
  })

  it('the dashboard page Time shows an advance that happened while the page was loading', async () => {
    const { account, at } = await createTestAccount()
    const watched = await simulator.open(at())
    await watched.page.route('**/ticks?*', async (route) => {
      await account.clock.advance('1d')
      await route.continue()
    })
    await watched.goto(at('/time'))
    await watched.page.locator('.big-clock').getByText('2030-03-05 12:00:00').waitFor()
  })
})
