import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ratesBody } from '../support/labels/parcels.ts'
import { createFilledAccount } from './support/filled-account.ts'
import { serveWithBrowser } from './support/simulator-with-browser.ts'

const simulator = serveWithBrowser()

/** Opens a page that counts the clicks of a person, also after the person goes on to other pages. */
async function openPageCountingClicks(place: string, width: number) {
  const filled = await createFilledAccount(simulator.url)
  const watched = await simulator.open('/docs', { viewport: { width, height: 900 } })
  const { page } = watched
  await page.addInitScript(`document.addEventListener('click', ({ isTrusted, detail }) => {
    // A click event with the detail 0 comes from the keyboard or from a click on a label, so it does not count.
    if (isTrusted && detail > 0) sessionStorage.setItem('clicks', Number(sessionStorage.getItem('clicks')) + 1)
  }, true)`)
  await watched.goto(filled.at(place))
  return { ...filled, page }
}

const countClicks = (page: Page): Promise<number> => page.evaluate(`Number(sessionStorage.getItem('clicks'))`)

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
      const { account, post, page } = await openPageCountingClicks(place, width)
      await findLinkToPage(page, 'Carriers').click()
      await page.getByRole('button', { name: 'Take down: UPS' }).click()
      await page.getByText('The fault carrier:UPS down is active for 10m.').waitFor()
      expect(await countClicks(page)).toBeLessThanOrEqual(2)
      expect(await account.faults.list()).toMatchObject([
        { target: 'carrier:UPS', mode: 'down', lasts: '10m' },
      ])
      expect((await post('/v1/rates', ratesBody())).failed_carriers).toMatchObject([{ carrier: 'UPS' }])
    })

    it('buying a label needs at most four clicks on the dashboard', async () => {
      const { account, page } = await openPageCountingClicks(place, width)
      await findLinkToPage(page, 'Buy a label').click()
      await page.getByRole('button', { name: 'Get rates' }).click()
      await page.getByRole('button', { name: 'Buy: DHL Parcel Ground' }).click()
      await page.getByRole('heading', { level: 1, name: 'Label lbl_' }).waitFor()
      expect(await countClicks(page)).toBeLessThanOrEqual(4)
      const [newest] = await account.labels.list()
      expect(newest).toMatchObject({ carrier: 'DHL', service: 'Parcel Ground' })
      expect(page.url()).toContain(newest?.id)
    })

    it('resetting an account needs at most two clicks on the dashboard', async () => {
      const { account, page } = await openPageCountingClicks(place, width)
      await page.locator('.world > summary').click()
      await page.getByRole('button', { name: `Reset: ${account.id}` }).click()
      await page.getByText('The account is as it was at its creation.').waitFor()
      expect(await countClicks(page)).toBeLessThanOrEqual(2)
      expect(await account.labels.list()).toEqual([])
    })
  },
)
