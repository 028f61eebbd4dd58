import { describe, expect, it } from 'vitest'
import { connectDrydock } from '../../src/client/http/connection.ts'
import { ratesBody } from '../support/labels/parcels.ts'
import { TestClient } from '../support/test-client.ts'
import { openBrowsing } from './support/browsing.ts'
import { awaitStream, createFilledAccount } from './support/furnished.ts'

const simulator = openBrowsing()

const furnish = () => createFilledAccount(simulator.url)

/** Resolves with whether the next response for the list of requests replaces the list in the page. */
const tellOfSwap = `void (globalThis.swapping = new Promise((resolve) =>
  document.addEventListener('htmx:beforeSwap', ({ target, detail }) => {
    if (target.querySelector('#request-rows')) resolve(detail.shouldSwap)
  })))`

const valuesOf = (
  options: readonly { getAttribute(name: string): string | null }[],
): readonly (string | null)[] => options.map((option) => option.getAttribute('value'))

describe('every page', () => {
  it.each([
    [1440, 'light'],
    [1440, 'dark'],
    [390, 'light'],
    [390, 'dark'],
  ] as const)('can be read at %i px, %s', async (width, colorScheme) => {
    const { account, at } = await furnish()
    const [bought] = await account.requests.list({ status: '201' })
    await account.faults.add({ target: 'carrier:UPS', mode: 'down', lasts: '10m' })
    const watched = await simulator.open(at(), { viewport: { width, height: 900 }, colorScheme })
    await watched.judge()
    for (const place of [
      '/requests',
      '/requests?path=/nowhere',
      `/requests/${bought?.id}`,
      '/time',
      '/time?span=7d',
    ]) {
      await watched.goto(at(place))
      await watched.judge()
      for (const summary of await watched.page.locator('main summary').all()) await summary.click()
      await watched.judge()
    }
  })

  it('every page of an account in which nothing has happened says what to do first', async () => {
    const dock = await connectDrydock(simulator.url)
    const account = await dock.createAccount()
    const watched = await simulator.open(`/dashboard/${account.id}`)
    await awaitStream(watched)
    await watched.judge()
    const { page } = watched
    expect(await page.getByRole('region', { name: 'a first request' }).innerText()).toContain(
      account.keys.test,
    )
    await page.getByRole('button', { name: 'Send it' }).click()
    await page.getByRole('link', { name: 'POST /v1/rates' }).waitFor()
    expect(await account.requests.list()).toMatchObject([{ path: '/v1/rates', status: 200 }])
    await watched.goto(`/dashboard/${account.id}/time`)
    await watched.judge()
  })
})

