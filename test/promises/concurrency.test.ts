import { expect, it } from 'vitest'
import { z } from 'zod'
import { createAccount, liveBalance, quote } from '../support/account.ts'
import { batchItem } from '../support/labels/parcels.ts'
import { sharedSimulator } from '../support/shared-simulator.ts'
import { openInbox } from '../support/webhook-inbox.ts'

const simulator = sharedSimulator()

const ledger = z.object({
  ledger: z.array(z.object({ kind: z.string(), amount_cents: z.int(), balance_cents: z.int() })),
})

it('twenty simultaneous purchases with money for seven make seven labels and events', async () => {
  const account = await createAccount(simulator.url)
  const inbox = await openInbox()
  const options = { key: account.keys.live }
  const [rate] = await quote(account, {}, options)
  const enoughForSeven = 7 * rate.rate_cents + rate.rate_cents - 1
  await account.control('PATCH /wallet', { balance_cents: enoughForSeven })
  await account.control('PUT /webhook', { url: inbox.url })

  const answers = await Promise.all(
    Array.from({ length: 20 }, () => account.call('POST /v1/labels', { rate_id: rate.id }, options)),
  )
  await account.advance('0s')

  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([...Array(7).fill(201), ...Array(13).fill(402)])
  expect(await liveBalance(account)).toBe(rate.rate_cents - 1)
  const bought = answers.filter(({ status }) => status === 201).map(({ bytes }) => idIn(bytes))
  const told = inbox.attempts.map(
    ({ body }) => z.object({ data: idOnly }).parse(JSON.parse(String(body))).data.id,
  )
  expect(told.sort()).toEqual(bought.sort())
  const { ledger: lines } = ledger.parse(await account.control('GET /wallet/ledger'))
  expect(lines.filter(({ kind }) => kind === 'charge')).toHaveLength(7)
  expect(lines.reduce((sum, line) => sum + line.amount_cents, 0)).toBe(rate.rate_cents - 1)
  await inbox.close()
})

it('one of many simultaneous voids or batch starts succeeds', async () => {
  const account = await createAccount(simulator.url)
  const [rate] = await quote(account)
  const label = idIn((await account.call('POST /v1/labels', { rate_id: rate.id })).bytes)
  const voids = await Promise.all(Array.from({ length: 8 }, () => account.call(`DELETE /v1/labels/${label}`)))
  expect(voids.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(422)])
  for (const { status, bytes } of voids) {
    if (status === 422) expect(String(bytes)).toContain('LABEL.VOID.ALREADY_REQUESTED')
  }
  const batch = idIn((await account.call('POST /v1/batches', { items: [batchItem(), batchItem()] })).bytes)
  const starts = await Promise.all(
    Array.from({ length: 8 }, () => account.call(`POST /v1/batches/${batch}/buy`)),
  )
  expect(starts.map(({ status }) => status).sort()).toEqual([202, ...Array(7).fill(422)])
  for (const { status, bytes } of starts) {
    if (status === 422) expect(String(bytes)).toContain('BATCH.ALREADY_PROCESSING')
  }
  await account.advance('1m')
  const { shipments } = z
    .object({ shipments: z.array(z.unknown()) })
    .parse(await account.control('GET /shipments'))
  expect(shipments).toHaveLength(3)
})

const idOnly = z.object({ id: z.string() })

function idIn(bytes: Buffer): string {
  return idOnly.parse(JSON.parse(bytes.toString())).id
}
