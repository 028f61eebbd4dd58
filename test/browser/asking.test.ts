import { describe, expect, it } from 'vitest'
import { awaitStream, createFilledAccount } from './support/filled-account.ts'
import { serveWithBrowser } from './support/simulator-with-browser.ts'

const simulator = serveWithBrowser()

const createTestAccount = () => createFilledAccount(simulator.url)

describe('a dashboard action that cannot be undone', () => {
  it.each([
    [
      '/requests',
      'Empty the log',
      'Empty the request log? It removes 3 requests.',
      'The request log is empty.',
    ],
    [
      '/review',
      'Restart review',
      'Restart the review? It forgets',
      'The review starts again, without any request.',
    ],
    ['/webhooks', 'Stop events', 'Send no more events?', 'No more events are sent.'],
    ['/keys', 'Revoke: pr_live', 'Revoke pr_live', 'is revoked'],
    ['/shipments/LABEL', 'Void', 'Request a void of label LABEL (', 'A void is requested.'],
  ])(
    'without JavaScript, the dashboard asks on a separate page before it does this: on %s, %s',
    async (place, button, question, done) => {
      const { label, at } = await createTestAccount()
      const path = at(place.replace('LABEL', label.id))
      const watched = await simulator.open(path, { javaScriptEnabled: false })
      const { page } = watched
      const press = () => page.locator('main').getByRole('button', { name: button }).click()
      await press()
      await page.getByRole('heading', { level: 1, name: question.replace('LABEL', label.id) }).waitFor()
      await page.getByRole('link', { name: 'Cancel' }).click()
      expect(new URL(page.url()).pathname).toBe(path)
      expect(await page.locator('main').getByRole('button', { name: button }).count()).toBe(1)
      await press()
      await page.getByRole('button', { name: button.split(':')[0] ?? '', exact: true }).click()
      await page.getByText(done).waitFor()
    },
  )

  it('with JavaScript, the dashboard asks once in a dialog, and does nothing if the dialog is dismissed', async () => {
    const { account, at } = await createTestAccount()
    const { page } = await simulator.open(at('/requests'))
    const questions: string[] = []
    let answer = false
    page.on('dialog', (dialog) => {
      questions.push(dialog.message())
      void (answer ? dialog.accept() : dialog.dismiss())
    })
    await page.getByRole('button', { name: 'Empty the log' }).click()
    expect(await account.requests.list()).toHaveLength(3)
    answer = true
    await page.getByRole('button', { name: 'Empty the log' }).click()
    await page.getByText('The request log is empty.').waitFor()
    const question = 'Empty the request log? It removes 3 requests.'
    expect(questions).toEqual([question, question])
  })
})

describe('a dashboard action that ends the running scenario', () => {
  it('the Start button of a second scenario says, before and after the click, that it ends the first scenario', async () => {
    const { account, at } = await createTestAccount()
    await account.scenario.run('carrier-outage')
    const { page } = await simulator.open(at('/carriers'))
    const other = page.locator('#scenario-bad-day-at-the-bank')
    await other.getByText('Ends the scenario carrier-outage.').waitFor()
    expect(await page.locator('#scenario-carrier-outage').innerText()).toContain('Start again')
    await other.getByRole('button', { name: 'Start' }).click()
    await page
      .getByText('The scenario carrier-outage has ended. The scenario bad-day-at-the-bank runs.')
      .waitFor()
  })

  it.each([
    ['#carrier-UPS', 'Bring up again', 'UPS is up again.'],
    ['#fault-list tbody', 'Remove', 'The fault is removed.'],
    ['#fault-list > .row > .action', 'Remove all', 'All faults are removed.'],
  ])(
    'the dashboard page Carriers, at %s, says before and after the click that "%s" ends the running scenario',
    async (place, button, done) => {
      const { account, at } = await createTestAccount()
      await account.scenario.run('carrier-outage')
      const watched = await simulator.open(at('/carriers'))
      await awaitStream(watched)
      const { page } = watched
      page.on('dialog', (dialog) => void dialog.accept())
      await page.locator('#fault-list, #carrier-UPS').first().waitFor()
      const parent = page.locator(place).first().locator('xpath=..')
      expect(await parent.innerText()).toContain('Ends the scenario carrier-outage.')
      await parent.getByRole('button', { name: button }).first().click()
      await page.getByText(`The scenario carrier-outage has ended. ${done}`).waitFor()
    },
  )

  it('the dashboard page Carriers does not mention the scenario if a removed fault does not end it', async () => {
    const { account, at } = await createTestAccount()
    await account.scenario.run('webhook-trouble')
    await account.faults.add({ target: 'carrier:UPS', mode: 'down', lasts: '10m' })
    const { page } = await simulator.open(at('/carriers'))
    expect(await page.locator('#carrier-UPS').innerText()).not.toContain('Ends')
    await page.getByRole('button', { name: 'Bring up again: UPS' }).click()
    await page.getByText('UPS is up again.', { exact: true }).waitFor()
    expect((await account.scenario.list()).running).toBe('webhook-trouble')
  })
})

it('the tile of a carrier with two equal faults shows one state, with the longer remaining time', async () => {
  const { account, at } = await createTestAccount()
  await account.faults.add({ target: 'carrier:UPS', mode: 'down', lasts: '20m' })
  await account.scenario.run('carrier-outage')
  const { page } = await simulator.open(at('/carriers'))
  const text = await page.locator('#state-UPS').innerText()
  expect(text.match(/down.*left/g)).toEqual(['down 20 min left'])
})

it('the drawing of a scenario shows the amounts and card declines of its steps', async () => {
  const { at } = await createTestAccount()
  const { page } = await simulator.open(at('/carriers'))
  const drawing = page.locator('#scenario-bad-day-at-the-bank svg')
  const labels = await drawing.locator('.lane-text').allTextContents()
  expect(labels).toEqual([
    '$0.00, card declined, auto-reload below $20.00',
    'no card',
    '$0.00, auto-reload off',
    '$1,000.00, card valid',
  ])
  const width = (await drawing.boundingBox())?.width ?? 0
  for (const label of await drawing.locator('.lane-text').all()) {
    expect((await label.boundingBox())?.width).toBeLessThan(width - 8)
  }
})
