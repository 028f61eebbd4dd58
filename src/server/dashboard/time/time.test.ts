import { describe, expect, it } from 'vitest'
import { createAccount, requestRates } from '../../../../test/support/account.ts'
import { dashboardPages, readVisibleText } from '../../../../test/support/dashboard-pages.ts'
import { sharedSimulator } from '../../../../test/support/shared-simulator.ts'
import { momentText } from './moments.tsx'

const simulator = sharedSimulator()

/** Returns the part of a page that has an id, up to the next part with a heading. */
function cardOf(page: string, id: string): string {
  return page.slice(page.indexOf(`id="${id}"`)).split('</section>')[0] ?? ''
}

it('momentText groups the digits of weights', () => {
  const textFor = (ounces: string) => momentText({ what: `rates for ${ounces} oz to Austin expire` })
  expect(textFor('99999')).toBe('rates for 99,999 oz to Austin expire')
  expect(textFor('1000.12345')).toBe('rates for 1,000.12345 oz to Austin expire')
})

it('momentText groups the digits of item counts', () => {
  expect(momentText({ what: 'step of a batch, 1050 of 5000 items done' })).toBe(
    'step of a batch, 1,050 of 5,000 items done',
  )
})

describe('the preview of an advance', () => {
  it('the preview of an advance lists rates that expire, and keeps the span in its field', async () => {
    const account = await createAccount(simulator.url)
    const rates = await requestRates(account)
    const page = await dashboardPages(account).submit('time', 'preview', { by: '20m' })
    expect(readVisibleText(page)).toContain(`2030-03-04 12:20:00. Ends: ${rates.length} rates.`)
    expect(page).toMatch(/<input id="preview-by"[^>]* value="20m"/)
  })

  it('the preview of an advance calls a refused span by its label', async () => {
    const account = await createAccount(simulator.url)
    const page = await dashboardPages(account).submit('time', 'preview', { by: 'soon' })
    expect(page).toMatch(/id="preview-by-error"><p>Span must be a duration/)
  })

  it('the preview of an advance refuses a past instant once, at its field', async () => {
    const account = await createAccount(simulator.url)
    const page = await dashboardPages(account).submit('time', 'preview', { to: '2020-01-01 00:00' })
    expect(page).toMatch(
      /id="preview-to-error"><p>Instant must not be before now, 2030-03-04 12:00:00 UTC\.?<\/p>/,
    )
    expect(readVisibleText(page).match(/before now|never runs backwards/g)).toHaveLength(1)
    expect(page).toContain('value="2020-01-01 00:00"')
  })

  it('a button for an instant that has passed says so at the top of the page', async () => {
    const account = await createAccount(simulator.url)
    const page = await dashboardPages(account).submit(
      'time?to=2020-01-01T00:00:00Z',
      'to',
      {
        to: '2020-01-01T00:00:00Z',
      },
      await dashboardPages(account).submit('time', 'preview', { to: '2030-03-05 12:00' }),
    )
    expect(readVisibleText(page)).toContain(
      'That did not work. Time never runs backwards: it is 2030-03-04 12:00:00 UTC.',
    )
  })
})

it('a row of expiring rates names the parcel or the time of the quote, and leads to its rates', async () => {
  const account = await createAccount(simulator.url)
  const pages = dashboardPages(account)
  const [{ id }] = await requestRates(account)
  const row = /<a href="[^"]*\/(buy\?quote=rate_\w+)">(.*?)<\/a>/
  const [, place = '', due = ''] = row.exec(await pages.read('time')) ?? []
  expect(readVisibleText(due)).toBe('rates for 24 oz to Austin expire')
  expect(cardOf(await pages.read(place), 'rates')).toContain(`id="${id}"`)
  await account.advance('20m')
  const [, placeThen, past = ''] = row.exec(await pages.read('time')) ?? []
  expect([placeThen, readVisibleText(past)]).toEqual([place, 'rates quoted at 12:00:00 UTC expire'])
})
