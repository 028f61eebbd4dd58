import { describe, expect, it } from 'vitest'
import { ratesBody } from '../support/labels/parcels.ts'
import { openBrowsing } from './support/browsing.ts'
import { createFilledAccount } from './support/furnished.ts'

const simulator = openBrowsing()

describe('a person who copies requests as a test', () => {
  it('Copy as test shows the code, also in another language', async () => {
    const { post, at } = await createFilledAccount(simulator.url)
    await post('/v1/rates', ratesBody())
    const watched = await simulator.open(at('/requests'))
    const { page } = watched
    await page.getByRole('link', { name: 'Copy as test' }).click()
    await page.getByRole('heading', { level: 1, name: 'Copy as test' }).waitFor()
    const code = page.getByRole('region', { name: 'the test' })
    expect(await code.innerText()).toContain('startDrydock({ seed:')
    await watched.judge()
    await page.getByRole('link', { name: 'Python unittest' }).click()
    await page.getByText('import unittest').waitFor()
    await watched.judge()
  })
})