describe('requests', () => {
  it('the page of requests shows them as they come, with their reasons', async () => {
    const { account, post, at } = await furnish()
    const watched = await simulator.open(at('/requests'))
    await awaitStream(watched)
    await account.faults.add({ target: 'api', operation: 'POST /v1/rates', mode: 'error', times: 1 })
    await post('/v1/rates', ratesBody())
    const newest = watched.page.locator('#request-rows > tr').first()
    await newest.getByText('fault: api error').waitFor()
    expect(await newest.getByRole('link', { name: 'POST /v1/rates' }).count()).toBe(1)
    await newest.getByRole('link', { name: 'fault: api error' }).click()
    await watched.page.getByRole('heading', { level: 1, name: 'Carriers' }).waitFor()
    expect(new URL(watched.page.url()).hash).toMatch(/^#flt_/)
  })

  it('a refused request links to its section of the specification', async () => {
    const { account, at } = await furnish()
    const [refused] = await account.requests.list({ status: '404' })
    const { page } = await simulator.open(at(`/requests/${refused?.id}`))
    await page.getByRole('link', { name: 'Errors: codes' }).click()
    await page.getByRole('heading', { name: 'Codes', exact: true }).waitFor()
    expect(new URL(page.url()).hash).toBe('#codes')
  })

  it('the list of requests does not change while it is paused', async () => {
    const { account, post, at } = await furnish()
    const watched = await simulator.open(at('/requests'))
    await awaitStream(watched)
    const { page } = watched
    await page.keyboard.press('.')
    await page.getByRole('button', { name: 'Go on' }).waitFor()
    await post('/v1/rates', ratesBody())
    // The same message of the server updates the state in the bar, so the list could have been updated, too.
    await account.clock.advance('1s')
    await page.locator('#state').getByText('12:00:01').waitFor()
    expect(await page.locator('#request-rows > tr').count()).toBe(3)
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.locator('#request-rows > tr').nth(3).waitFor()
  })

  it('the list of requests does not change if its response was under way when it was paused', async () => {
    const { post, at } = await furnish()
    const watched = await simulator.open(at('/requests'))
    await awaitStream(watched)
    const { page } = watched
    await page.route(
      '**/requests',
      async (route) => {
        await page.keyboard.press('.')
        await route.continue()
      },
      { times: 1 },
    )
    await page.evaluate(tellOfSwap)
    await post('/v1/rates', ratesBody())
    expect(await page.evaluate('swapping')).toBe(false)
    expect(await page.locator('#request-rows > tr').count()).toBe(3)
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.locator('#request-rows > tr').nth(3).waitFor()
  })

  it('the list of requests keeps the row with the focus, and updates when the focus moves', async () => {
    const { account, at } = await furnish()
    const watched = await simulator.open(at('/requests'))
    await awaitStream(watched)
    const { page } = watched
    await page.keyboard.press('.')
    await page.keyboard.press('j')
    const client = new TestClient(simulator.url)
    const ask = (path: string) => client.send({ path, key: account.keys.test })
    await Promise.all(Array.from({ length: 100 }, (_, at) => ask(`/v1/labels/lbl_${at}`)))
    await page.evaluate(tellOfSwap)
    // Continues without waiting for the button to get the focus.
    await page.keyboard.press('.')
    expect(await page.evaluate('swapping')).toBe(false)
    expect(await page.locator('#request-rows a[data-row]:focus').count()).toBe(1)
    await page.keyboard.press('/')
    await page.locator('#request-rows > tr').nth(99).waitFor()
  })

  it('the list of requests does not change while text is selected, and updates afterwards', async () => {
    const { post, at } = await furnish()
    const watched = await simulator.open(at('/requests'))
    await awaitStream(watched)
    const { page } = watched
    await page.evaluate(`getSelection().selectAllChildren(document.querySelector('#request-rows td'))`)
    await page.evaluate(
      `void (globalThis.prevented = new Promise((resolve) =>
        document.addEventListener('htmx:beforeRequest', ({ target, defaultPrevented }) => {
          if (target.querySelector('#request-rows')) resolve(defaultPrevented)
        })))`,
    )
    await post('/v1/rates', ratesBody())
    expect(await page.evaluate('prevented')).toBe(true)
    expect(await page.locator('#request-rows > tr').count()).toBe(3)
    await page.evaluate('getSelection().removeAllRanges()')
    await page.locator('#request-rows > tr').nth(3).waitFor()
  })

  it('the list of requests has at most a hundred rows, and ends with the latest', async () => {
    const { account, at } = await furnish()
    const watched = await simulator.open(at('/requests'))
    await awaitStream(watched)
    const client = new TestClient(simulator.url)
    const ask = (path: string) => client.send({ path, key: account.keys.test })
    for (let sent = 0; sent < 600; sent += 20)
      await Promise.all(Array.from({ length: 20 }, (_, at) => ask(`/v1/labels/lbl_${sent + at}`)))
    await ask('/v1/labels/lbl_the_last')
    await watched.page.getByRole('link', { name: '/v1/labels/lbl_the_last' }).waitFor()
    expect(await watched.page.locator('#request-rows > tr').count()).toBe(100)
  })

  it('the URL filters the list of requests, and can be bookmarked', async () => {
    const { at } = await furnish()
    const watched = await simulator.open(at('/requests'))
    const { page } = watched
    await page.keyboard.press('/')
    await page.keyboard.type('/v1/labels*')
    await page.getByRole('textbox', { name: 'Status' }).fill('4xx')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByText('1 of 3 kept').waitFor()
    expect(new URL(page.url()).searchParams.get('status')).toBe('4xx')
    expect(await page.locator('#request-rows > tr').count()).toBe(1)
    await page.getByRole('textbox', { name: 'Status' }).fill('9')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByText('must be a status from 100 to 599').waitFor()
  })

  it('a request has a page with its reasons, its effects and a form to send it again', async () => {
    const { at, label } = await furnish()
    const watched = await simulator.open(at('/requests?status=2xx&path=/v1/labels'))
    const { page } = watched
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'POST /v1/labels 201' }).waitFor()
    const changed = page.getByRole('region', { name: 'Effects' })
    expect(await changed.innerText()).toContain(label.id)
    expect(await changed.innerText()).toMatch(/\$1,000\.00 → \$9\d\d\.\d\d/)
    expect(await page.getByRole('region', { name: 'the request as a curl line' }).innerText()).toContain(
      '--data-raw',
    )
  })

  it('requests of hostile clients are shown as text', async () => {
    const { account, at } = await furnish()
    const hostile = `<img src=x onerror=alert(1)><a hx-get="/x" hx-trigger="load">\u202e`
    await new TestClient(simulator.url).send({
      method: 'POST',
      path: `/v1/rates?${encodeURIComponent(hostile)}`,
      key: account.keys.test,
      body: { name: hostile },
    })
    const watched = await simulator.open(at('/requests'))
    await watched.page.locator('#request-rows a').first().click()
    await watched.page
      .getByRole('region', { name: 'Request body' })
      .getByText('onerror=alert')
      .first()
      .waitFor()
    expect(await watched.page.locator('main img').count()).toBe(0)
  })
})

