import { describe, expect, it } from 'vitest'
import { confirmQuestion, createFilledAccount, waitUntilEventStreamIsOpen } from './support/filled-account.ts'
import { serveWithBrowser } from './support/simulator-with-browser.ts'

const simulator = serveWithBrowser()

const createTestAccount = () => createFilledAccount(simulator.url)

describe.each([true, false])(
  'a dashboard action that cannot be undone, with script: %s',
  (javaScriptEnabled) => {
    it.each([
      [
        '/requests',
        'Empty the log',
        ['Empty the request log?', 'It removes 3 requests.'],
        'The request log is empty.',
      ],
      [
        '/review',
        'Restart review',
        ['Restart the review?', 'It forgets'],
        'The review starts again, without any request.',
      ],
      ['/webhooks', 'Stop events', ['Send no more events?', 'Pending'], 'No more events are sent.'],
      ['/keys', 'Revoke: pr_live', ['Revoke pr_live', 'for good'], 'is revoked'],
      ['/shipments/LABEL', 'Void', ['Request a void of label LABEL (', 'nothing'], 'A void is requested.'],
      [
        '/worlds',
        'Restore: kept',
        ['Restore "kept"?', '1 logged request will be lost'],
        'as in the snapshot "kept"',
      ],
      [
        '/worlds',
        'Delete: kept',
        ['Delete the snapshot "kept"?', 'kB will be lost'],
        'snapshot "kept" is deleted',
      ],
      ['/worlds', 'Delete: ACCOUNT', ['Delete the account ACCOUNT?', 'Its keys'], 'ACCOUNT is deleted'],
    ])(
      'on the dashboard page %s, the button "%s" leads to a page that asks before anything is changed',
      async (place, button, [question = '', loss = ''], done) => {
        const { account, label, post, at } = await createTestAccount()
        await account.requests.clear()
        await account.snapshots.save('kept')
        for (const sent of place === '/worlds' ? [1] : [1, 2, 3])
          await post('/v1/labels', { rate_id: `rate_${sent}` })
        const fill = (text: string) => text.replace('LABEL', label.id).replace('ACCOUNT', account.id)
        const path = at(fill(place))
        const { page } = await simulator.open(path, { javaScriptEnabled })
        const press = () =>
          page
            .locator('main')
            .getByRole('button', { name: fill(button) })
            .click()
        await press()
        await page.getByRole('heading', { level: 1, name: fill(question) }).waitFor()
        await page.locator('main').getByText(loss).first().waitFor()
        await page.getByRole('link', { name: 'Cancel' }).click()
        await page
          .locator('main')
          .getByRole('button', { name: fill(button) })
          .waitFor()
        expect(new URL(page.url()).pathname).toBe(path)
        await press()
        await confirmQuestion(page, fill(question))
        await page.getByText(fill(done)).waitFor()
      },
    )
  },
)

describe('a dashboard action that ends the running scenario', () => {
  it('the dashboard says, before and after the start of a second scenario, that the running scenario ends', async () => {
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
      await waitUntilEventStreamIsOpen(watched)
      const { page } = watched
      await page.locator('#fault-list, #carrier-UPS').first().waitFor()
      const parent = page.locator(place).first().locator('xpath=..')
      expect(await parent.innerText()).toContain('Ends the scenario carrier-outage.')
      await parent.getByRole('button', { name: button }).first().click()
      if (button === 'Remove all') await confirmQuestion(page, 'Remove all faults?')
      await page.getByText(`The scenario carrier-outage has ended. ${done}`).waitFor()
    },
  )

  it('the dashboard page Carriers does not mention the running scenario if the removal of a fault does not end the scenario', async () => {
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

it('the tile of a carrier on the dashboard shows two equal faults as one fault, with the longer remaining time', async () => {
  const { account, at } = await createTestAccount()
  await account.faults.add({ target: 'carrier:UPS', mode: 'down', lasts: '20m' })
  await account.scenario.run('carrier-outage')
  const { page } = await simulator.open(at('/carriers'))
  const text = await page.locator('#state-UPS').innerText()
  expect(text.match(/down.*left/g)).toEqual(['down 20 min left'])
})

it('the chart of a scenario on the dashboard shows the wallet amount and the card state of each step', async () => {
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
