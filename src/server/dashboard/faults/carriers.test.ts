import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openDashboardPages, readVisibleText } from '../../../../test/support/dashboard-pages.ts'
import { toShownText } from '../../../../test/support/labels/shown-page.ts'
import { readHeader, TestClient } from '../../../../test/support/test-client.ts'
import { type DrydockServer, startDrydockServer } from '../../drydock-server.ts'

let server: DrydockServer
let client: TestClient
let account: string
beforeAll(async () => {
  server = await startDrydockServer({ port: 0 })
  client = new TestClient(server.url)
})
afterAll(() => server.close())
beforeEach(async () => {
  const body = { clock: { now: '2030-03-04T12:00:00Z', mode: 'frozen' } }
  account = Object(await client.read({ method: 'POST', path: '/_drydock/accounts', body })).id
})

const callControl = (method: string, place: string, body: object) =>
  client.read({ method, path: `/_drydock/accounts/${account}${place}`, body })

async function listFaults() {
  return Object(await client.read({ path: `/_drydock/accounts/${account}/faults` })).faults
}

async function readPage(query = ''): Promise<string> {
  return (await client.send({ path: `/dashboard/${account}/carriers${query}` })).bytes.toString()
}

/** Returns the HTML of a carrier's card. */
async function readCard(name: string): Promise<string> {
  const [, rest = ''] = (await readPage()).split(`id="carrier-${name}"`)
  return rest.split(/id="(?:carrier-\w+|faults)"/)[0] ?? ''
}

const listButtons = (card: string) =>
  [...card.matchAll(/<button type="submit"[^>]*>([^<]*)</g)].map(([, text]) => text)

/** Submits the form with a button, with typed values in its fields. Returns the page that follows. */
async function pressButton(
  html: string,
  button: string,
  typed: Record<string, string> = {},
): Promise<string> {
  const form = html.split('<form').find((each) => each.includes(`>${button}</button>`)) ?? ''
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
  const own = new RegExp(`name="(\\w+)" value="(\\w+)"[^>]*>${button}<`).exec(form)
  const fields = [...hidden, ...(own === null ? [] : [own])].map(([, name = '', value = '']) => [
    name,
    toShownText(value),
  ])
  const answer = await client.send({
    method: 'POST',
    path: `/dashboard/${account}/carriers`,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    raw: String(new URLSearchParams({ ...Object.fromEntries(fields), ...typed })),
  })
  return (await client.send({ path: readHeader(answer, 'Location') })).bytes.toString()
}

it('the dashboard page Carriers slows a carrier down for the chosen time, and then takes the slow carrier down', async () => {
  await pressButton(await readCard('UPS'), 'Slow it down', { lasts: '1h' })
  expect(await listFaults()).toMatchObject([{ target: 'carrier:UPS', mode: 'slow', lasts: '1h' }])
  const slow = await readCard('UPS')
  expect(listButtons(slow)).toEqual(['Take down', 'Slow it down', 'Bring up again'])
  const down = await pressButton(slow, 'Take down', { lasts: '10m' })
  expect(await listFaults()).toMatchObject([{ target: 'carrier:UPS', mode: 'down', lasts: '10m' }])
  expect(listButtons(await readCard('UPS'))).toEqual(['Bring up again'])
  await pressButton(down, 'Undo')
  expect(await listFaults()).toMatchObject([{ target: 'carrier:UPS', mode: 'slow', lasts: '1h' }])
})

it('the button "Take down" of a carrier keeps an outage that a scenario has planned for later', async () => {
  await callControl('POST', '/scenario', { name: 'rolling-outage' })
  const card = await readCard('UPS')
  expect(listButtons(card)).toEqual(['Take down', 'Slow it down'])
  expect(toShownText(card)).toContain('timeout in 4 min')
  const coming = (await listFaults()).length
  await pressButton(card, 'Take down', { lasts: '1m' })
  expect(await listFaults()).toHaveLength(coming + 1)
})

it('the dashboard page Carriers keeps the old fault of a carrier if the new fault is refused', async () => {
  await pressButton(await readCard('UPS'), 'Slow it down', { lasts: '1h' })
  const pages = openDashboardPages({ id: account, url: server.url })
  const page = await pages.submit('carriers', 'switch', { target: 'carrier:UPS', lasts: 'forged' })
  expect(toShownText(page)).toContain('must be a duration')
  expect(await listFaults()).toMatchObject([{ target: 'carrier:UPS', mode: 'slow', lasts: '1h' }])
})

it('the dashboard page Carriers lists a removed fault in the table of past faults, without a button', async () => {
  const { id } = Object(await callControl('POST', '/faults', { target: 'carrier:DHL', mode: 'down' }))
  await callControl('DELETE', `/faults/${id}`, {})
  const [, past = ''] = (await readPage()).split('id="past-faults"')
  const [row = ''] = /<tr id="flt_.*?<\/tr>/s.exec(past) ?? []
  expect(row).toContain(`id="${id}"`)
  expect(readVisibleText(row)).toMatch(
    /^ ?carrier:DHL down removed 0 nothing until 2030-03-04 12:00:00 now $/,
  )
})

it('the card of a carrier on the dashboard links to a fault on carrier:* if it takes the carrier down', async () => {
  const { id } = Object(await callControl('POST', '/faults', { target: 'carrier:*', mode: 'down' }))
  const card = await readCard('UPS')
  expect(card).toContain(`href="#${id}"`)
  expect(toShownText(card)).toContain('The fault carrier:* down causes this.')
  expect(listButtons(card)).toEqual([])
  expect(await readPage()).toContain(`<tr id="${id}"`)
})

it('adding a fault on the dashboard replaces an equal fault, except if the equal fault has a limit of calls', async () => {
  const add = async (typed: Record<string, string>) =>
    pressButton(await readPage('?target=carrier:*'), 'Add fault', typed)
  expect(await add({ mode: 'down' })).toContain('The fault carrier:* down is active.')
  await add({ mode: 'down' })
  expect(await listFaults()).toHaveLength(1)
  await add({ mode: 'down', times: '2' })
  await add({ mode: 'down', times: '2' })
  expect(await listFaults()).toHaveLength(3)
})

it('the drawing of a scenario on the dashboard is wide enough for the text at the last time of the scenario', async () => {
  const timeline = ['0s', '110m'].map((at) => `{ at: ${at}, wallet: { balance_cents: 5 } }`)
  await callControl('POST', '/scenario', {
    source: `name: slow-day\ndescription: A day.\ntimeline: [${timeline.join(', ')}]`,
  })
  const [drawing = ''] = /<svg viewBox="0 0 320 .*?<\/svg>/s.exec(await readPage()) ?? []
  const texts = [
    ...drawing.matchAll(/<text class="tick-text" x="([\d.]+)" y="14" text-anchor="middle">([^<]+)</g),
  ]
  expect(texts.map(([, , text]) => text)).toContain('+1 h 50 min')
  // A letter takes about 6.2 pixels, and the drawing is 320 pixels wide.
  for (const [, x, text = ''] of texts) expect(Number(x) + text.length * 3.1).toBeLessThanOrEqual(320)
})
