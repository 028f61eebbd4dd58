import { describe, expect, it } from 'vitest'
import { ratesBody } from '../support/labels/parcels.ts'
import { createFilledAccount, waitUntilEventStreamIsOpen } from './support/filled-account.ts'
import { serveWithBrowser } from './support/simulator-with-browser.ts'

const simulator = serveWithBrowser()

/** Creates an account with a label and its tracker. */
async function createTrackedAccount() {
  const filled = await createFilledAccount(simulator.url)
  const { post, label } = filled
  const tracker = await post('/v1/trackers', {
    tracking_number: label.tracking_number,
    carrier: label.carrier,
  })
  return { ...filled, tracker }
}

/** Creates a batch of `count` items, one of which cannot be bought. */
async function createBatch({ post }: Awaited<ReturnType<typeof createFilledAccount>>, count: number) {
  const item = { ...ratesBody(), carrier: 'USPS', service: 'Priority Mail', rate_cents: 1 }
  const items = Array.from({ length: count }, (_, at) => (at === 7 ? { ...item, service: 'No Such' } : item))
  return post('/v1/batches', { items })
}

describe('the dashboard pages of the trackers and the batches', () => {
  it('the dashboard pages of trackers and batches are readable at 1440 and 390 px in light and dark colours', {
    timeout: 180_000,
  }, async () => {
    const filled = await createTrackedAccount()
    const { at, tracker, post, account } = filled
    const empty = (place: string) => at(place)
    const watched = await simulator.open(empty('/batches'))
    await watched.checkInAllSizesAndColours()
    const batch = await createBatch(filled, 120)
    await post(`/v1/batches/${batch.id}/buy`, {})
    await account.clock.advance('1s')
    for (const place of [
      '/tracking',
      `/tracking/${tracker.id}`,
      '/batches',
      `/batches/${batch.id}`,
      `/batches/${batch.id}?page=3`,
      `/batches/${batch.id}?status=failed`,
    ]) {
      await watched.goto(at(place))
      await watched.checkInAllSizesAndColours()
    }
  })
})

