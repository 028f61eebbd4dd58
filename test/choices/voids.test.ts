import { expect } from 'vitest'
import { buyCheapestLabel, expectBody, readLiveBalance, startedAt } from '../support/account.ts'
import { expectError } from '../support/refusal.ts'
import { labelDetails, labelVoid } from '../support/wire.ts'
import { choiceTest } from './choice-test.ts'

choiceTest(
  [34],
  'a void of an unscanned label stays "requested", and the wallet gets no refund',
  async ({ account }) => {
    const live = { key: account.keys.live }
    const bought = await buyCheapestLabel(account, {}, live)
    await account.advance('1h')
    const voided = expectBody(
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
    const details = expectBody(
      await account.call(`GET /v1/labels/${bought.id}`, undefined, live),
      200,
      labelDetails,
    )
    expect(details).toEqual({ ...bought, ...requested })
    expect(await readLiveBalance(account)).toBe(100_000 - bought.rate_cents)
  },
)

choiceTest(
  [35],
  'a second void of a label is refused as already requested, even after a scan',
  async ({ account }) => {
    const { id } = await buyCheapestLabel(account)
    const first = expectBody(await account.call(`DELETE /v1/labels/${id}`), 200, labelVoid)
    await account.advance('1m')
    expectError(await account.call(`DELETE /v1/labels/${id}`), 'LABEL.VOID.ALREADY_REQUESTED')
    await account.control(`POST /labels/${id}/scan`)
    expectError(await account.call(`DELETE /v1/labels/${id}`), 'LABEL.VOID.ALREADY_REQUESTED')
    const details = expectBody(await account.call(`GET /v1/labels/${id}`), 200, labelDetails)
    expect(details.void_requested_at).toBe(first.void_requested_at)
  },
)
