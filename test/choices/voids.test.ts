import { expect } from 'vitest'
import { buy, liveBalance, readBody, startedAt } from '../support/account.ts'
import { refusal } from '../support/refusal.ts'
import { labelDetails, labelVoid } from '../support/wire.ts'
import { choiceTest } from './choice-test.ts'

choiceTest(
  [34],
  'a label that no carrier has scanned can be voided; it stays requested, and nothing comes back',
  async ({ account }) => {
    const live = { key: account.keys.live }
    const bought = await buy(account, {}, live)
    await account.advance('1h')
    const voided = readBody(
      await account.call(`DELETE /v1/labels/${bought.id}`, undefined, live),
      200,
      labelVoid,
    )
    const requested = {
      void_status: 'requested',
      void_requested_at: new Date(Date.parse(startedAt) + 3_600_000).toISOString(),
    }
    expect(voided).toEqual({ id: bought.id, ...requested })
    await account.advance('30d')
    const details = readBody(
      await account.call(`GET /v1/labels/${bought.id}`, undefined, live),
      200,
      labelDetails,
    )
    expect(details).toEqual({ ...bought, ...requested })
    expect(await liveBalance(account)).toBe(100_000 - bought.rate_cents)
  },
)

choiceTest([35], 'a second void is told of the first, even after a scan', async ({ account }) => {
  const { id } = await buy(account)
  const first = readBody(await account.call(`DELETE /v1/labels/${id}`), 200, labelVoid)
  await account.advance('1m')
  refusal(await account.call(`DELETE /v1/labels/${id}`), 'LABEL.VOID.ALREADY_REQUESTED')
  await account.control(`POST /labels/${id}/scan`)
  refusal(await account.call(`DELETE /v1/labels/${id}`), 'LABEL.VOID.ALREADY_REQUESTED')
  const details = readBody(await account.call(`GET /v1/labels/${id}`), 200, labelDetails)
  expect(details.void_requested_at).toBe(first.void_requested_at)
})
