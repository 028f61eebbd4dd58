import { afterAll, beforeAll, expect, it } from 'vitest'
import { readHeader, TestClient } from '../../../../test/support/test-client.ts'
import { type DrydockServer, startDrydockServer } from '../../drydock-server.ts'

let server: DrydockServer
let client: TestClient
beforeAll(async () => {
  server = await startDrydockServer({ port: 0 })
  client = new TestClient(server.url)
})
afterAll(() => server.close())

type Fields = Readonly<Record<string, string>>

const control = '/_drydock/accounts'
const undoFormPattern = /<form[^>]*>((?:<input[^>]*>)+)<button[^>]*>Undo<\/button>/

/** Returns the values of the hidden fields of a form. */
function readHiddenFields(form: string): Fields {
  const unescapeHtml = (text: string) =>
    text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
  const found = form.matchAll(/name="([^"]*)" value="([^"]*)"/g)
  return Object.fromEntries([...found].map(([, name = '', value = '']) => [name, unescapeHtml(value)]))
}

/** Creates an account. Returns functions that submit forms on a page of this account and read its state. */
async function openPage(page: string) {
  const clock = { now: '2030-03-04T12:00:00Z', mode: 'frozen' }
  const made = await client.send({ method: 'POST', path: control, body: { clock } })
  const account = `${control}/${Object(made.body).id}`
  const path = `/dashboard/${Object(made.body).id}/${page}`
  let notice = ''
  const send = async (fields: Fields) => {
    const raw = new URLSearchParams({ ...fields }).toString()
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const answer = await client.send({ method: 'POST', path, raw, headers })
    if (answer.status !== 303) throw new Error(`It was answered with ${answer.status}: ${answer.bytes}`)
    const { bytes } = await client.send({ path: readHeader(answer, 'Location') ?? '' })
    notice = bytes.toString()
    return undoFormPattern.exec(notice)?.[1]
  }
  return {
    read: async (place: string): Promise<object> => Object(await client.read({ path: account + place })),
    call: (method: string, place: string, body?: object) =>
      client.send({ method, path: account + place, ...(body && { body }) }),
    send,
    /** Returns the HTML of the page that followed the last action. */
    readNotice: () => notice,
    /** Submits the form of an action with the form's own token, as a browser does. */
    submitAction: async (action: string, fields: Fields = {}) => {
      const shown = (await client.send({ path })).bytes.toString()
      const [, token = ''] =
        new RegExp(`name="do" value="${action}"/><input type="hidden" name="token" value="([^"]+)"`).exec(
          shown,
        ) ?? []
      return send({ do: action, token, ...fields })
    },
  }
}

const url = 'http://127.0.0.1:9/first'
const autoReload = { threshold_cents: 1_000, amount_cents: 5_000 }
const reloadFields = { 'auto_reload.threshold_cents': '20', 'auto_reload.amount_cents': '60' }

/** For each action: the call that prepares the account, its form, and the control path that shows its effect. */
const reversibleActions: readonly (readonly [
  done: string,
  page: string,
  given: readonly [method: string, place: string, body: object] | null,
  action: readonly [name: string, fields?: Fields],
  resultPath: string,
])[] = [
  ['a top-up of the wallet', 'wallet', null, ['fund', { amount_cents: '25' }], '/wallet'],
  ['a change of the balance', 'wallet', null, ['balance', { balance_cents: '0' }], '/wallet'],
  ['a change of the card', 'wallet', null, ['card', { payment_method: 'declined' }], '/wallet'],
  ['the start of auto-reload', 'wallet', null, ['reload', reloadFields], '/wallet'],
  [
    'a change of the amounts of auto-reload',
    'wallet',
    ['PATCH', '/wallet', { auto_reload: autoReload }],
    ['reload', reloadFields],
    '/wallet',
  ],
  ['the end of auto-reload', 'wallet', ['PATCH', '/wallet', { auto_reload: autoReload }], ['off'], '/wallet'],
  ['setting the clock running', 'time', null, ['run', { rate: '1' }], '/clock'],
  ['the first webhook URL', 'webhooks', null, ['set', { url }], '/webhook'],
  [
    'a change of the webhook URL',
    'webhooks',
    ['PUT', '/webhook', { url }],
    ['set', { url: `${url}?2` }],
    '/webhook',
  ],
  ['the removal of the webhook', 'webhooks', ['PUT', '/webhook', { url }], ['clear'], '/webhook'],
  ['taking a carrier down', 'carriers', null, ['switch', { target: 'carrier:UPS' }], '/faults'],
  [
    'adding a fault',
    'carriers',
    null,
    ['add', { target: 'api', mode: 'latency', latency_ms: '1' }],
    '/faults',
  ],
]

