import { describe, expect, it } from 'vitest'
import { createAccount, requestRates } from '../../../../test/support/account.ts'
import { openDashboardPages, readVisibleText } from '../../../../test/support/dashboard-pages.ts'
import { sharedSimulator } from '../../../../test/support/shared-simulator.ts'
import { describeMoment } from './moments.tsx'

const simulator = sharedSimulator()

/** Returns the HTML of a page from the element with an id to the end of its section. */
function readCardHtml(page: string, id: string): string {
  return page.slice(page.indexOf(`id="${id}"`)).split('</section>')[0] ?? ''
}

it('describeMoment writes weights over 999 with commas', () => {
  const describeExpiry = (ounces: string) =>
    describeMoment({ what: `rates for ${ounces} oz to Austin expire` })
  expect(describeExpiry('99999')).toBe('rates for 99,999 oz to Austin expire')
  expect(describeExpiry('1000.12345')).toBe('rates for 1,000.12345 oz to Austin expire')
})

it('describeMoment writes numbers of items over 999 with commas', () => {
  expect(describeMoment({ what: 'step of a batch, 1050 of 5000 items done' })).toBe(
    'step of a batch, 1,050 of 5,000 items done',
  )
})

describe('the preview of an advance', () => {
  it('the preview of a clock advance counts the quotes that will expire, and keeps the typed span in the form', async () => {
    const account = await createAccount(simulator.url)
    await requestRates(account)
    await requestRates(account)
    const page = await openDashboardPages(account).submit('time', 'preview', { by: '20m' })
    expect(readVisibleText(page)).toContain('2030-03-04 12:20:00. Ends: 2 quotes.')
    expect(page).toMatch(/<input id="preview-by"[^>]* value="20m"/)
  })

  it('the preview of a clock advance says that the span begins only when the user advances, if the clock is running', async () => {
    const account = await createAccount(simulator.url)
    const pages = openDashboardPages(account)
    const hint = 'the span begins only when you advance'
    expect(readVisibleText(await pages.submit('time', 'preview', { by: '20m' }))).not.toContain(hint)
    await account.control('PATCH /clock', { mode: 'realtime' })
    expect(readVisibleText(await pages.submit('time', 'preview', { by: '20m' }))).toContain(hint)
  })

  it('a clock advance to the next event stops when a fault begins, and the next advance stops when the fault ends', async () => {
    const account = await createAccount(simulator.url)
    const window = { starts_in: '2m', lasts: '3m' }
    await account.control('POST /faults', { target: 'carrier:UPS', mode: 'down', ...window })
    const pages = openDashboardPages(account)
    for (const now of ['12:02:00', '12:05:00']) {
      const preview = await pages.submit('time', 'preview', { next: 'any' })
      expect(readVisibleText(preview)).toContain(`2030-03-04 ${now}.`)
      const moved = await pages.submit('time?next=any', 'next', { next: 'any' }, preview)
      expect(readVisibleText(moved)).toContain(`The clock is now at 2030-03-04 ${now}.`)
    }
  })

  it('the preview of a clock advance shows equal events in one row with their number', async () => {
    const account = await createAccount(simulator.url)
    await account.call('POST /v1/trackers', { tracking_number: '99992001', carrier: 'UPS' })
    const page = await openDashboardPages(account).submit('time', 'preview', { by: '1d' })
    const [table = ''] = /aria-label="Effects of the advance".*?<\/table>/s.exec(page) ?? []
    expect(readVisibleText(table).match(/poll of UPS 99992001.*? 12:00:00/g)).toEqual([
      'poll of UPS 99992001, 6 times, last at 2030-03-05 12:00:00',
    ])
  })

  it('the preview of a clock advance on the dashboard shows an error with the label of the field if its time span is invalid', async () => {
    const account = await createAccount(simulator.url)
    const page = await openDashboardPages(account).submit('time', 'preview', { by: 'soon' })
    expect(page).toMatch(/id="preview-by-error"><p>Span must be a duration/)
  })

  it('the preview of an advance on the dashboard refuses a past time with one message at its field', async () => {
    const account = await createAccount(simulator.url)
    const page = await openDashboardPages(account).submit('time', 'preview', { to: '2020-01-01 00:00' })
    expect(page).toMatch(
      /id="preview-to-error"><p>Instant must not be before now, 2030-03-04 12:00:00 UTC\.?<\/p>/,
    )
    expect(readVisibleText(page).match(/before now|never runs backwards/g)).toHaveLength(1)
    expect(page).toContain('value="2020-01-01 00:00"')
  })

  it('the dashboard page Time shows an error if the time to which a button advances the clock has already passed', async () => {
    const account = await createAccount(simulator.url)
    const page = await openDashboardPages(account).submit(
      'time?to=2020-01-01T00:00:00Z',
      'to',
      {
        to: '2020-01-01T00:00:00Z',
      },
      await openDashboardPages(account).submit('time', 'preview', { to: '2030-03-05 12:00' }),
    )
    expect(readVisibleText(page)).toContain(
      'That did not work. Time never runs backwards: it is already 2030-03-04 12:00:00 UTC.',
    )
  })
})

it('the timeline on the dashboard names the parcel of rates until the rates expire, and afterwards the time at which they were quoted', async () => {
  const account = await createAccount(simulator.url)
  const pages = openDashboardPages(account)
  const [{ id }] = await requestRates(account)
  const row = /<a href="[^"]*\/(buy\?quote=rate_\w+)">(.*?)<\/a>/
  const [, place = '', due = ''] = row.exec(await pages.read('time')) ?? []
  expect(readVisibleText(due)).toBe('rates for 24 oz to Austin expire')
  expect(readCardHtml(await pages.read(place), 'rates')).toContain(`id="${id}"`)
  await account.advance('20m')
  const [, placeThen, past = ''] = row.exec(await pages.read('time')) ?? []
  expect([placeThen, readVisibleText(past)]).toEqual([place, 'rates quoted at 12:00:00 UTC expire'])
})
