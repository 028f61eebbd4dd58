import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createFilledAccount } from './support/filled-account.ts'
import { serveWithBrowser } from './support/simulator-with-browser.ts'

const simulator = serveWithBrowser()

/** Creates an account with a frozen clock, and opens one of its pages, whose forms may be refused with 422. */
async function openForm(path: string, options = {}) {
  const { account, at } = await createFilledAccount(simulator.url)
  const watched = await simulator.open(at(path), options)
  watched.expectStatus(422)
  return { account, watched, page: watched.page }
}

const clickButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const readErrors = (page: Page) => page.locator('main .error > p').allInnerTexts()
const readBox = async (field: Locator) => {
  const { x, y, width, height } = (await field.boundingBox()) ?? {}
  return [x, y, width, height]
}

describe('the error messages of a dashboard form', () => {
  it('an error message in a dashboard form names the label of its field and does not move the other fields', async () => {
    const { page, watched } = await openForm('/buy')
    const weight = page.getByRole('spinbutton', { name: 'Weight' })
    const neighbours = [
      page.getByRole('spinbutton', { name: 'Width' }),
      page.getByRole('combobox', { name: 'Outcome' }),
      page.getByRole('combobox', { name: 'Key' }),
    ]
    const readOffsets = async () => {
      const [, top = 0] = await readBox(weight)
      return Promise.all(neighbours.map(async (each) => ((await readBox(each))[1] ?? 0) - top))
    }
    const before = await readOffsets()
    await weight.fill('-1')
    await page.getByRole('spinbutton', { name: 'Length' }).fill('0')
    await clickButton(page, 'Get rates')
    await page.getByRole('alert').getByText('VALIDATION.FIELD.INVALID, as the form says.').waitFor()
    expect(await readErrors(page)).toEqual([
      'Weight must be greater than 0.',
      'Length must be greater than 0.',
    ])
    expect(await readOffsets()).toEqual(before)
    await watched.checkPage()
  })

  it('an error message in a dashboard form with several fields in a row does not move the fields', async () => {
    const { page } = await openForm('/wallet')
    const below = page.getByRole('spinbutton', { name: 'Below in dollars' })
    const payIn = page.getByRole('spinbutton', { name: 'Pay in in dollars' })
    const before = [await readBox(below), await readBox(payIn)]
    await below.fill('10')
    await payIn.fill('4.99')
    await clickButton(page, 'Switch it on')
    await page.getByText('Pay in must be at least $5.00.').waitFor()
    expect([await readBox(below), await readBox(payIn)]).toEqual(before)
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
      'Create key',
      'Expires must be a date and time in UTC, such as 2030-01-31 12:00.',
    ],
    ['/webhooks', 'How often', '0', 'Add fault', 'How often must be a whole number from 1 on, not 0.'],
    ['/time', 'Speed', '1e3', 'Run at this speed', 'Speed must be a number.'],
    [
      '/wallet',
      'Payments to decline',
      '1e1',
      'Decline the next',
      'Payments to decline must be a whole number',
    ],
  ])(
    'the error message on the dashboard page %s about the field "%s" for the value %s is a sentence',
    async (path, label, value, button, sentence) => {
      const { page } = await openForm(path)
      await page.getByLabel(label).first().fill(value)
      await clickButton(page, button)
      await page.locator('.error').first().waitFor()
      expect((await readErrors(page)).join(' ')).toContain(sentence)
    },
  )

  it('the dashboard form for batches refuses a number of copies written as 1e3, and makes no batch', async () => {
    const { page, account } = await openForm('/buy')
    await clickButton(page, 'Get rates')
    await page.getByText('Many copies, as a batch').click()
    await page.getByRole('spinbutton', { name: 'Copies' }).fill('1e3')
    await clickButton(page, 'Buy the batch')
    await page.getByText('Copies must be a whole number from 1 to 5,000; it is "1e3".').waitFor()
    expect(await account.batches.list()).toEqual([])
  })

  it('the dashboard form for batches lists every wrong row of an uploaded CSV file', async () => {
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
    await clickButton(page, 'Buy the batch')
    await page.locator('.error').first().waitFor()
    expect(await readErrors(page)).toEqual([
      'Row 3, city is required.',
      'Row 4, price must be an amount such as 11.04 or 1,104.00; it is "1,104".',
    ])
    await watched.checkPage()
    await upload([head, ...rows.slice(0, 1)])
    await clickButton(page, 'Buy the batch')
    await page.getByRole('heading', { level: 1, name: 'Batch bat_' }).waitFor()
  })
})

describe('the dashboard form for any fault', () => {
  it('the dashboard form for faults shows and sends only the fields that the chosen mode takes', async () => {
    const { page, account, watched } = await openForm('/carriers?target=carrier:UPS')
    const form = page.locator('#add-fault form')
    const readFieldLabels = async () =>
      (await form.locator('.field:visible label').allInnerTexts()).map((text) => text.split(' ')[0])
    await form.getByLabel('Mode').selectOption('slow')
    expect(await readFieldLabels()).toContain('Delay')
    await form.getByLabel('Delay').fill('10')
    await form.getByLabel('Mode').selectOption('down')
    expect(await readFieldLabels()).not.toContain('Delay')
    await watched.checkPage()
    await form.getByRole('button').click()
    await page.getByText('is active.').waitFor()
    expect(await account.faults.list()).toMatchObject([{ target: 'carrier:UPS', mode: 'down' }])
  })

  it('without JavaScript, the dashboard form for faults names the field that the chosen mode does not take', async () => {
    const { page } = await openForm('/carriers?target=carrier:UPS', { javaScriptEnabled: false })
    const form = page.locator('#add-fault form')
    await form.getByLabel('Mode').selectOption('down')
    await form.getByLabel('Delay').fill('10')
    await form.getByRole('button').click()
    expect(await readErrors(page)).toEqual(['Delay cannot be used with the mode down.'])
  })

  it('the fault form on the webhook page of the dashboard shows the field Delay only for the mode delay', async () => {
    const { page } = await openForm('/webhooks')
    const delay = page.getByRole('spinbutton', { name: 'Delay' })
    expect(await delay.isVisible()).toBe(false)
    await page.getByRole('combobox', { name: 'Deliveries' }).selectOption('delay')
    expect(await delay.isVisible()).toBe(true)
  })
})

describe('the rates for an address that the address check refuses', () => {
  it.each([
    ['undeliverable', 'A purchase ends with LABEL.ADDRESS.UNDELIVERABLE.'],
    ['ambiguous', 'A purchase works, because it does not need the check.'],
  ])(
    'the rates on the dashboard say that the address check refuses the recipient, and whether a purchase succeeds: %s',
    async (preset, sentence) => {
      const { page } = await openForm('/buy')
      await page.getByRole('combobox', { name: 'To', exact: true }).selectOption(preset)
      await clickButton(page, 'Get rates')
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
    },
  )

  it('the rates page of the dashboard says to press "Validate the address only" if the chosen outcome is one of address validation', async () => {
    const { page } = await openForm('/buy')
    await page.getByRole('combobox', { name: 'Outcome' }).selectOption('ADDRESS.VALIDATION.SERVICE_ERROR')
    await clickButton(page, 'Get rates')
    await page.getByText('it acts on the button "Validate the address only"').waitFor()
  })
})
