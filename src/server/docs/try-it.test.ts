import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { ratesBody } from '../../../test/support/labels/parcels.ts'
import { readCodeBlock } from '../../../test/support/labels/shown-page.ts'
import { TestClient } from '../../../test/support/test-client.ts'
import { type DrydockServer, startDrydockServer } from '../drydock-server.ts'

const token = 'the-token-of-this-test'
let open: DrydockServer
let uncontrolled: DrydockServer
let locked: DrydockServer
beforeAll(async () => {
  open = await startDrydockServer({ port: 0 })
  uncontrolled = await startDrydockServer({ port: 0, control: false })
  locked = await startDrydockServer({ port: 0, controlToken: token })
})
afterAll(() => Promise.all([open.close(), uncontrolled.close(), locked.close()]))

const key = 'pr_test_d0c0d0c0d0c0d0c0d0c0d0c0d0c0d0c0'
const walletPage = '/docs/operations/getWallet'

async function readPage({ url }: DrydockServer, path: string, headers = {}): Promise<string> {
  return (await new TestClient(url).send({ path, headers })).bytes.toString()
}

function submitForm({ url }: DrydockServer, path: string, values: Record<string, string>, headers = {}) {
  return new TestClient(url).send({
    method: 'POST',
    path,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    raw: String(new URLSearchParams(values)),
  })
}

const findToken = (page: string): string => /name="token" value="([^"]+)"/.exec(page)?.[1] ?? ''

it('the form "Try it" sends a real request, shows its response and links the request log', async () => {
  const own = findToken(await readPage(open, walletPage))
  const answer = await submitForm(open, walletPage, { token: own, account: 'default', key: 'test' })
  expect(answer.status).toBe(200)
  const page = answer.bytes.toString()
  expect(readCodeBlock(page, 'The response')).toContain('"balance_cents"')
  const [, id = ''] = /href="\/dashboard\/default\/requests\/(req_\w+)"/.exec(page) ?? []
  expect(await readPage(open, '/_drydock/accounts/default/requests')).toContain(`"id":"${id}"`)
  const without = await submitForm(open, walletPage, { token: own, account: 'default', key: 'none' })
  expect(without.bytes.toString()).toContain('AUTH.KEY.MISSING')
})

it.each([
  ['a forged token', { token: 'forged', account: 'default', key: 'test' }, 'Nothing was sent'],
  ['an unknown account', { account: 'nobody', key: 'test' }, 'No account has this id'],
  ['an unknown key', { account: 'default', key: 'pr_test_0' }, 'must be test, live or none'],
])('the form "Try it" sends nothing if it has %s', async (_, values, message) => {
  const own = findToken(await readPage(open, walletPage))
  const countRequests = async () =>
    JSON.parse(await readPage(open, '/_drydock/accounts/default/requests')).requests.length
  const before = await countRequests()
  const answer = await submitForm(open, walletPage, { token: own, ...values })
  expect(answer.status).toBe(422)
  expect(answer.bytes.toString()).toContain(message)
  expect(await countRequests()).toBe(before)
})

it('the form "Try it" proposes an id that exists in the account instead of the documented example', async () => {
  const page = '/docs/operations/registerTracker'
  const answer = await submitForm(open, page, {
    token: findToken(await readPage(open, page)),
    account: 'default',
    key: 'test',
    'body.tracking_number': '99994001',
    'body.carrier': 'UPS',
  })
  const { id } = JSON.parse(readCodeBlock(answer.bytes.toString(), 'The response'))
  expect(await readPage(open, '/docs/operations/getTracker')).toContain(`value="${id}"`)
})

it('the form "Try it" of a purchase proposes only a rate that can be bought', async () => {
  const server = await startDrydockServer({ port: 0 })
  onTestFinished(() => server.close())
  const client = new TestClient(server.url)
  const call = (body: object | undefined, path: string) => client.send({ method: 'POST', path, key, body })
  const readProposedRate = async () =>
    /name="body.rate_id"[^>]* value="([^"]*)"/.exec(await readPage(server, '/docs/operations/buyLabel'))?.[1]
  const sample = await readProposedRate()
  const [rate] = JSON.parse((await call(ratesBody(), '/v1/rates')).bytes.toString()).rates
  expect((await call({ rate_id: rate.id }, '/v1/labels')).status).toBe(201)
  expect(await readProposedRate()).toBe(rate.id)
  await client.send({ method: 'POST', path: '/_drydock/accounts/default/clock/advance', body: { by: '16m' } })
  expect(await readProposedRate()).toBe(sample)
})

it('a simulator without a dashboard shows no form "Try it" and refuses a sent form', async () => {
  expect(await readPage(uncontrolled, walletPage)).not.toContain('Try it')
  expect((await submitForm(uncontrolled, walletPage, {})).status).toBe(405)
})

it('if there is a control token, only a signed-in reader can send the form "Try it"', async () => {
  const page = await readPage(locked, walletPage)
  expect(page).toContain('Sign in with the control token')
  expect(page).not.toContain('<form class="try"')
  const refused = await submitForm(locked, walletPage, {
    token: findToken(page),
    account: 'default',
    key: 'test',
  })
  expect([refused.status, refused.headers['location']]).toEqual([303, '/dashboard/sign-in'])
  const own = findToken(await readPage(locked, '/dashboard/sign-in'))
  const signedIn = await submitForm(locked, '/dashboard/sign-in', { token: own, control_token: token })
  const cookie = signedIn.headers['set-cookie']?.find((each) => each.includes('Path=/docs;')) ?? ''
  const headers = { Cookie: cookie.split(';')[0] ?? '' }
  const values = {
    account: 'default',
    key: 'test',
    token: findToken(await readPage(locked, walletPage, headers)),
  }
  const sent = await submitForm(locked, walletPage, values, headers)
  expect(sent.bytes.toString()).toContain('balance_cents')
})
