import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ratesBody } from '../support/labels/parcels.ts'
import { openBrowsing } from './support/browsing.ts'
import { createFilledAccount } from './support/furnished.ts'

const simulator = openBrowsing()

/** Opens a page that counts the clicks of a person, also across pages. */
async function openCounting(place: string, width: number) {
  const furnished = await createFilledAccount(simulator.url)
  const watched = await simulator.open('/docs', { viewport: { width, height: 900 } })
  const { page } = watched
  await page.addInitScript(`document.addEventListener('click', ({ isTrusted, detail }) => {
    // The click event of a button that was pressed by a key has no detail, and a label passes its click on to its
    // field.
    if (isTrusted && detail > 0) sessionStorage.setItem('clicks', Number(sessionStorage.getItem('clicks')) + 1)
  }, true)`)
  await watched.goto(furnished.at(place))
  return { ...furnished, page }
}

const clicksIn = (page: Page): Promise<number> => page.evaluate(`Number(sessionStorage.getItem('clicks'))`)

/** The link to a page that is visible at this width: in the rail, or in the bar at the bottom. */
const linkTo = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: /^(Pages|Quick links)$/ })
    .getByRole('link', { name, exact: true })
    .filter({ visible: true })

const places = ['/wallet', '/worlds', '/requests', '']
const cases = [1440, 390].flatMap((width) => places.map((place) => [place, width] as const))

describe.each(cases)('from the page "%s" at %i px', (place, width) => {
  it('an outage of UPS for ten minutes takes at most two clicks', async () => {
    const { account, post, page } = await openCounting(place, width)
    await linkTo(page, 'Carriers').click()
    await page.getByRole('button', { name: 'Take down: UPS' }).click()
    await page.getByText('carrier:UPS down for 10m: from now on.').waitFor()
    expect(await clicksIn(page)).toBeLessThanOrEqual(2)
    expect(await account.faults.list()).toMatchObject([{ target: 'carrier:UPS', mode: 'down', lasts: '10m' }])
    expect((await post('/v1/rates', ratesBody())).failed_carriers).toMatchObject([{ carrier: 'UPS' }])
  })

  it('a label takes at most four clicks', async () => {
    const { account, page } = await openCounting(place, width)
    await linkTo(page, 'Buy a label').click()
    await page.getByRole('button', { name: 'Get rates' }).click()
    await page.getByRole('button', { name: 'Buy: DHL Parcel Ground' }).click()
    await page.getByRole('heading', { level: 1, name: 'Label lbl_' }).waitFor()
    expect(await clicksIn(page)).toBeLessThanOrEqual(4)
    const [newest] = await account.labels.list()
    expect(newest).toMatchObject({ carrier: 'DHL', service: 'Parcel Ground' })
    expect(page.url()).toContain(newest?.id)
  })

  it('a reset takes at most two clicks', async () => {
    const { account, page } = await openCounting(place, width)
    await page.locator('.world > summary').click()
    await page.getByRole('button', { name: `Reset: ${account.id}` }).click()
    await page.getByText('The account is as at its creation.').waitFor()
    expect(await clicksIn(page)).toBeLessThanOrEqual(2)
    expect(await account.labels.list()).toEqual([])
  })
})
