import { expect, it } from 'vitest'
import { createAccount, requestRates } from '../../../../test/support/account.ts'
import { openDashboardPages } from '../../../../test/support/dashboard-pages.ts'
import { sharedSimulator } from '../../../../test/support/shared-simulator.ts'

const simulator = sharedSimulator()

it('the question before the dashboard empties the request log counts all requests, also those that the filter hides', async () => {
  const account = await createAccount(simulator.url)
  await requestRates(account)
  await account.call('GET /v1/wallet')
  const pages = openDashboardPages(account)
  expect(await pages.read('requests')).toContain('Empty the request log? It removes 2 requests."')
  expect(await pages.read('requests?method=GET')).toContain(
    'Empty the request log? It removes 2 requests, also those that the filter hides."',
  )
})

it('the filter buttons on the requests page of the dashboard are in groups with headings', async () => {
  const account = await createAccount(simulator.url)
  await account.control('POST /faults', { target: 'carrier:UPS', mode: 'down' })
  await requestRates(account)
  const page = await openDashboardPages(account).read('requests')
  const [, chips = ''] = /<nav aria-label="Filters">(.*?)<\/nav>/s.exec(page) ?? []
  const groups = [...chips.matchAll(/<dt>(\w+)<\/dt><dd>(.*?)<\/dd>/gs)].map(([, heading, content = '']) => [
    heading,
    ...[...content.matchAll(/<a class="chip"[^>]*>([^<]+)</g)].map(([, text]) => text),
  ])
  expect(groups).toEqual([
    ['Results', 'Refused', 'Failed', 'By a fault or magic value'],
    ['Carriers', 'UPS'],
    ['Operations', 'POST /v1/rates'],
    ['Keys', expect.stringMatching(/^test …/)],
  ])
})

it('the page of a refused purchase links to the request for rates from which the rate came', async () => {
  const account = await createAccount(simulator.url)
  const [{ id }] = await requestRates(account)
  await account.advance('16m')
  await account.call('POST /v1/labels', { rate_id: id })
  const { requests } = Object(await account.control('GET /requests'))
  const [purchase, rates] = requests
  const pages = openDashboardPages(account)
  const link = `href="/dashboard/${account.id}/requests/${rates.id}">this request for rates</a>`
  expect(await pages.read(`requests/${purchase.id}`)).toContain(link)
  expect(await pages.read(`requests/${rates.id}`)).not.toContain('this request for rates')
})

it('a request of an earlier day has its date in the list, and a request of the present day does not', async () => {
  const account = await createAccount(simulator.url)
  await account.call('GET /v1/wallet')
  const { requests } = Object(await account.control('GET /requests'))
  const at: string = requests[0].at
  const pages = openDashboardPages(account)
  const readTime = async () => {
    const page = await pages.read('requests')
    const [, cell = ''] = page.split(`<time datetime="${at}">`)
    return cell.split('</time>')[0]
  }
  const time = `<span class="nowrap">${at.slice(11, 19)}</span>`
  expect(await readTime()).toBe(time)
  await account.advance('24h')
  expect(await readTime()).toBe(`<span class="nowrap muted">${at.slice(0, 10)} </span>${time}`)
})
