import { expect } from 'vitest'
import { z } from 'zod'
import { keysOf } from '../../src/simulator/specification/keys-of.ts'
import { type Account, buy, deliveryLog, startedAt } from '../support/account.ts'
import { openInbox } from '../support/webhook-inbox.ts'
import { rowTests } from './row-tests.ts'
import { attemptDelays } from './tables.ts'

const rowTest = rowTests()

const attempts = keysOf(attemptDelays)
const ofLaterAttempts = ['state:delivery-retry-scheduled', 'choice:45', 'choice:46'] as const

function at(seconds: number): string {
  return new Date(Date.parse(startedAt) + seconds * 1000).toISOString()
}

async function subscribe(account: Account, url: string): Promise<void> {
  await account.control('PUT /webhook', { url })
}

async function onlyEntry(account: Account) {
  const [entry, ...others] = await deliveryLog(account)
  if (entry === undefined || others.length > 0) throw new Error('The log does not hold one delivery.')
  return entry
}

for (const attempt of attempts) {
  const delay = attemptDelays[attempt]
  rowTest(
    [`webhook-attempt:${attempt}`, ...(attempt === '1' ? [] : ofLaterAttempts)],
    `attempt ${attempt} comes ${delay} seconds after the one before, with the same bytes`,
    async ({ account }) => {
      const number = Number(attempt)
      const inbox = await openInbox((made) => ({ status: made < number ? 500 : 200 }))
      await subscribe(account, inbox.url)
      await buy(account)
      await account.advance('0s')
      let elapsed = 0
      for (const earlier of attempts.slice(1, number)) {
        const wait = attemptDelays[earlier]
        elapsed += wait
        const made = inbox.attempts.length
        expect(await onlyEntry(account)).toMatchObject({
          status: 'pending',
          response_code: 500,
          attempts: made,
          last_attempt_at: at(elapsed - wait),
          next_attempt_at: at(elapsed),
        })
        await account.advance(`${wait * 1000 - 1}ms`)
        expect(inbox.attempts).toHaveLength(made)
        await account.advance('1ms')
        expect(inbox.attempts).toHaveLength(made + 1)
      }
      expect(await onlyEntry(account)).toMatchObject({
        status: 'succeeded',
        response_code: 200,
        attempts: number,
        last_attempt_at: at(elapsed),
        next_attempt_at: null,
      })
      await account.advance('10d')
      expect(inbox.attempts).toHaveLength(number)
      const told = inbox.attempts.map(
        ({ body, headers }) => `${headers['pr-signature']} ${body.toString('hex')}`,
      )
      expect(new Set(told).size).toBe(1)
      await inbox.close()
    },
  )
}

rowTest(
  ['state:delivery-failed', 'constant:webhook attempts', 'delivery-entry:status', 'webhook-attempt:5'],
  'after the fifth failure the delivery has failed, as the log shows, through one advance as through many',
  async ({ account }) => {
    const inbox = await openInbox(() => ({ status: 503 }))
    await subscribe(account, inbox.url)
    const { id } = await buy(account)
    await account.advance('30d')
    expect(inbox.attempts).toHaveLength(5)
    expect(await onlyEntry(account)).toMatchObject({
      label_id: id,
      status: 'failed',
      response_code: 503,
      attempts: 5,
      last_attempt_at: at(300 + 1_800 + 7_200 + 86_400),
      next_attempt_at: null,
    })
    await inbox.close()
  },
)

rowTest(
  ['choice:45', 'state:delivery-retry-scheduled'],
  'anything but 2xx is a failure: redirects are not followed, and 410 and Retry-After change nothing',
  async ({ account }) => {
    const elsewhere = await openInbox()
    const answers = [
      { status: 302, headers: { Location: elsewhere.url } },
      { status: 410 },
      { status: 429, headers: { 'Retry-After': '1' } },
      { status: 400 },
      { status: 299 },
    ]
    const inbox = await openInbox((made) => answers[made - 1] ?? { status: 500 })
    await subscribe(account, inbox.url)
    await buy(account)
    await account.advance('0s')
    const seen = [(await onlyEntry(account)).response_code]
    for (const attempt of attempts.slice(1)) {
      await account.advance(`${attemptDelays[attempt]}s`)
      seen.push((await onlyEntry(account)).response_code)
    }
    expect(seen).toEqual([302, 410, 429, 400, 299])
    expect((await onlyEntry(account)).status).toBe('succeeded')
    expect(elsewhere.attempts).toEqual([])
    await Promise.all([inbox.close(), elsewhere.close()])
  },
)

rowTest(
  ['choice:45', 'delivery-entry:response code'],
  'where nobody listens the attempt counts, with no response code',
  async ({ account }) => {
    const inbox = await openInbox()
    await inbox.close()
    await subscribe(account, inbox.url)
    await buy(account)
    await account.advance('0s')
    expect(await onlyEntry(account)).toMatchObject({ status: 'pending', response_code: null, attempts: 1 })
  },
)

rowTest(
  ['choice:45'],
  'a pending delivery keeps the URL and the secret it began with',
  async ({ account }) => {
    const first = await openInbox((made) => ({ status: made === 1 ? 500 : 200 }))
    const second = await openInbox()
    await subscribe(account, first.url)
    await buy(account)
    await account.advance('0s')
    await subscribe(account, second.url)
    await account.advance('5m')
    expect(first.attempts).toHaveLength(2)
    expect(first.attempts[1]?.headers['pr-signature']).toBe(first.attempts[0]?.headers['pr-signature'])
    expect(second.attempts).toEqual([])
    await account.control('DELETE /webhook')
    await account.advance('5d')
    expect(second.attempts).toEqual([])
    await Promise.all([first.close(), second.close()])
  },
)

rowTest(['choice:46', 'choice:47'], 'a redelivery sends the same bytes once more', async ({ account }) => {
  const inbox = await openInbox()
  await subscribe(account, inbox.url)
  await buy(account)
  await account.advance('1h')
  const { id } = await onlyEntry(account)
  z.object({ id: z.literal(id) }).parse(await account.control(`POST /webhook/deliveries/${id}/redeliver`))
  await account.advance('0s')
  expect(inbox.attempts).toHaveLength(2)
  expect(inbox.attempts[1]?.body.equals(inbox.attempts[0]?.body ?? Buffer.alloc(0))).toBe(true)
  expect(await onlyEntry(account)).toMatchObject({
    status: 'succeeded',
    attempts: 2,
    last_attempt_at: at(3_600),
  })
  await inbox.close()
})
