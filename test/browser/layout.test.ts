import { expect, it } from 'vitest'
import { createFilledAccount } from './support/filled-account.ts'
import { serveWithBrowser } from './support/simulator-with-browser.ts'

const simulator = serveWithBrowser()
const createTestAccount = () => createFilledAccount(simulator.url)

it.each([
  [1440, 900, false],
  [1280, 600, true],
  [390, 700, true],
])(
  'a dashboard message on a screen of %i by %i px covers nothing and stays until it is closed',
  async (width, height, hasCommands) => {
    const { at } = await createTestAccount()
    const { page } = await simulator.openNew(at('/wallet'), { viewport: { width, height } })
    await page.clock.install()
    if (hasCommands) await page.getByRole('button', { name: 'Show commands' }).click()
    await page.getByRole('button', { name: 'Decline the next', exact: true }).click()
    const message = page.locator('.notice')
    const [above, below] = [await message.boundingBox(), await page.locator('.notice + *').boundingBox()]
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
    await page.clock.runFor('00:30')
    expect(await page.locator('.notice + *').boundingBox()).toEqual(below)
    await page.getByRole('button', { name: 'Close this message' }).click()
    expect(await message.count()).toBe(0)
  },
)

it('the field Span on the dashboard page Time keeps its width when its value is refused', async () => {
  const { at } = await createTestAccount()
  const watched = await simulator.open(at('/time'))
  watched.expectStatus(422)
  const { page } = watched
  const field = page.getByRole('textbox', { name: 'Span' })
  const before = await field.boundingBox()
  await field.fill('soon')
  await page.getByRole('button', { name: 'Preview: a span' }).click()
  await page.locator('.error', { hasText: 'must be a duration' }).waitFor()
  expect((await field.boundingBox())?.width).toBe(before?.width)
})

it('the table of scopes on the review page of the dashboard fits a screen of 390 px', async () => {
  const { at } = await createTestAccount()
  const { page } = await simulator.open(at('/review'), { viewport: { width: 390, height: 900 } })
  const widerBy = await page.evaluate(`(() => {
    const table = document.querySelector('#scopes .scroll')
    return table.scrollWidth - table.clientWidth
  })()`)
  expect(widerBy).toBe(0)
})

