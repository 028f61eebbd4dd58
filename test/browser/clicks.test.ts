import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ratesBody } from '../support/labels/parcels.ts'
import { createFilledAccount } from './support/filled-account.ts'
import { serveWithBrowser } from './support/simulator-with-browser.ts'

const simulator = serveWithBrowser()

async function openPageOfFilledAccount(place: string, width: number) {
  const filled = await createFilledAccount(simulator.url)
  const watched = await simulator.open(filled.at(place), { viewport: { width, height: 900 } })
  return { ...filled, watched, page: watched.page }
}

/** Finds the visible link to a page: at the left on a wide screen, or at the bottom on a narrow one. */
const findLinkToPage = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: /^(Pages|Quick links)$/ })
    .getByRole('link', { name, exact: true })
    .filter({ visible: true })

const places = ['/wallet', '/worlds', '/requests', '']
const cases = [1440, 390].flatMap((width) => places.map((place) => [place, width] as const))

describe.each(cases)(
  'the number of clicks from the dashboard page "%s" at a width of %i px',
  (place, width) => {
    it('taking UPS down for ten minutes needs at most two clicks on the dashboard', async () => {
      const { account, post, watched, page } = await openPageOfFilledAccount(place, width)
      await findLinkToPage(page, 'Carriers').click()
      await page.getByRole('button', { name: 'Take down: UPS' }).click()
      await page.getByText('The fault carrier:UPS down is active for 10m.').waitFor()
      expect(await watched.countClicks()).toBeLessThanOrEqual(2)
      expect(await account.faults.list()).toMatchObject([
        { target: 'carrier:UPS', mode: 'down', lasts: '10m' },
      ])
      expect((await post('/v1/rates', ratesBody())).failed_carriers).toMatchObject([{ carrier: 'UPS' }])
    })

    it('buying a label needs at most four clicks on the dashboard', async () => {
      const { account, watched, page } = await openPageOfFilledAccount(place, width)
      await findLinkToPage(page, 'Buy a label').click()
      await page.getByRole('button', { name: 'Get rates' }).click()
      await page.getByRole('button', { name: 'Buy: DHL Parcel Ground' }).click()
      await page.getByRole('heading', { level: 1, name: 'Label lbl_' }).waitFor()
      expect(await watched.countClicks()).toBeLessThanOrEqual(4)
      const [newest] = await account.labels.list()
      expect(newest).toMatchObject({ carrier: 'DHL', service: 'Parcel Ground' })
      expect(page.url()).toContain(newest?.id)
    })

    it('resetting an account needs at most two clicks on the dashboard', async () => {
      const { account, watched, page } = await openPageOfFilledAccount(place, width)
      await page.locator('.world > summary').click()
      await page.getByRole('button', { name: `Reset: ${account.id}` }).click()
      await page.getByText('The account is as it was at its creation.').waitFor()
      expect(await watched.countClicks()).toBeLessThanOrEqual(2)
      expect(await account.labels.list()).toEqual([])
    })
  },
)