describe('the dashboard page of a tracker', () => {
  it('the dashboard button "Add event" delivers a parcel and polls its tracker at once, without moving time', async () => {
    const { at, tracker, account, label } = await createTrackedAccount()
    const { page } = await simulator.open(at('/tracking'))
    await page.getByRole('link', { name: label.tracking_number }).click()
    const journey = page.getByRole('region', { name: 'Journey', exact: true })
    expect(await journey.getByText('to come').count()).toBe(8)
    await page.getByRole('combobox', { name: 'Status' }).selectOption('delivered')
    await page.getByRole('textbox', { name: "The carrier's message" }).fill('Left at the door')
    await page.getByRole('button', { name: 'Add event' }).click()
    await page.getByText('The carrier says: delivered.').waitFor()
    await journey.getByText('Left at the door').waitFor()
    expect(await journey.getByText('not polled yet').count()).toBe(0)
    const readTracker = async () => (await account.trackers.list()).find(({ id }) => id === tracker.id)
    expect(await readTracker()).toMatchObject({
      status: 'delivered',
      next_poll_at: '2030-03-04T16:00:00.000Z',
    })
    expect(await account.clock.now()).toBe('2030-03-04T12:00:00.000Z')
    await page.getByRole('button', { name: 'Advance to its next poll' }).click()
    await page.getByText('The clock is now at 2030-03-04 16:00:00.').waitFor()
    expect(await journey.getByText('not polled yet').count()).toBe(0)
    expect(await readTracker()).toMatchObject({ status: 'delivered', script: null })
  })

  it('the dashboard page of a tracker advances time to the next event, and makes the parcel follow another tracking script', async () => {
    const { at, tracker, account } = await createTrackedAccount()
    const { page } = await simulator.open(at(`/tracking/${tracker.id}`))
    const journey = page.getByRole('region', { name: 'Journey', exact: true })
    await journey.getByText(/^The parcel will be in transit\. Triggers .*1 poll/).waitFor()
    await page.getByRole('button', { name: 'Advance to the next event' }).click()
    await page.getByText('The clock is now at 2030-03-04 18:00:00.').waitFor()
    expect(await journey.getByText('to come').count()).toBe(7)
    await page.getByRole('button', { name: 'Lose it' }).click()
    await page.getByText('The parcel gets its last scans in three days, and none after that.').waitFor()
    const [listed] = await account.trackers.list()
    expect(listed?.script).toBe('lost')
    await page.getByRole('button', { name: 'Hold it' }).click()
    await page.getByText('The parcel is held at a pickup point. Its tracker was polled at once.').waitFor()
    expect(await account.trackers.list()).toMatchObject([{ status: 'exception' }])
    await page.getByRole('button', { name: 'Deliver it' }).click()
    await page.getByText('The parcel is delivered. Its tracker was polled at once.').waitFor()
    expect(await account.trackers.list()).toMatchObject([{ status: 'delivered' }])
    expect(await account.clock.now()).toBe('2030-03-04T18:00:00.000Z')
    await page.getByText('The journey has ended.').waitFor()
    expect(await page.getByRole('button', { name: 'Hold it' }).count()).toBe(0)
    await page.getByRole('combobox', { name: 'Script' }).selectOption('held')
    await page.getByRole('button', { name: 'Follow script' }).click()
    await page.getByText('The parcel follows the script held from now on.').waitFor()
    await journey.getByText('exception').first().waitFor()
  })

  it('the dashboard page of a tracker lists the events that an advance of time triggered, each with a link', async () => {
    const { at, tracker, label, account } = await createTrackedAccount()
    const watched = await simulator.open(at(`/tracking/${tracker.id}`))
    const { page } = watched
    const events = page.getByRole('region', { name: 'Events on the way' })
    await page.getByRole('button', { name: 'Advance to its next poll' }).click()
    const poll = events.getByRole('link', { name: `poll of ${label.carrier} ${label.tracking_number}` })
    expect(await poll.getAttribute('href')).toBe(at(`/tracking/${tracker.id}`))
    await watched.checkPage()
    await watched.goto(at(`/shipments/${label.id}`))
    await page.getByRole('button', { name: 'Advance to the next event' }).click()
    await page.getByText('The clock is now at 2030-03-04 18:00:00.').waitFor()
    const [scanned] = (await account.trackers.list()).map(({ id }) => id)
    expect(scanned).toBe(tracker.id)
    const scan = events.getByRole('row', { name: /Scan/ }).getByRole('link')
    expect(await scan.getAttribute('href')).toBe('#journey')
    expect(await page.getByRole('region', { name: 'Journey', exact: true }).innerText()).toContain(
      await scan.innerText(),
    )
    await watched.checkPage()
  })

  it('the dashboard page of trackers registers a tracker, and explains why a tracking number is refused', async () => {
    const { at, account } = await createTrackedAccount()
    const watched = await simulator.open(at('/tracking'))
    watched.expectStatus(422)
    const { page } = watched
    const number = page.getByRole('textbox', { name: 'Tracking number' })
    await number.fill('99994001')
    await page.getByRole('combobox', { name: 'Carrier' }).selectOption('UPS')
    await page.getByRole('button', { name: 'Track parcel' }).click()
    await page.getByRole('heading', { level: 1, name: 'Tracker trk_' }).waitFor()
    const listed = await account.trackers.list()
    expect(listed).toContainEqual(
      expect.objectContaining({ tracking_number: '99994001', status: 'delivered' }),
    )
    await watched.goto(at('/tracking'))
    await number.fill('9'.repeat(600))
    await page.getByRole('button', { name: 'Track parcel' }).click()
    await page.getByRole('alert').getByText('The service refused the request with 422').waitFor()
    expect(await number.getAttribute('aria-invalid')).toBe('true')
    expect(await account.trackers.list()).toHaveLength(2)
    await watched.checkPage()
  })

  it('the dashboard page of a label registers a tracker for it, and then links to that tracker', async () => {
    const { at, label, account } = await createFilledAccount(simulator.url)
    const { page } = await simulator.open(at(`/shipments/${label.id}`))
    await page.getByRole('button', { name: 'Track parcel' }).click()
    await page.getByRole('heading', { level: 1, name: 'Tracker trk_' }).waitFor()
    const [tracker = expect.fail()] = await account.trackers.list()
    expect(tracker.tracking_number).toBe(label.tracking_number)
    await page.getByRole('link', { name: label.id }).click()
    await page.getByRole('heading', { level: 1, name: 'Label lbl_' }).waitFor()
    await page.getByRole('link', { name: tracker.id }).click()
    await page.getByRole('heading', { level: 1, name: `Tracker ${tracker.id}` }).waitFor()
    await page.goto(`${simulator.url}${at(`/shipments/${label.id}`)}`)
    expect(await page.getByRole('button', { name: 'Track parcel' }).count()).toBe(0)
  })

  it('the dashboard page of a tracker shows an event added by another client, and polls without moving time', async () => {
    const { at, tracker, account, label } = await createTrackedAccount()
    const watched = await simulator.open(at(`/tracking/${tracker.id}`))
    await waitUntilEventStreamIsOpen(watched)
    await account.tracking.event(label.tracking_number, { status: 'exception', status_detail: 'The dog' })
    await watched.page.getByText('The dog').waitFor()
    await watched.page.getByText('not polled yet').waitFor()
    await watched.page.getByRole('button', { name: 'Poll now' }).click()
    await watched.page.getByText('Its tracker was polled at once.').waitFor()
    expect(await watched.page.getByText('not polled yet').count()).toBe(0)
    expect(await account.trackers.list()).toMatchObject([{ status: 'exception' }])
    expect(await account.clock.now()).toBe('2030-03-04T12:00:00.000Z')
  })
})