/** Removes the values that differ in every run: the time, and the times and ids of records that undo created again. */
function removeTimesAndIds(read: object): unknown {
  const ignored = ['now', 'id', 'created_at', 'starts_at', 'starts_in']
  return JSON.parse(JSON.stringify(read, (name, value) => (ignored.includes(name) ? undefined : value)))
}

it.each(reversibleActions)(
  'the button Undo of the dashboard reverts %s',
  async (_, page, given, [action, fields], resultPath) => {
    const { call, read, submitAction, send } = await openPage(page)
    if (given !== null) await call(...given)
    const before = removeTimesAndIds(await read(resultPath))
    const form = await submitAction(action, fields)
    expect(removeTimesAndIds(await read(resultPath))).not.toEqual(before)
    await send(readHiddenFields(form ?? ''))
    expect(removeTimesAndIds(await read(resultPath))).toEqual(before)
  },
)

/** For each action: its form, a change of the same setting after the action, and the message that refuses the undo. */
const overtakenActions: readonly (readonly [
  done: string,
  page: string,
  action: readonly [name: string, fields?: Fields],
  meanwhile: readonly [method: string, place: string, body: object],
  message: RegExp,
])[] = [
  [
    'a change of the balance',
    'wallet',
    ['balance', { balance_cents: '50' }],
    ['POST', '/wallet/fund', { amount_cents: 700 }],
    /\$50\.00 and is now \$57\.00/,
  ],
  [
    'a top-up of the wallet',
    'wallet',
    ['fund', { amount_cents: '25' }],
    ['PATCH', '/wallet', { balance_cents: 1 }],
    /and is now \$0\.01/,
  ],
  [
    'a change of the card',
    'wallet',
    ['card', { payment_method: 'declined' }],
    ['PATCH', '/wallet', { payment_method: 'none' }],
    /declined and is now none/,
  ],
  [
    'the start of auto-reload',
    'wallet',
    ['reload', reloadFields],
    ['PATCH', '/wallet', { auto_reload: autoReload }],
    /\$60\.00 below \$20\.00 and is now \$50\.00 below \$10\.00/,
  ],
  [
    'a change of the webhook URL',
    'webhooks',
    ['set', { url }],
    ['PUT', '/webhook', { url: `${url}?2` }],
    /first and is now .*first\?2/,
  ],
  [
    'setting the clock running',
    'time',
    ['run', { rate: '1' }],
    ['PATCH', '/clock', { mode: 'realtime', rate: 60 }],
    /running and is now .*60.*/,
  ],
]

it.each(overtakenActions)(
  'the button Undo of the dashboard refuses to revert %s if the value was changed again after the action',
  async (...row) => {
    const [, page, action, meanwhile, message] = row
    const { call, read, submitAction, send } = await openPage(page)
    const form = await submitAction(...action)
    await call(...meanwhile)
    const [, resultPath = ''] = /^(\/\w+)/.exec(meanwhile[1]) ?? []
    const before = removeTimesAndIds(await read(resultPath))
    const refused = await send(readHiddenFields(form ?? '')).catch(String)
    expect(refused).toMatch(/answered with 422/)
    expect(refused).toMatch(message)
    expect(removeTimesAndIds(await read(resultPath))).toEqual(before)
  },
)

it('the message after a dashboard action shows the equivalent drydock command with the values of the form', async () => {
  const { submitAction, readNotice } = await openPage('wallet')
  await submitAction('balance', { balance_cents: '43.21' })
  expect(readNotice()).toMatch(/drydock wallet set --balance 4321 --account acc_\w+/)
  expect(readNotice()).toContain('{&quot;balance_cents&quot;:4321}')
})

