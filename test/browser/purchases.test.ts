import { describe, expect, it } from 'vitest'
import { ratesBody } from '../support/labels/parcels.ts'
import { createFilledAccount, waitUntilEventStreamIsOpen } from './support/filled-account.ts'
import { serveWithBrowser } from './support/simulator-with-browser.ts'

const simulator = serveWithBrowser()

describe('a person who tests purchases', () => {
  it('a person declines the card on the dashboard, and reads there why the next purchase was refused', async () => {
    const { account, post, at } = await createFilledAccount(simulator.url)
    const watched = await simulator.open(at('/wallet'))
    const { page } = watched
    await page.getByRole('button', { name: 'Decline until changed' }).click()
    await page.getByText('The card is declined now.').waitFor()
    await page.getByRole('spinbutton', { name: 'Balance in dollars' }).fill('0.01')
    await page.getByRole('button', { name: 'Set the balance' }).click()
    await page.getByText('The wallet holds $0.01 now.').waitFor()
    expect(await account.wallet.get()).toMatchObject({ payment_method: 'declined', balance_cents: 1 })

    await page.getByRole('link', { name: 'Overview' }).click()
    await waitUntilEventStreamIsOpen(watched)
    const { rates } = await post('/v1/rates', ratesBody())
    const refusal = await post('/v1/labels', { rate_id: rates[0].id })
    const code: string = refusal.error.code
    const newest = page.getByRole('row').filter({ hasText: code }).first()
    await newest.getByRole('link', { name: 'POST /v1/labels' }).click()
    await page.getByRole('heading', { level: 1, name: /POST \/v1\/labels 4\d\d/ }).waitFor()
    expect(await page.getByRole('region', { name: 'Response body' }).innerText()).toContain(
      refusal.error.message,
    )
    await page.getByRole('link', { name: code }).first().click()
    await page.getByRole('heading', { level: 1, name: code }).waitFor()
    await watched.checkPage()
  })
})