describe('the dashboard page of a batch', () => {
  it('the dashboard button "Buy it" of a batch starts its processing and then disappears', async () => {
    const filled = await createTrackedAccount()
    const { id } = await createBatch(filled, 8)
    const { page } = await simulator.open(filled.at(`/batches/${id}`))
    await page.getByRole('button', { name: 'Buy batch' }).click()
    await page.getByText('The service buys 50 items per second').waitFor()
    await page.getByRole('button', { name: 'Buy batch' }).waitFor({ state: 'detached' })
    expect((await filled.account.batches.list())[0]).toMatchObject({ id, status: 'processing' })
  })

  it('the dashboard page of a batch of 500 items shows its progress and its failed items without a reload of the page', async () => {
    const filled = await createTrackedAccount()
    const { at, post, account } = filled
    const watched = await simulator.open(at('/batches'))
    const { page } = watched
    await waitUntilEventStreamIsOpen(watched)
    const batch = await createBatch(filled, 500)
    await page.getByRole('link', { name: '500 items' }).click()
    await waitUntilEventStreamIsOpen(watched)
    await page.getByText('0 of 500', { exact: true }).waitFor()
    await post(`/v1/batches/${batch.id}/buy`, {})
    await page.getByText('processing', { exact: true }).waitFor()
    await account.clock.advance('3s')
    await page.getByText('150 of 500, 1 failed', { exact: true }).waitFor()
    expect(await page.getByRole('progressbar').getAttribute('value')).toBe('150')
    await page.getByText('Triggers 1 step of a batch').waitFor()
    await page.getByRole('button', { name: 'Advance to its next step' }).click()
    await page.getByRole('region', { name: 'Events on the way' }).getByRole('link').first().waitFor()
    await page.getByText('200 of 500, 1 failed', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Advance to its end' }).click()
    await page.getByText('completed', { exact: true }).waitFor()
    const [listed] = await account.batches.list()
    expect(listed).toMatchObject({ id: batch.id, item_counts: { pending: 0, purchased: 499, failed: 1 } })
    await page.getByRole('link', { name: 'Next' }).click()
    await page.getByText('Page 2 of 5').waitFor()
    await page.getByRole('link', { name: 'Failed (1)' }).click()
    const rows = page.getByRole('region', { name: 'Items', exact: true }).last().locator('tbody > tr')
    expect(await rows.count()).toBe(1)
    expect(await rows.innerText()).toContain('LABEL.SERVICE.UNAVAILABLE')
  })
})