describe('time', () => {
  it('the page Time jumps to the next webhook attempt, and shows it', async () => {
    const { account, at } = await furnish()
    const watched = await simulator.open(at('/time'))
    const { page } = watched
    await page.getByLabel('Until').selectOption('webhook')
    await page.getByRole('button', { name: 'Preview: the next event' }).click()
    const preview = page.getByRole('region', { name: 'Preview', exact: true })
    await preview.getByText('Triggers 1 webhook attempt.').waitFor()
    await preview.getByRole('link', { name: 'attempt 2 to http://127.0.0.1:9/' }).waitFor()
    expect(await account.clock.now()).toBe('2030-03-04T12:00:00.000Z')
    await watched.judge()
    await preview.getByRole('button', { name: 'Advance' }).click()
    await page.getByText('It is 2030-03-04 12:05:00 now.').waitFor()
    await page.getByRole('heading', { name: '1 event since 2030-03-04 12:00:00' }).waitFor()
    const events = page.getByRole('region', { name: 'Events on the way' })
    await events.getByRole('link', { name: 'attempt 2 to http://127.0.0.1:9/: refused' }).waitFor()
    await watched.judge()
    expect(await account.clock.now()).toBe('2030-03-04T12:05:00.000Z')
    const [delivery] = await account.webhook.deliveries()
    expect(delivery?.attempts).toBe(2)
    const table = page.getByRole('region', { name: 'Past and due events' })
    await table.getByText('attempt 2 to http://127.0.0.1:9/: refused').waitFor()
    await page.reload()
    expect(await page.getByText('It is 2030-03-04 12:05:00 now.').count()).toBe(0)
  })

  it('the forms of the page Time do what the commands beside them say', async () => {
    const { account, at } = await furnish()
    const watched = await simulator.open(at('/time'))
    const { page } = watched
    await page.getByRole('textbox', { name: 'Span' }).fill('90m')
    await page.getByRole('button', { name: 'Preview: a span' }).click()
    await page.getByRole('button', { name: 'Advance: as previewed' }).click()
    await page.getByText('It is 2030-03-04 13:30:00 now.').waitFor()
    await page.getByRole('textbox', { name: 'Instant UTC' }).fill('2030-03-05 12:00')
    await page.getByRole('button', { name: 'Preview: an instant' }).click()
    await page.getByRole('button', { name: 'Advance: as previewed' }).click()
    await page.getByText('It is 2030-03-05 12:00:00 now.').waitFor()
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByText('Time runs.').waitFor()
    expect(await account.clock.get()).toMatchObject({ mode: 'realtime', rate: 1 })
    await page.getByRole('spinbutton', { name: 'Speed' }).fill('60.5')
    await page.getByRole('button', { name: 'Run at this speed' }).click()
    await page.getByText('60.5 times as fast').waitFor()
    await page.getByRole('button', { name: 'Freeze' }).click()
    await page.getByText('Time stands still.').waitFor()
    expect(await account.clock.get()).toMatchObject({ mode: 'frozen', rate: 60.5 })
    const command = page.getByRole('region', { name: 'Freeze with drydock' })
    expect(await command.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Show commands' }).click()
    await command.getByText('drydock clock freeze').waitFor()
    await page.reload()
    await command.getByText('drydock clock freeze').waitFor()
  })

  it('the page Time explains a wrong input at its field, also without script', async () => {
    const { account, at } = await furnish()
    const watched = await simulator.open(at('/time'), { javaScriptEnabled: false })
    watched.expectStatus(422)
    const { page } = watched
    await page.getByRole('textbox', { name: 'Span' }).fill('soon')
    await page.getByRole('button', { name: 'Preview: a span' }).click()
    const field = page.getByRole('textbox', { name: 'Span' })
    expect(await field.inputValue()).toBe('soon')
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect(await page.locator('#preview-by-error').innerText()).toContain('must be a duration')
    expect(await account.clock.now()).toBe('2030-03-04T12:00:00.000Z')
  })

  it('each button of the page Time says what it triggers, and the page lists it after the move', async () => {
    const { account, at } = await furnish()
    const watched = await simulator.open(at('/time'), { javaScriptEnabled: false })
    const { page } = watched
    const [{ id = '' } = {}] = [
      await account.faults.add({ target: 'carrier:UPS', mode: 'down', lasts: '10m' }),
    ]
    await page.reload()
    const hour = page.locator('#quick-moves .row', { hasText: '+1h' })
    expect(await hour.innerText()).toMatch(/Triggers 2 webhook attempts|Triggers 1 webhook attempt/)
    expect(await hour.innerText()).toMatch(/Ends: fault carrier:UPS down, \d+ rates\./)
    const minute = page.locator('#quick-moves .row', { hasText: '+1m' })
    expect(await minute.innerText()).toContain('Nothing is due, and nothing ends.')
    await hour.getByRole('button', { name: '+1h' }).click()
    const events = page.getByRole('region', { name: 'Events on the way' })
    await events.getByRole('link', { name: 'carrier:UPS down ends' }).waitFor()
    await events.getByRole('link', { name: 'rates quoted at 12:00:00 UTC expire' }).waitFor()
    expect(await account.clock.now()).toBe('2030-03-04T13:00:00.000Z')
    expect((await account.faults.list()).map((fault) => fault.id)).toEqual([id])
  })

  it('a move of time by another client shows without a reload', async () => {
    const { account, at } = await furnish()
    const watched = await simulator.open(at('/time'))
    await awaitStream(watched)
    await account.clock.advance('1d')
    await watched.page.locator('.big-clock').getByText('2030-03-05 12:00:00').waitFor()
    await account.faults.add({ target: 'carrier:UPS', mode: 'down' })
    await watched.page.locator('#state').getByText('1 fault').waitFor()
  })

  it("the clock on the page stops when the account's clock stops", async () => {
    const dock = await connectDrydock(simulator.url)
    const clock = { mode: 'realtime', rate: 1000, now: '9999-12-31T23:59:59Z' } as const
    const { id } = await dock.createAccount({ clock })
    const { page } = await simulator.open('/docs')
    await page.clock.install()
    await page.goto(`${simulator.url}/dashboard/${id}`)
    await page.clock.runFor('01:00')
    expect(await page.locator('#state time').textContent()).toBe('9999-12-31 23:59:59')
  })

  it('a move of time while the page loads shows, too', async () => {
    const { account, at } = await furnish()
    const watched = await simulator.open(at())
    await watched.page.route('**/ticks?*', async (route) => {
      await account.clock.advance('1d')
      await route.continue()
    })
    await watched.goto(at('/time'))
    await watched.page.locator('.big-clock').getByText('2030-03-05 12:00:00').waitFor()
  })
})

describe('carriers', () => {
  it('a carrier can be taken down for ten minutes, and rates come without it', async () => {
    const { account, post, at } = await furnish()
    const watched = await simulator.open(at('/carriers'))
    await awaitStream(watched)
    const { page } = watched
    const ups = page.getByRole('region', { name: 'UPS', exact: true })
    await page.getByRole('button', { name: 'Take down: UPS' }).click()
    await page.getByText('carrier:UPS down for 10m: from now on.').waitFor()
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

  it('a carrier can be restored, and any fault be added and removed', async () => {
    const { account, at } = await furnish()
    const watched = await simulator.open(at('/carriers'))
    watched.expectStatus(422)
    const { page } = watched
    const dhl = page.getByRole('region', { name: 'DHL', exact: true })
    await page.getByRole('button', { name: 'Slow it down: DHL' }).click()
    await dhl.getByRole('button', { name: 'Bring up again' }).click()
    await page.getByText('DHL is up again.').waitFor()
    expect(await account.faults.list()).toEqual([])
    await page.getByText('More: any fault').click()
    await page.getByRole('link', { name: 'webhook', exact: true }).click()
    expect(await page.getByLabel('Mode').locator('option').evaluateAll(valuesOf)).toEqual([
      'drop',
      'duplicate',
      'delay',
      'bad_signature',
    ])
    await page.getByRole('textbox', { name: 'How often' }).fill('0')
    await page.getByRole('button', { name: 'Add it' }).click()
    await page.locator('.error', { hasText: 'How often must be' }).first().waitFor()
    expect(await page.evaluate('document.activeElement?.name')).toBe('times')
    await page.getByRole('textbox', { name: 'How often' }).fill('2')
    await page.getByRole('button', { name: 'Add it' }).click()
    await page.getByText('is active.').waitFor()
    expect(await account.faults.list()).toMatchObject([{ target: 'webhook', mode: 'drop', times: 2 }])
    await page.getByRole('button', { name: 'Remove: ' }).click()
    await page.getByText('The fault is removed.').waitFor()
    expect(await account.faults.list()).toEqual([])
  })

  it('a carrier can be taken down with two clicks from any page, and a second press adds no second fault', async () => {
    const { account, at } = await furnish()
    // Without scripts, the second page still has the button that was pressed on the first.
    const stale = { javaScriptEnabled: false }
    const [first, second] = [
      await simulator.open(at('/wallet'), stale),
      await simulator.open(at('/keys'), stale),
    ]
    for (const { page } of [first, second])
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Carriers' }).click()
    for (const { page } of [first, second]) await page.getByRole('button', { name: 'Take down: UPS' }).click()
    await second.page.getByText('carrier:UPS down for 10m: from now on.').waitFor()
    expect(await account.faults.list()).toMatchObject([{ target: 'carrier:UPS', mode: 'down', lasts: '10m' }])
  })

  it('the page of carriers shows the remaining calls of a fault, and the codes and operations of a target', async () => {
    const { account, at } = await furnish()
    await account.faults.add({ target: 'carrier:DHL', operation: 'labels', mode: 'down', times: 2 })
    const watched = await simulator.open(at('/carriers?target=carrier:DHL'))
    const { page } = watched
    await page.getByRole('region', { name: 'DHL', exact: true }).getByText('2 calls left').waitFor()
    const optionsOf = (label: string) =>
      page.locator('#add-fault').getByLabel(label, { exact: true }).locator('option').evaluateAll(valuesOf)
    expect(await optionsOf('Operation')).toEqual(['', 'accounts', 'tracking', 'labels', 'rates'])
    expect(await optionsOf('Error code')).toContain('LABEL.WEIGHT.EXCEEDED')
    await page.locator('#add-fault').getByLabel('Mode').selectOption('reject')
    await page
      .locator('#add-fault')
      .getByLabel('Error code', { exact: true })
      .selectOption('LABEL.WEIGHT.EXCEEDED')
    await page.getByRole('button', { name: 'Add it' }).click()
    await page.getByText('is active.').waitFor()
    expect((await account.faults.list())[1]).toMatchObject({ mode: 'reject', code: 'LABEL.WEIGHT.EXCEEDED' })
    await watched.judge()
  })

  it.each([1440, 390])('the page of carriers can be read at %i px, with whole drawings', async (width) => {
    const { account, at } = await furnish()
    await account.scenario.run('carrier-outage')
    const watched = await simulator.open(at('/carriers'), { viewport: { width, height: 900 } })
    await watched.judge()
    const cut = await watched.page.evaluate(`
      [...document.querySelectorAll('.whole-drawing')].filter((each) => each.scrollWidth > each.clientWidth).length`)
    expect(cut).toBe(0)
  })

  it('the page of carriers says beside the right fault that it is gone already', async () => {
    const { account, at } = await furnish()
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

  it('the page of carriers follows a scenario until it is stopped', async () => {
    const { account, at } = await furnish()
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
    await page.getByRole('button', { name: 'Stop it' }).click()
    await page.getByText('The scenario carrier-outage has ended. Its faults are gone.').waitFor()
    expect(await account.faults.list()).toMatchObject([{ target: 'api' }])
  })

  it('carrier accounts can be connected and disconnected', async () => {
    const { account, at } = await furnish()
    const { page } = await simulator.open(at('/carriers'))
    await page.getByLabel('Carrier', { exact: true }).selectOption('FedEx')
    await page.getByRole('textbox', { name: 'Name' }).fill('Our own')
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByText('The account at FedEx is connected.').waitFor()
    expect(await account.carriers.list()).toMatchObject([{ carrier: 'FedEx', nickname: 'Our own' }])
    page.on('dialog', (dialog) => void dialog.accept())
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByText('The account is disconnected.').waitFor()
    expect(await account.carriers.list()).toEqual([])
  })
})

describe('the frame', () => {
  it('two windows can show two accounts', async () => {
    const [one, other] = [await furnish(), await furnish()]
    const [first, second] = [await simulator.open(one.at('/time')), await simulator.open(other.at('/time'))]
    await awaitStream(first)
    await awaitStream(second)
    await first.page.getByRole('button', { name: '+1h' }).click()
    await first.page.locator('.big-clock').getByText('13:00:00').waitFor()
    await other.account.clock.advance('1s')
    await second.page.locator('.big-clock').getByText('12:00:01').waitFor()
    expect(await one.account.clock.now()).toBe('2030-03-04T13:00:00.000Z')
    expect(await second.page.title()).toContain(other.account.id)
  })

  it('the keyboard shortcuts work, and the frame lists them', async () => {
    const { at } = await furnish()
    const watched = await simulator.open(at())
    const { page } = watched
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: 'Shortcuts' })
    await list.waitFor()
    await watched.judge()
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'hidden' })
    await page.keyboard.press('g')
    await page.keyboard.press('r')
    await page.getByRole('heading', { level: 1, name: 'Requests' }).waitFor()
    // After three seconds, g is forgotten, and the next key has its usual meaning.
    await page.keyboard.press('g')
    await page.evaluate(() => {
      const now = performance.now.bind(performance)
      performance.now = () => now() + 3_000
    })
    await page.keyboard.press('o')
    await page.keyboard.press('g')
    await page.keyboard.press('?')
    await list.waitFor()
    expect(new URL(page.url()).pathname).toBe(at('/requests'))
  })

  it('a missing page has an error page in the frame', async () => {
    const { at } = await furnish()
    const watched = await simulator.open(at())
    watched.expectStatus(404)
    const { page } = watched
    const missing = [
      ['/dashboard/nobody/wallet', 'There is no account nobody.', '/dashboard/default/wallet'],
      [at('/requests/req_none'), 'There is no request req_none in this account.', at('/wallet')],
      [at('/nowhere'), `The dashboard has no page ${at('/nowhere')}.`, at('/wallet')],
    ] as const
    for (const [place, message, link] of missing) {
      await watched.goto(place)
      await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor()
      await page.getByText(message).waitFor()
      expect(await page.locator('main').innerText()).not.toMatch(/\/v1|_drydock/)
      const wallet = page.getByRole('link', { name: 'Wallet', exact: true })
      expect(await wallet.getAttribute('href')).toBe(link)
    }
  })

  it('a page says that its account was deleted', async () => {
    const { account, at } = await furnish()
    const watched = await simulator.open(at('/wallet'))
    await awaitStream(watched)
    watched.expectStatus(404)
    await account.delete()
    await watched.page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor()
    await watched.page.getByText(`There is no account ${account.id}.`).waitFor()
  })
})
