import { expect, it } from 'vitest'
import { createAccount, requestRates } from '../../../../test/support/account.ts'
import { openDashboardPages, readVisibleText } from '../../../../test/support/dashboard-pages.ts'
import { recipient } from '../../../../test/support/labels/parcels.ts'
import { sharedSimulator } from '../../../../test/support/shared-simulator.ts'

const simulator = sharedSimulator()

/** Returns the alert of a page, and the carrier services whose rates have a button to buy. */
function readBuyPage(page: string) {
  const [, alert = ''] = /<div class="notice bad" role="alert"[^>]*>(.*?)<\/div>/s.exec(page) ?? []
  return { alert, sold: [...page.matchAll(/aria-label="Buy: ([^"]+)">Buy</g)].map(([, name]) => name) }
}

async function openQuote(changes: Readonly<Record<string, unknown>> = {}) {
  const account = await createAccount(simulator.url)
  const rates = await requestRates(account, changes)
  const [{ id }] = rates
  return {
    account,
    rates,
    rate: id,
    count: rates.length,
    place: `buy?quote=${id}`,
    pages: openDashboardPages(account),
  }
}

it('the rates page of the dashboard offers no expired rate for purchase, explains why a purchase was refused, and can request new rates for the parcel', async () => {
  const { account, rate, count, place, pages } = await openQuote()
  const before = await pages.read(place)
  expect(readBuyPage(before).sold).toHaveLength(count)
  const [key = ''] = /key_\w+/.exec(before) ?? []
  await account.advance('15m')
  expect(readBuyPage(await pages.read(place)).sold).toHaveLength(count)
  await account.advance('1s')
  expect(readBuyPage(await pages.read(place)).sold).toEqual([])
  const refused = readBuyPage(await pages.submit(place, 'buy', { rate, key, quote: rate }, before))
  expect(refused.alert).toContain('<a href="/docs/errors/RATE.EXPIRED">')
  expect(refused.sold).toEqual([])
  const page = await pages.submit(place, 'again', { key, quote: rate })
  expect(readBuyPage(page).sold).toHaveLength(count)
  expect(readVisibleText(page)).toContain('Ada Carver, Austin, TX, US, 24 oz.')
})

it('the rates page of the dashboard says how to buy many labels for the same parcel, and opens the form for copies with the chosen number', async () => {
  const account = await createAccount(simulator.url)
  const pages = openDashboardPages(account)
  const [, place = ''] =
    /href="[^"]*\/(buy[^"]*)">N copies of one parcel</.exec(await pages.read('batches')) ?? []
  const start = await pages.read(place)
  expect(readVisibleText(start)).toContain('To buy many copies of one parcel, get its rates.')
  const [, copies = ''] = /name="copies" value="(\d+)"/.exec(start) ?? []
  const rates = await pages.submit(place, 'ask', { copies })
  expect(rates).toMatch(/<details class="more" open[^>]*><summary>Many copies, as a batch/)
  expect(rates).toMatch(/<input id="copies-copies"[^>]* value="10"/)
  expect(await pages.read('buy')).not.toContain('To buy many copies')
})

it('the rates page of the dashboard says before a purchase that a magic value makes it fail, and explains the failure afterwards', async () => {
  const to_address = { ...recipient, name: 'Ada sim:LABEL.WEIGHT.EXCEEDED' }
  const { rate, place, pages } = await openQuote({ to_address })
  const before = await pages.read(place)
  expect(readVisibleText(before)).toContain(
    "simulated The recipient's name has the magic value sim:LABEL.WEIGHT.EXCEEDED, so a purchase ends with LABEL.WEIGHT.EXCEEDED.",
  )
  expect(before).toContain('<a href="/docs/magic-values#what-can-an-address-cause">magic value</a>')
  const [key = ''] = /key_\w+/.exec(before) ?? []
  const { alert } = readBuyPage(await pages.submit(place, 'buy', { rate, key, quote: rate }))
  expect(readVisibleText(alert)).toContain(
    'because of the magic value sim:LABEL.WEIGHT.EXCEEDED, which simulates a failure.',
  )
})

it('the rates page of the dashboard says in the row of a rate, and after a refused purchase, that the carrier service does not deliver to PO boxes', async () => {
  const { rates, place, pages } = await openQuote({ to_address: { ...recipient, street1: 'PO Box 12' } })
  const before = await pages.read(place)
  const findRow = (service: string) => {
    const { id = '' } = rates.find((each) => each.service === service) ?? {}
    return { id, row: readVisibleText(before.split(`<tr id="${id}">`)[1]?.split('</tr>')[0] ?? '') }
  }
  const reason = 'The service 2nd Day Air does not deliver to PO boxes.'
  const { id, row } = findRow('2nd Day Air')
  expect(row).toContain(`A purchase is refused: ${reason}`)
  expect(findRow('Priority Mail').row).not.toContain('refused')
  const [key = ''] = /key_\w+/.exec(before) ?? []
  const { alert } = readBuyPage(await pages.submit(place, 'buy', { rate: id, key, quote: id }))
  expect(readVisibleText(alert)).toContain(`422 LABEL.SERVICE.UNAVAILABLE: ${reason}`)
})
