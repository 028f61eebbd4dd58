import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openBrowsing } from './support/browsing.ts'
import { createFilledAccount } from './support/furnished.ts'

const simulator = openBrowsing()

/** Opens a page that may refuse a form, of an account with a frozen clock. */
async function openForm(path: string, options = {}) {
  const { account, at } = await createFilledAccount(simulator.url)
  const watched = await simulator.open(at(path), options)
  watched.expectStatus(422)
  return { account, watched, page: watched.page }
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const errorsOf = (page: Page) => page.locator('main .error > p').allInnerTexts()
const placeOf = async (field: Locator) => {
  const { x, y, width, height } = (await field.boundingBox()) ?? {}
  return [x, y, width, height]
}

describe('the errors of a form', () => {
  it('errors are at each wrong field, by its label, and leave its neighbours where they are', async () => {
    const { page, watched } = await openForm('/buy')
    const weight = page.getByRole('spinbutton', { name: 'Weight' })
    const neighbours = [
      page.getByRole('spinbutton', { name: 'Width' }),
      page.getByRole('combobox', { name: 'Outcome' }),
      page.getByRole('combobox', { name: 'Key' }),
    ]
    const offsets = async () => {
      const [, top = 0] = await placeOf(weight)
      return Promise.all(neighbours.map(async (each) => ((await placeOf(each))[1] ?? 0) - top))
    }
    const before = await offsets()
    await weight.fill('-1')
    await page.getByRole('spinbutton', { name: 'Length' }).fill('0')
    await press(page, 'Get rates')
    await page.getByRole('alert').getByText('VALIDATION.FIELD.INVALID, as the form says.').waitFor()
    expect(await errorsOf(page)).toEqual(['Weight must be greater than 0.', 'Length must be greater than 0.'])
    expect(await offsets()).toEqual(before)
    await watched.judge()
  })

  it('move neither the fields nor the button of a row', async () => {
    const { page } = await openForm('/wallet')
    const below = page.getByRole('spinbutton', { name: 'Below in dollars' })
    const payIn = page.getByRole('spinbutton', { name: 'Pay in in dollars' })
    const before = [await placeOf(below), await placeOf(payIn)]
    await below.fill('10')
    await payIn.fill('4.99')
    await press(page, 'Switch it on')
    await page.getByText('Pay in must be at least $5.00.').waitFor()
    expect([await placeOf(below), await placeOf(payIn)]).toEqual(before)
  })

  it.each([
    [
      '/wallet',
      'Amount in dollars',
      '4.999',
      'Top up',
      'Amount must be an amount in dollars and cents, such as 25.00.',
    ],
    [
      '/keys',
      'Expires UTC',
      'soon',
      'Make it',
      'Expires must be a date and time in UTC, such as 2030-01-31 12:00.',
    ],
    ['/webhooks', 'How often', '0', 'Add it', 'How often must be a whole number from 1 on, not 0.'],
    ['/time', 'Speed', '1e3', 'Run at this speed', 'Speed must be a number.'],
    [
      '/wallet',
      'Payments to decline',
      '1e1',
      'Decline the next',
      'Payments to decline must be a whole number',
    ],
  ])('an error on %s is a sentence about its label %s: %s', async (path, label, value, button, sentence) => {
    const { page } = await openForm(path)
    await page.getByLabel(label).first().fill(value)
    await press(page, button)
    await page.locator('.error').first().waitFor()
    expect((await errorsOf(page)).join(' ')).toContain(sentence)
  })

  it('refuse a number of copies that is no digits', async () => {
    const { page, account } = await openForm('/buy')
    await press(page, 'Get rates')
    await page.getByText('Many copies, as a batch').click()
    await page.getByRole('spinbutton', { name: 'Copies' }).fill('1e3')
    await press(page, 'Buy the batch')
    await page.getByText('Copies must be a whole number from 1 to 5,000; it is "1e3".').waitFor()
    expect(await account.batches.list()).toEqual([])
  })

  it('list every wrong row of a CSV file', async () => {
    const { page, watched } = await openForm('/batches')
    const head = 'name;street1;city;state;zip;country;weight_oz;length;width;height;carrier;service;price'
    const rows = [
      'Ada;1 Main St;Austin;TX;78704;US;24;10;8;4;USPS;Priority Mail;11,04',
      'Ada;1 Main St;;TX;78704;US;24;10;8;4;USPS;Priority Mail;11,04',
      'Ada;1 Main St;Austin;TX;78704;US;24;10;8;4;USPS;Priority Mail;1,104',
    ]
    const upload = (lines: readonly string[]) =>
      page
        .getByLabel('CSV file')
        .setInputFiles({ name: 'mine.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })
    await upload([head, ...rows])
    await press(page, 'Buy the batch')
    await page.locator('.error').first().waitFor()
    expect(await errorsOf(page)).toEqual([
      'Row 3, city is required.',
      'Row 4, price must be an amount such as 11.04 or 1,104.00; it is "1,104".',
    ])
    await watched.judge()
    await upload([head, ...rows.slice(0, 1)])
    await press(page, 'Buy the batch')
    await page.getByRole('heading', { level: 1, name: 'Batch bat_' }).waitFor()
  })
})

describe('the form of any fault', () => {
  it('shows the fields that the chosen mode takes, and sends no others', async () => {
    const { page, account, watched } = await openForm('/carriers?target=carrier:UPS')
    const form = page.locator('#add-fault form')
    const labels = async () =>
      (await form.locator('.field:visible label').allInnerTexts()).map((text) => text.split(' ')[0])
    await form.getByLabel('Mode').selectOption('slow')
    expect(await labels()).toContain('Delay')
    await form.getByLabel('Delay').fill('10')
    await form.getByLabel('Mode').selectOption('down')
    expect(await labels()).not.toContain('Delay')
    await watched.judge()
    await form.getByRole('button').click()
    await page.getByText('is active.').waitFor()
    expect(await account.faults.list()).toMatchObject([{ target: 'carrier:UPS', mode: 'down' }])
  })

  it('says without script which field does not go with the mode', async () => {
    const { page } = await openForm('/carriers?target=carrier:UPS', { javaScriptEnabled: false })
    const form = page.locator('#add-fault form')
    await form.getByLabel('Mode').selectOption('down')
    await form.getByLabel('Delay').fill('10')
    await form.getByRole('button').click()
    expect(await errorsOf(page)).toEqual(['Delay does not go with the mode down.'])
  })

  it('offers the delay of webhooks only to late deliveries', async () => {
    const { page } = await openForm('/webhooks')
    const delay = page.getByRole('spinbutton', { name: 'Delay' })
    expect(await delay.isVisible()).toBe(false)
    await page.getByRole('combobox', { name: 'Deliveries' }).selectOption('delay')
    expect(await delay.isVisible()).toBe(true)
  })
})

describe('the rates of an address that the check refuses', () => {
  it.each([
    ['undeliverable', 'A purchase ends with LABEL.ADDRESS.UNDELIVERABLE.'],
    ['ambiguous', 'A purchase works, because it does not need the check.'],
  ])('say so, and whether a purchase succeeds: %s', async (preset, sentence) => {
    const { page } = await openForm('/buy')
    await page.getByRole('combobox', { name: 'To', exact: true }).selectOption(preset)
    await press(page, 'Get rates')
    const check = page.locator('#rates p', { hasText: 'The address check refuses the recipient' })
    expect(await check.innerText()).toContain(sentence)
    await page.getByRole('button', { name: 'Buy: ' }).first().click()
    await page
      .getByText(/^Label lbl_|LABEL\.ADDRESS\.UNDELIVERABLE:/)
      .first()
      .waitFor()
    expect(await page.getByRole('heading', { level: 1, name: 'Label lbl_' }).count()).toBe(
      preset === 'ambiguous' ? 1 : 0,
    )
  })

  it('say that a staged check acts on another button', async () => {
    const { page } = await openForm('/buy')
    await page.getByRole('combobox', { name: 'Outcome' }).selectOption('ADDRESS.VALIDATION.SERVICE_ERROR')
    await press(page, 'Get rates')
    await page.getByText('it acts on the button "Validate the address only"').waitFor()
  })
})
