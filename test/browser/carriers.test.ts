import { describe, expect, it } from 'vitest'
import { ratesBody } from '../support/labels/parcels.ts'
import { confirmQuestion, createFilledAccount, waitUntilEventStreamIsOpen } from './support/filled-account.ts'
import { serveWithBrowser } from './support/simulator-with-browser.ts'

const simulator = serveWithBrowser()

const createTestAccount = () => createFilledAccount(simulator.url)

const listOptionValues = (
  options: readonly { getAttribute(name: string): string | null }[],
): readonly (string | null)[] => options.map((option) => option.getAttribute('value'))

describe('the dashboard page of the carriers', () => {
  it('the dashboard page Carriers takes a carrier down for ten minutes, and rates come without that carrier', async () => {
    const { account, post, at } = await createTestAccount()
    const watched = await simulator.open(at('/carriers'))
    await waitUntilEventStreamIsOpen(watched)
    const { page } = watched
    const ups = page.getByRole('region', { name: 'UPS', exact: true })
    await page.getByRole('button', { name: 'Take down: UPS' }).click()
    await page.getByText('The fault carrier:UPS down is active for 10m.').waitFor()
    await ups.getByText('down', { exact: true }).waitFor()
    await ups.getByText('10 min left').waitFor()
    expect((await post('/v1/rates', ratesBody())).failed_carriers).toMatchObject([{ carrier: 'UPS' }])
    await page
      .getByRole('row', { name: /carrier:UPS/ })
      .getByRole('cell', { name: '1', exact: true })
      .waitFor()
    await account.clock.advance('10m')
    await ups.getByText('up', { exact: true }).waitFor()
    await page.getByText('1 past fault').waitFor()
    expect(await page.getByRole('region', { name: 'Faults', exact: true }).count()).toBe(0)
    expect((await post('/v1/rates', ratesBody())).failed_carriers).toBeUndefined()
  })

  it('the dashboard page Carriers removes the faults of one carrier, and adds and removes any other fault', async () => {
    const { account, at } = await createTestAccount()
    const watched = await simulator.open(at('/carriers'))
    watched.expectStatus(422)
    const { page } = watched
    const dhl = page.getByRole('region', { name: 'DHL', exact: true })
    await page.getByRole('button', { name: 'Slow it down: DHL' }).click()
    await dhl.getByRole('button', { name: 'Bring up again' }).click()
    await page.getByText('DHL is up again.').waitFor()
    expect(await account.faults.list()).toEqual([])
    await page.getByText('Add any fault, with').click()
    await page.getByRole('link', { name: 'webhook', exact: true }).click()
    expect(await page.getByLabel('Mode').locator('option').evaluateAll(listOptionValues)).toEqual([
      'drop',
      'duplicate',
      'delay',
      'bad_signature',
    ])
    await page.getByRole('textbox', { name: 'How often' }).fill('0')
    await page.getByRole('button', { name: 'Add fault' }).click()
    await page.locator('.error', { hasText: 'How often must be' }).first().waitFor()
    expect(await page.evaluate('document.activeElement?.name')).toBe('times')
    await page.getByRole('textbox', { name: 'How often' }).fill('2')
    await page.getByRole('button', { name: 'Add fault' }).click()
    await page.getByText('is active.').waitFor()
    expect(await account.faults.list()).toMatchObject([{ target: 'webhook', mode: 'drop', times: 2 }])
    await page.getByRole('button', { name: 'Remove: ' }).click()
    await page.getByText('The fault is removed.').waitFor()
    expect(await account.faults.list()).toEqual([])
  })

  it('pressing "Take down" for the same carrier in two browser windows adds one fault', async () => {
    const { account, at } = await createTestAccount()
    // Without scripts, a page does not update, so the second page still has the button that was pressed on the first page.
    const stale = { javaScriptEnabled: false }
    const [first, second] = [
      await simulator.open(at('/wallet'), stale),
      await simulator.open(at('/keys'), stale),
    ]
    for (const { page } of [first, second])
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Carriers' }).click()
    for (const { page } of [first, second]) await page.getByRole('button', { name: 'Take down: UPS' }).click()
    await second.page.getByText('The fault carrier:UPS down is active for 10m.').waitFor()
    expect(await account.faults.list()).toMatchObject([{ target: 'carrier:UPS', mode: 'down', lasts: '10m' }])
  })

  it('the dashboard page Carriers shows how many more times a fault triggers, and its target, operations and error codes', async () => {
    const { account, at } = await createTestAccount()
    await account.faults.add({ target: 'carrier:DHL', operation: 'labels', mode: 'down', times: 2 })
    const watched = await simulator.open(at('/carriers?target=carrier:DHL'))
    const { page } = watched
    await page.getByRole('region', { name: 'DHL', exact: true }).getByText('2 calls left').waitFor()
    const optionsOf = (label: string) =>
      page
        .locator('#add-fault')
        .getByLabel(label, { exact: true })
        .locator('option')
        .evaluateAll(listOptionValues)
    expect(await optionsOf('Operation')).toEqual(['', 'accounts', 'tracking', 'labels', 'rates'])
    expect(await optionsOf('Error code')).toContain('LABEL.WEIGHT.EXCEEDED')
    await page.locator('#add-fault').getByLabel('Mode').selectOption('reject')
    await page
      .locator('#add-fault')
      .getByLabel('Error code', { exact: true })
      .selectOption('LABEL.WEIGHT.EXCEEDED')
    await page.getByRole('button', { name: 'Add fault' }).click()
    await page.getByText('is active.').waitFor()
    expect((await account.faults.list())[1]).toMatchObject({ mode: 'reject', code: 'LABEL.WEIGHT.EXCEEDED' })
    await watched.checkPage()
  })

  it.each([1440, 390])(
    'the dashboard page Carriers is readable at a width of %i px and clips no drawing',
    async (width) => {
      const { account, at } = await createTestAccount()
      await account.scenario.run('carrier-outage')
      const watched = await simulator.open(at('/carriers'), { viewport: { width, height: 900 } })
      await watched.checkPage()
      const cut = await watched.page.evaluate(`
      [...document.querySelectorAll('.whole-drawing')].filter((each) => each.scrollWidth > each.clientWidth).length`)
      expect(cut).toBe(0)
    },
  )

  it('the dashboard page Carriers says, in the row of a fault, that the fault was already removed', async () => {
    const { account, at } = await createTestAccount()
    await account.faults.add({ target: 'carrier:DHL', mode: 'down' })
    const { id } = await account.faults.add({ target: 'webhook', mode: 'drop' })
    const watched = await simulator.open(at('/carriers'), { javaScriptEnabled: false })
    watched.expectStatus(422)
    const { page } = watched
    await account.faults.remove(id)
    await page
      .getByRole('row', { name: /webhook/ })
      .getByRole('button', { name: 'Remove' })
      .click()
    await page.getByRole('alert').getByText(`There is no fault ${id} in this account.`).waitFor()
    expect(await page.locator('.error').count()).toBe(0)
  })

  it('the dashboard page Carriers shows the steps of a running scenario until the scenario is stopped', async () => {
    const { account, at } = await createTestAccount()
    await account.faults.add({ target: 'api', mode: 'latency', latency_ms: 5, starts_in: '5m', times: 2 })
    const { page } = await simulator.open(at('/carriers'))
    const card = page.getByRole('region', { name: 'carrier-outage', exact: true })
    await card.getByText('At the start: UPS, down: the carrier refuses the connection, for 10 min.').waitFor()
    await card.getByRole('button', { name: 'Start' }).click()
    await page.getByText('The scenario carrier-outage runs.').waitFor()
    const drawn = page.getByRole('region', { name: 'carrier-outage, which runs, drawn' })
    expect(await drawn.locator('rect.mark:not(.due)').count()).toBe(1)
    expect(await drawn.innerText()).toContain('UPS down')
    await page.locator('#state').getByRole('link', { name: 'scenario carrier-outage' }).waitFor()
    const rows = page.getByRole('region', { name: 'Faults' }).locator('tbody > tr')
    expect(await rows.first().innerText()).toMatch(/\bfrom [\d: -]+ in 5 min\s+until it is used up/)
    expect(await rows.last().innerText()).toMatch(/\suntil [\d: -]+ in 10 min/)
    expect(await rows.first().innerText()).toContain('2 calls left')
    expect(await rows.last().innerText()).toContain('10 min left')
    expect((await account.scenario.list()).running).toBe('carrier-outage')
    await page.getByRole('button', { name: 'Stop scenario' }).click()
    await page.getByText('The scenario carrier-outage has ended. Its faults are removed.').waitFor()
    expect(await account.faults.list()).toMatchObject([{ target: 'api' }])
  })

  it('the dashboard page Carriers connects and disconnects an account of a carrier', async () => {
    const { account, at } = await createTestAccount()
    const { page } = await simulator.open(at('/carriers'))
    await page.getByLabel('Carrier', { exact: true }).selectOption('FedEx')
    await page.getByRole('textbox', { name: 'Name' }).fill('Our own')
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByText('The account at FedEx is connected.').waitFor()
    expect(await account.carriers.list()).toMatchObject([{ carrier: 'FedEx', nickname: 'Our own' }])
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await confirmQuestion(page, 'Disconnect Our own?')
    await page.getByText('The account is disconnected.').waitFor()
    expect(await account.carriers.list()).toEqual([])
  })
})
