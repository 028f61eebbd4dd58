import { describe, expect, it } from 'vitest'
import { TestClient } from '../support/test-client.ts'
import { createFilledAccount, waitUntilEventStreamIsOpen } from './support/filled-account.ts'
import { serveWithBrowser } from './support/simulator-with-browser.ts'

const simulator = serveWithBrowser()

const createTestAccount = () => createFilledAccount(simulator.url)

/** Returns the label of the open page, as the service returns it. */
async function readOpenLabel(url: string, key: string) {
  const id = /shipments\/(lbl_\w+)/.exec(url)?.[1] ?? ''
  return Object((await new TestClient(simulator.url).send({ path: `/v1/labels/${id}`, key })).body)
}

describe('a person who buys labels on the dashboard', () => {
  it('a person buys a label with three clicks from any dashboard page, and the log has the rates request and the purchase', async () => {
    const { account, at } = await createTestAccount()
    const watched = await simulator.open(at('/time'))
    const { page } = watched
    await page.getByRole('link', { name: 'Buy a label' }).click()
    await page.getByRole('button', { name: 'Get rates' }).click()
    const row = page.getByRole('row', { name: /DHL Parcel Ground/ })
    expect(await row.innerText()).toMatch(/\$\d+\.\d\d/)
    await watched.checkPage()
    await row.getByRole('button', { name: 'Buy: DHL Parcel Ground' }).click()
    await page.getByRole('heading', { level: 1, name: 'Label lbl_' }).waitFor()
    const [buying, asking] = await account.requests.list()
    expect([buying?.path, buying?.status, asking?.path]).toEqual(['/v1/labels', 201, '/v1/rates'])
    const label = await readOpenLabel(page.url(), account.keys.test)
    expect(label).toMatchObject({ carrier: 'DHL', service: 'Parcel Ground' })
  })

  it('a person gets rates for a typed recipient with a live key, and buys a label that the wallet pays for', async () => {
    const { account, at } = await createTestAccount()
    const { page } = await simulator.open(at())
    await page.getByText('Type another recipient').click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Grace Quay')
    await page.getByRole('combobox', { name: 'Key' }).selectOption({ label: await findLiveKeyOption(page) })
    await page.getByRole('spinbutton', { name: 'Weight' }).fill('99')
    await page.getByRole('button', { name: 'Get rates' }).click()
    await page.getByText('Grace Quay, Austin').waitFor()
    const before = (await account.wallet.get()).balance_cents
    await page.getByRole('button', { name: 'Buy: ' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Label lbl_' }).waitFor()
    const label = await readOpenLabel(page.url(), account.keys.live)
    expect((await account.wallet.get()).balance_cents).toBe(before - label.rate_cents)
    await page.getByRole('definition').filter({ hasText: 'Grace Quay' }).waitFor()
    await page.getByRole('definition').filter({ hasText: '99 oz' }).waitFor()
  })

  it('a purchase on the dashboard fails with the error code that was chosen as its outcome in the form', async () => {
    const { account, at } = await createTestAccount()
    const watched = await simulator.open(at('/shipments'))
    watched.expectStatus(422)
    const { page } = watched
    await page.locator('summary', { hasText: 'Buy a label' }).click()
    await page.getByRole('combobox', { name: 'To', exact: true }).selectOption('po-box')
    await page.getByRole('combobox', { name: 'Outcome' }).selectOption('LABEL.WEIGHT.EXCEEDED')
    await page.getByRole('button', { name: 'Get rates' }).click()
    await page.getByText('A purchase ends with').waitFor()
    await page.getByRole('button', { name: 'Buy: ' }).first().click()
    await page.getByRole('alert').getByText('422 LABEL.WEIGHT.EXCEEDED').waitFor()
    expect(await page.getByRole('button', { name: 'Buy: ' }).count()).toBeGreaterThan(5)
    // The form for another parcel keeps the earlier input.
    expect(await page.getByRole('combobox', { name: 'To', exact: true }).inputValue()).toBe('po-box')
    expect(await page.getByRole('combobox', { name: 'Outcome' }).inputValue()).toBe('LABEL.WEIGHT.EXCEEDED')
    expect((await account.requests.list())[0]).toMatchObject({ error_code: 'LABEL.WEIGHT.EXCEEDED' })
    await page.getByRole('link', { name: 'The request and its response' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'POST /v1/labels 422' }).waitFor()
  })

  it('the rates on the dashboard have a row for the carrier that failed', async () => {
    const { at } = await createTestAccount()
    const { page } = await simulator.open(at('/buy?outcome=carrier%3DUPS%3Adown'))
    await page.getByRole('button', { name: 'Get rates' }).click()
    const failed = page.getByRole('row').filter({ hasText: 'failed' })
    expect(await failed.innerText()).toContain('UPS')
    expect(await page.getByRole('button', { name: 'Buy: UPS' }).count()).toBe(0)
  })

  it('the dashboard validates an address without a purchase, and puts a suggested address into its form', async () => {
    const { at } = await createTestAccount()
    const watched = await simulator.open(at('/buy'))
    watched.expectStatus(422)
    const { page } = watched
    await page.getByRole('button', { name: 'Validate the address only' }).click()
    await page.getByRole('definition').filter({ hasText: '2211 OAK ST' }).waitFor()
    await page.getByRole('combobox', { name: 'To', exact: true }).selectOption('ambiguous')
    await page.getByRole('button', { name: 'Validate the address only' }).click()
    const refusal = page.getByRole('alert')
    await refusal.getByText('ADDRESS.VALIDATION.AMBIGUOUS').waitFor()
    expect(await refusal.getByRole('listitem').count()).toBeGreaterThan(1)
    await refusal.getByRole('link', { name: 'Use this address' }).last().click()
    await refusal.waitFor({ state: 'detached' })
    expect(await page.getByRole('textbox', { name: 'Street' }).inputValue()).toMatch(/^\d+ MAIN ST$/)
    await page.getByRole('button', { name: 'Validate the address only' }).click()
    await page.getByRole('definition').filter({ hasText: 'MAIN ST, SPRINGFIELD' }).waitFor()
  })

  it('the dashboard page of a label gets new rates for the same shipment, and offers these rates for purchase', async () => {
    const { label, at } = await createTestAccount()
    const { page } = await simulator.open(at(`/shipments/${label.id}`))
    await page.getByRole('button', { name: 'Quote again' }).click()
    await page.getByRole('button', { name: 'Buy: ' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Label lbl_' }).waitFor()
    expect(page.url()).not.toContain(label.id)
  })

  it('rates on the dashboard expire without a reload of the page, and "Quote again" keeps the input of the form', async () => {
    const { account, at } = await createTestAccount()
    const watched = await simulator.open(at('/buy'))
    const { page } = watched
    await page.getByRole('spinbutton', { name: 'Weight' }).fill('99')
    await page.getByRole('button', { name: 'Get rates' }).click()
    await page.getByRole('button', { name: 'Buy: ' }).first().waitFor()
    await waitUntilEventStreamIsOpen(watched)
    await account.clock.advance('16m')
    await page.getByRole('button', { name: 'Quote again' }).waitFor()
    expect(await page.getByRole('button', { name: 'Buy: ' }).count()).toBe(0)
    await watched.checkPage()
    await page.getByRole('button', { name: 'Quote again' }).click()
    await page.getByText('The same parcel was quoted again.').waitFor()
    expect(await page.getByRole('spinbutton', { name: 'Weight' }).inputValue()).toBe('99')
    await page.getByRole('button', { name: 'Buy: ' }).first().click()
    await page.getByRole('definition').filter({ hasText: '99 oz' }).waitFor()
  })

  it('the dashboard form for rates marks the field whose value the service refuses', async () => {
    const { at } = await createTestAccount()
    const watched = await simulator.open(at('/buy'))
    watched.expectStatus(422)
    const { page } = watched
    await page.getByRole('spinbutton', { name: 'Weight' }).fill('-1')
    await page.getByRole('button', { name: 'Get rates' }).click()
    const weight = page.getByRole('spinbutton', { name: 'Weight' })
    expect(await weight.getAttribute('aria-invalid')).toBe('true')
    expect(await weight.inputValue()).toBe('-1')
  })
})

describe('a batch made on the dashboard', () => {
  it('the dashboard makes a batch of copies of a quoted parcel, and each item links to its label', async () => {
    const { account, at } = await createTestAccount()
    const watched = await simulator.open(at('/buy'))
    const { page } = watched
    await page.getByRole('button', { name: 'Get rates' }).click()
    await page.getByText('Many copies, as a batch').click()
    await page.getByRole('spinbutton', { name: 'Copies' }).fill('3')
    await page.getByRole('button', { name: 'Buy the batch' }).click()
    await page.getByRole('heading', { level: 1, name: 'Batch bat_' }).waitFor()
    await account.clock.advance('1m')
    await page.getByText('3 purchased, 0 failed').waitFor()
    await page.getByRole('region', { name: 'Items' }).last().getByRole('link').first().click()
    await page.getByRole('heading', { level: 1, name: 'Label lbl_' }).waitFor()
    await watched.checkPage()
  })

  it('the dashboard makes a batch from a CSV file, and explains a wrong row of the file', async () => {
    const { account, at } = await createTestAccount()
    const watched = await simulator.open(at('/batches'))
    watched.expectStatus(422)
    const { page } = watched
    const link = page.getByRole('link', { name: 'Template' })
    const template = await new TestClient(simulator.url).send({
      path: (await link.getAttribute('href')) ?? '',
    })
    const rows = template.bytes.toString().trim().split('\r\n')
    const upload = (text: string) =>
      page
        .getByLabel('CSV file')
        .setInputFiles({ name: 'mine.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await upload([...rows.slice(0, 2), 'too,short'].join('\n'))
    await page.getByRole('button', { name: 'Buy the batch' }).click()
    await page.getByText('Row 3 has 2 cells, but the first line has 16.').waitFor()
    await upload(rows.join('\r\n'))
    await page.getByRole('button', { name: 'Buy the batch' }).click()
    await page.getByRole('heading', { level: 1, name: 'Batch bat_' }).waitFor()
    await account.clock.advance('1m')
    await page.getByText(`${rows.length - 1}: `).waitFor()
    const [batch] = await account.batches.list()
    expect(batch).toMatchObject({ item_count: rows.length - 1, status: 'completed' })
  })
})

async function findLiveKeyOption(page: Awaited<ReturnType<typeof simulator.open>>['page']): Promise<string> {
  const options = await page.getByRole('combobox', { name: 'Key' }).getByRole('option').allInnerTexts()
  return options.find((text) => text.startsWith('live')) ?? ''
}
