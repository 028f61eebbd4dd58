import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  type Account,
  buyCheapestLabel,
  createAccount,
  readDeliveryLog,
  startedAt,
} from '../support/account.ts'
import { sharedSimulator } from '../support/shared-simulator.ts'
import { openInbox } from '../support/webhook-inbox.ts'

const simulator = sharedSimulator()

const attemptMinutes = [0, 5, 35, 155, 1595]

const advanced = z.object({ fired: z.array(z.object({ at: z.string(), kind: z.string() })) })
const log = z.object({
  deliveries: z.array(
    z.object({ attempt_log: z.array(z.object({ at: z.string(), response_code: z.int().nullable() })) }),
  ),
})

async function advanceAndListAttempts(account: Account, move: object): Promise<string[]> {
  const { fired } = advanced.parse(await account.control('POST /clock/advance', move))
  return fired.filter(({ kind }) => kind === 'webhook').map(({ at }) => at)
}

const formatTimeAfterStart = (minutes: number): string =>
  new Date(Date.parse(startedAt) + minutes * 60_000).toISOString()

/** Functions that move the clock from the purchase to 30 hours later, each in another way. */
const clockMoves: Readonly<Record<string, (account: Account) => Promise<string[]>>> = {
  'by one advance': (account) => advanceAndListAttempts(account, { by: '30h' }),
  'by many small ones': async (account) => {
    const fired: string[] = []
    for (let quarter = 0; quarter < 120; quarter += 1)
      fired.push(...(await advanceAndListAttempts(account, { by: '15m' })))
    return fired
  },
  'from one webhook to the next': async (account) => {
    const fired: string[] = []
    for (let step = 0; step < 6; step += 1)
      fired.push(...(await advanceAndListAttempts(account, { next: 'webhook' })))
    await advanceAndListAttempts(account, { to: formatTimeAfterStart(30 * 60) })
    return fired
  },
}

describe('the schedule of webhook attempts', () => {
  it.each(Object.keys(clockMoves))(
    'a webhook receiver that fails four times gets five attempts on schedule if time moves %s',
    async (way) => {
      const account = await createAccount(simulator.url)
      const inbox = await openInbox((attempt) => ({ status: attempt < 5 ? 500 : 200 }))
      const { signing_secret } = z
        .object({ signing_secret: z.string() })
        .parse(await account.control('PUT /webhook', { url: inbox.url }))
      const label = await buyCheapestLabel(account)

      const fired = await clockMoves[way]?.(account)

      expect(fired).toEqual(attemptMinutes.slice(1).map(formatTimeAfterStart))
      const [delivery, ...others] = log.parse(await account.control('GET /webhook/deliveries')).deliveries
      expect(others).toEqual([])
      expect(delivery?.attempt_log.map(({ at: made }) => made)).toEqual(
        attemptMinutes.map(formatTimeAfterStart),
      )
      expect(delivery?.attempt_log.map(({ response_code }) => response_code)).toEqual([
        500, 500, 500, 500, 200,
      ])
      expect(await readDeliveryLog(account)).toMatchObject([
        { status: 'succeeded', attempts: 5, label_id: label.id },
      ])
      expect(inbox.attempts).toHaveLength(attemptMinutes.length)
      const [first] = inbox.attempts
      for (const { body, headers } of inbox.attempts) {
        expect(body.equals(first?.body ?? Buffer.alloc(0))).toBe(true)
        const digest = createHmac('sha256', signing_secret).update(body).digest('hex')
        expect(headers['pr-signature']).toBe(`sha256=${digest}`)
      }
      await inbox.close()
    },
  )
})
