import { expect, it } from 'vitest'
import { buyCheapestLabel, createAccount, readDeliveryLog } from '../../../../test/support/account.ts'
import { openDashboardPages, readVisibleText } from '../../../../test/support/dashboard-pages.ts'
import { sharedSimulator } from '../../../../test/support/shared-simulator.ts'
import { describeAttempt, listDueAttempts } from './webhook.tsx'

const simulator = sharedSimulator()

const minuteMs = 60_000

const delivery = {
  id: 'whd_1',
  environment: 'live',
  labelId: 'lbl_1',
  url: 'http://127.0.0.1:9/',
  signingSecret: 'whsec_1',
  body: '{}',
  status: 'pending',
  attempts: [],
  scheduledAttempts: 0,
  createdAtMs: 0,
  nextAttemptAtMs: 0,
  redeliveries: [],
  delayed: false,
} as const

it('listDueAttempts lists all attempts of a new webhook delivery, each after the delay since the previous attempt', () => {
  expect(listDueAttempts(delivery).map(({ atMs, isDoubtful }) => [atMs / minuteMs, isDoubtful])).toEqual([
    [0, false],
    [5, true],
    [35, true],
    [155, true],
    [1_595, true],
  ])
})

it('listDueAttempts lists the remaining attempts of a webhook delivery and its requested redeliveries', () => {
  const tried = {
    ...delivery,
    scheduledAttempts: 3,
    nextAttemptAtMs: 200 * minuteMs,
    redeliveries: [{ atMs: 0, delayed: false }],
  }
  expect(listDueAttempts(tried)).toEqual([
    { atMs: 0, afterMs: undefined, isDoubtful: false },
    { atMs: 200 * minuteMs, afterMs: 120 * minuteMs, isDoubtful: false },
    { atMs: 1_640 * minuteMs, afterMs: 1_440 * minuteMs, isDoubtful: true },
  ])
})

it('listDueAttempts lists a postponed redelivery of a webhook event at its new time', () => {
  const redeliveries = [{ atMs: 20 * minuteMs, delayed: true }]
  const minutes = listDueAttempts({ ...delivery, redeliveries }).map(({ atMs }) => atMs / minuteMs)
  expect(minutes).toEqual([0, 5, 20, 35, 155, 1_595])
})

it('listDueAttempts lists nothing for a webhook delivery that has ended', () => {
  expect(listDueAttempts({ ...delivery, status: 'succeeded', nextAttemptAtMs: null })).toEqual([])
})

it.each([
  [204, null, 'The receiver accepted it with 204.'],
  [500, null, 'The receiver responded with 500, which is not a success.'],
  [null, 'dropped', 'A fault dropped it before it reached the receiver.'],
  [null, 'dns', "The receiver's host name was not found."],
] as const)(
  'describeAttempt describes a webhook attempt with the response %s and the failure %s',
  (responseCode, failure, text) => {
    expect(describeAttempt({ atMs: 0, responseCode, failure })).toBe(text)
  },
)

it('the dashboard page of a webhook delivery can advance the clock to the next attempt, and says beforehand what the advance will trigger', async () => {
  const account = await createAccount(simulator.url)
  await account.control('PUT /webhook', { url: 'http://127.0.0.1:9/' })
  await account.control('POST /faults', { target: 'webhook', mode: 'drop' })
  await buyCheapestLabel(account)
  await account.advance('0s')
  const [delivery] = await readDeliveryLog(account)
  const place = `webhooks/${delivery?.id}`
  const pages = openDashboardPages(account)
  const before = await pages.read(place)
  expect(readVisibleText(before)).toContain('Triggers 1 webhook attempt.')
  const [, to = ''] = /name="to" value="([^"]+)"/.exec(before) ?? []
  const after = readVisibleText(await pages.submit(place, 'to', { to }))
  expect(after).toContain('1 event since 2030-03-04 12:00:00')
  expect(after.match(/A fault dropped it/g)).toHaveLength(2)
})

it('the dashboard page of a webhook delivery offers no advance of the clock if no attempt follows', async () => {
  const account = await createAccount(simulator.url)
  await account.control('PUT /webhook', { url: 'http://127.0.0.1:9/' })
  await account.control('POST /faults', { target: 'webhook', mode: 'drop' })
  await buyCheapestLabel(account)
  await account.advance('2d')
  const [delivery] = await readDeliveryLog(account)
  const page = await openDashboardPages(account).read(`webhooks/${delivery?.id}`)
  expect(page).not.toContain('Advance to the next attempt')
})