it('the drydock command that the dashboard shows for an action quotes a value of the form as one word', async () => {
  const { submitAction, readNotice } = await openPage('carriers')
  await submitAction('connect', { carrier: 'UPS', nickname: "Anna's $(depot)", credentials: 'rejected' })
  expect(readNotice()).toContain(
    'drydock carriers connect UPS --nickname &#39;Anna&#39;\\&#39;&#39;s $(depot)&#39; --rejected --account',
  )
})

it('the wallet page of the dashboard offers no Undo after the same balance was set again', async () => {
  const { submitAction } = await openPage('wallet')
  expect(await submitAction('balance', { balance_cents: '1000' })).toBeUndefined()
})

it('the button Undo of the dashboard lets a frozen clock run again at its previous rate', async () => {
  const { call, read, submitAction, send } = await openPage('time')
  await call('PATCH', '/clock', { mode: 'realtime', rate: 60 })
  const form = await submitAction('freeze')
  expect(await read('/clock')).toMatchObject({ mode: 'frozen' })
  await send(readHiddenFields(form ?? ''))
  expect(await read('/clock')).toMatchObject({ mode: 'realtime', rate: 60 })
})

const faultWithAllFields = {
  target: 'api',
  operation: 'POST /v1/rates',
  mode: 'error',
  code: 'AUTH.KEY.REVOKED',
  phase: 'after',
  status: 409,
  message: 'of <its> "own" & more',
  probability: 0.5,
  times: 3,
  after: 2,
  starts_in: '10m',
  lasts: '1h',
}

it('the button Undo of the dashboard adds removed faults again with their remaining time and calls', async () => {
  const { call, read, submitAction, send } = await openPage('carriers')
  await call('POST', '/faults', faultWithAllFields)
  await call('POST', '/faults', { target: 'carrier:*', mode: 'slow', latency_ms: 20 })
  await call('POST', '/faults', { target: 'carrier:UPS', mode: 'down', lasts: '1m' })
  await call('POST', '/clock/advance', { by: '5m' })
  const { faults } = Object(removeTimesAndIds(await read('/faults')))
  const form = await submitAction('clear')
  expect(await read('/faults')).toEqual({ faults: [] })
  await send(readHiddenFields(form ?? ''))
  // The last fault had ended.
  expect(removeTimesAndIds(await read('/faults'))).toEqual({ faults: faults.slice(0, 2) })
})

it("the dashboard offers no Undo for an action that changed nothing, nor for the removal of a scenario's faults", async () => {
  const paused = await openPage('time')
  expect(await paused.submitAction('freeze')).toBeUndefined()
  const { call, submitAction } = await openPage('carriers')
  await call('POST', '/scenario', { name: 'carrier-outage' })
  expect(await submitAction('clear')).toBeUndefined()
})

it('the dashboard offers no Undo for a webhook URL that contains an API key', async () => {
  const { call, submitAction } = await openPage('webhooks')
  await call('PUT', '/webhook', { url: `${url}?key=pr_live_d0c0d0c0d0c0d0c0d0c0d0c0d0c0d0c0` })
  expect(await submitAction('set', { url })).toBeUndefined()
})

it('the button Undo of the dashboard shows an error if the fault to remove does not exist any more', async () => {
  const { call, submitAction, send } = await openPage('carriers')
  const form = await submitAction('switch', { target: 'carrier:UPS' })
  await call('DELETE', '/faults')
  await expect(send(readHiddenFields(form ?? ''))).rejects.toThrow(
    /answered with 422.*role="alert"[^>]*><p>That did not work\. There is no fault flt_\w+ in this account\./s,
  )
})

it('the button Undo of the dashboard refuses an invalid list of removed faults', async () => {
  const { call, submitAction, send } = await openPage('carriers')
  await call('POST', '/faults', { target: 'carrier:UPS', mode: 'down' })
  const again = readHiddenFields((await submitAction('clear')) ?? '')
  await expect(send({ ...again, faults: '{' })).rejects.toThrow(/answered with 422/)
})
