import { describe, expect, it } from 'vitest'
import { buyCheapestLabel, createAccount, requestRates } from '../../../../test/support/account.ts'
import { openDashboardPages, readVisibleText } from '../../../../test/support/dashboard-pages.ts'
import { sharedSimulator } from '../../../../test/support/shared-simulator.ts'

const simulator = sharedSimulator()

describe('the page of a label', () => {
  it('the dashboard page of a label shows the promised date of delivery, and the actual date if it differs', async () => {
    const account = await createAccount(simulator.url)
    const [{ carrier_eta, service }] = await requestRates(account)
    const label = await buyCheapestLabel(account)
    expect([label.service, carrier_eta]).toEqual([service, '2030-03-12'])
    const { tracking_number: number } = label
    const place = `shipments/${label.id}`
    const pages = openDashboardPages(account)
    const readPromise = async () =>
      / Promised (.*?) Parcel /.exec(readVisibleText(await pages.read(place)))?.[1]
    expect(await readPromise()).toBe('2030-03-12, but the parcel will be delivered on 2030-03-07')
    await account.control(`PUT /tracking/${number}`, { script: 'never_scanned' })
    expect(await readPromise()).toBe('2030-03-12, but no delivery is planned')
    await account.advance('3d')
    await account.control(`PUT /tracking/${number}`, { script: 'delivered' })
    expect(await readPromise()).toBe('2030-03-12, but the parcel was delivered on 2030-03-07')
    await account.control(`PUT /tracking/${number}`, { script: 'standard' })
    await account.advance('5d')
    await account.control(`POST /tracking/${number}/events`, { status: 'delivered' })
    expect(await readPromise()).toBe('2030-03-12')
  })

  it('the dashboard page of a label offers to void the label until the carrier has scanned the parcel', async () => {
    const account = await createAccount(simulator.url)
    const { id, service, rate_cents } = await buyCheapestLabel(account)
    const question = `Request a void of label ${id} (`
    const readPage = async () => readVisibleText(await openDashboardPages(account).read(`shipments/${id}`))
    const html = await openDashboardPages(account).read(`shipments/${id}`)
    expect(html).toContain(question)
    expect(html).toContain(`${service}, $${(rate_cents / 100).toFixed(2)})? The simulator refunds nothing`)
    expect(await readPage()).toMatch(/ Quote again .* Void /)
    await account.control(`POST /labels/${id}/scan`)
    expect(await openDashboardPages(account).read(`shipments/${id}`)).not.toContain(question)
  })
})