it('the commands on the dashboard page Carriers fit the page at 1440 px without scrolling', async () => {
  const { at } = await createTestAccount()
  const { page } = await simulator.open(at('/carriers'))
  await page.getByRole('button', { name: 'Show commands' }).click()
  const widerBy = await page
    .locator('.tiles .code-scroll')
    .evaluateAll((boxes) => boxes.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
  expect(widerBy).toEqual(Array(16).fill(0))
})

it.each(['/time', '/worlds', '/carriers', '/keys', '/webhooks', '/wallet', '/requests', ''])(
  'no table or drawing of the dashboard page "%s" needs sideways scrolling on a screen of 390 px',
  async (place) => {
    const { account, at } = await createTestAccount()
    await account.snapshots.save('a-snapshot-with-a-name-that-is-really-rather-long')
    await account.scenario.run('carrier-outage')
    await account.faults.add({ target: 'webhook', mode: 'bad_signature' })
    await account.createKey({ environment: 'test', scopes: ['rates:read', 'labels:write'] })
    const { page } = await simulator.open(at(place), { viewport: { width: 390, height: 900 } })
    const wide = await page.evaluate(`[...document.querySelectorAll('main .scroll')]
      .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth)
      .map((each) => each.getAttribute('aria-label'))`)
    expect(wide).toEqual([])
  },
)

it('a table in a narrow box of a wide dashboard page has no clipped column', async () => {
  const { account, at } = await createTestAccount()
  await account.faults.add({ target: 'webhook', mode: 'bad_signature' })
  const { page } = await simulator.open(at('/webhooks'))
  const table = page.locator('#webhook-faults .scroll')
  expect(await table.evaluate('document.querySelector("#webhook-faults .scroll").scrollWidth')).toBe(
    await table.evaluate('document.querySelector("#webhook-faults .scroll").clientWidth'),
  )
})

it('the top bar of the dashboard stays on one line at 390 px, even for an account with a long id', async () => {
  const { page } = await simulator.open('/dashboard/default/worlds', {
    viewport: { width: 390, height: 900 },
  })
  await page.getByRole('textbox', { name: 'Id', exact: true }).fill('an-account-with-a-rather-long-id')
  await page.getByRole('button', { name: 'Create an account' }).last().click()
  await page.getByText('This is its dashboard.').waitFor()
  const [menu, theme] = ['Menu', 'Theme'].map((name) => page.getByRole('button', { name, exact: true }))
  expect((await menu?.boundingBox())?.y).toBe((await theme?.boundingBox())?.y)
})

it('a button beside a field of the wallet page is level with its control at 390 px', async () => {
  const { at } = await createTestAccount()
  const { page } = await simulator.open(at('/wallet'), { viewport: { width: 390, height: 900 } })
  for (const name of ['Top up', 'Set the balance']) {
    const form = page.locator('form', { has: page.getByRole('button', { name, exact: true }) })
    const field = await form.locator('input:visible').boundingBox()
    const button = await form.getByRole('button').boundingBox()
    expect(Math.abs((field?.y ?? 0) - (button?.y ?? 99))).toBeLessThan(2)
  }
})

it('the top bar of the dashboard has two lines at 390 px, even with a fault and a scenario', async () => {
  const { account, at } = await createTestAccount()
  await account.faults.add({ target: 'carrier:FedEx', mode: 'down' })
  await account.scenario.run('carrier-outage')
  const { page } = await simulator.open(at(), { viewport: { width: 390, height: 900 } })
  const scenario = page.locator('.bar a.long')
  await page.getByText('Live', { exact: true }).waitFor()
  expect(await scenario.getAttribute('title')).toBe('carrier-outage')
  expect((await scenario.boundingBox())?.width).toBeGreaterThan(40)
  const tops = await page.locator('.bar .clock, .bar .live > a, .bar .stream-state').all()
  const middles = await Promise.all(
    tops.map(async (each) => {
      const { y = 0, height = 0 } = (await each.boundingBox()) ?? {}
      return y + height / 2
    }),
  )
  expect(middles.length).toBe(4)
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(6)
})

it.each([1440, 390])(
  "the menus of the dashboard's top bar show long names whole on a screen of %i px",
  async (width) => {
    const { account, at } = await createTestAccount()
    await account.snapshots.save('a-snapshot-with-a-name-that-is-really-rather-long')
    const { page } = await simulator.open(at(), { viewport: { width, height: 900 } })
    for (const menu of await page.locator('.switcher').all()) {
      await menu.locator('summary').first().click()
      const box = await menu.locator('> div').boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
      const widerBy = await page.evaluate(`(() => {
      const open = document.querySelector('.switcher[open] > div')
      return open.scrollWidth - open.clientWidth
    })()`)
      expect(widerBy).toBe(0)
    }
  },
)

it('a dashboard message has its text and its buttons on one line while the shell commands are shown', async () => {
  const { at } = await createTestAccount()
  const { page } = await simulator.open(at('/wallet'))
  await page.getByRole('button', { name: 'Show commands' }).click()
  await page.getByRole('button', { name: 'Decline the next', exact: true }).click()
  const [undo, close] = ['Undo', 'Close this message'].map((name) => page.getByRole('button', { name }))
  expect((await undo?.boundingBox())?.y).toBe((await close?.boundingBox())?.y)
})

it('the chart of a running scenario on the dashboard does not overlap the times on its axis', async () => {
  const { account, at } = await createTestAccount()
  await account.scenario.run('bad-day-at-the-bank')
  await account.clock.advance('1m')
  const { page } = await simulator.open(at('/carriers'))
  const boxes = await page.evaluate(`[...document.querySelectorAll('#running-scenario .tick-text')]
    .map((text) => text.getBoundingClientRect()).map(({ left, right }) => [left, right])`)
  const pairs = boxes as [number, number][]
  expect(pairs.length).toBeGreaterThan(2)
  for (const [at, [left]] of pairs.entries()) expect(left).toBeGreaterThan(pairs[at - 1]?.[1] ?? 0)
})

it.each([1440, 390])(
  'the chart of a scenario on the dashboard has readable labels near their marks on a screen of %i px',
  async (width) => {
    const { at } = await createTestAccount()
    const { page } = await simulator.open(at('/carriers'), { viewport: { width, height: 900 } })
    const drawing = page.locator('#scenario-bad-day-at-the-bank svg')
    expect(await drawing.locator('.tick-text').allTextContents()).toEqual([
      'start',
      '+15 min',
      '+30 min',
      '+40 min',
    ])
    expect((await drawing.boundingBox())?.width).toBeLessThanOrEqual(320)
    const label = await drawing.locator('.lane-text', { hasText: 'no card' }).boundingBox()
    const mark = await drawing.locator('.mark').nth(1).boundingBox()
    expect(Math.abs((label?.x ?? 0) - (mark?.x ?? 0))).toBeLessThan(10)
  },
)

it('the box of a carrier on the dashboard has a gap of 6 px between the choice of a time and the button on a narrow screen', async () => {
  const { at } = await createTestAccount()
  const { page } = await simulator.open(at('/carriers'), { viewport: { width: 390, height: 900 } })
  const choice = await page.locator('#carrier-UPS select').boundingBox()
  const button = await page.getByRole('button', { name: 'Take down: UPS' }).boundingBox()
  expect((button?.y ?? 0) - (choice?.y ?? 0) - (choice?.height ?? 0)).toBeGreaterThanOrEqual(6)
})
