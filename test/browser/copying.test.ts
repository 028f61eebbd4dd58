import { describe, expect, it } from 'vitest'
import { ratesBody } from '../support/labels/parcels.ts'
import { createFilledAccount } from './support/filled-account.ts'
import { serveWithBrowser } from './support/simulator-with-browser.ts'

const simulator = serveWithBrowser()

describe('a person who copies requests as a test', () => {
  it('the dashboard page "Copy as test" shows the logged requests as the code of a test, in the chosen language', async () => {
    const { post, at } = await createFilledAccount(simulator.url)
    await post('/v1/rates', ratesBody())
    const watched = await simulator.open(at('/requests'))
    const { page } = watched
    await page.getByRole('link', { name: 'Copy as test' }).click()
    await page.getByRole('heading', { level: 1, name: 'Copy as test' }).waitFor()
    const code = page.getByRole('region', { name: 'the test' })
    expect(await code.innerText()).toContain('startDrydock({ seed:')
    await watched.checkPage()
    await page.getByRole('link', { name: 'Python unittest' }).click()
    await page.getByText('import unittest').waitFor()
    await watched.checkPage()
  })
})
