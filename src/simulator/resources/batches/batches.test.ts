import { describe, expect, it } from 'vitest'
import {
  createCall,
  parcel,
  readThrownCode,
  recipient,
  requestRatesIn,
  requireValue,
  sender,
  startWorld,
} from '../../../../test/support/simulator/world.ts'
import { addFault } from '../../faults/add-fault.ts'
import { advanceBy } from '../../time/clock-moves.ts'
import { connectCarrier } from '../carrier-accounts.ts'
import { buyLabel } from '../labels/labels.ts'
import { type BatchItemInput, buyBatch, createBatch } from './batches.ts'

function createItems(count: number): BatchItemInput[] {
  const item: BatchItemInput = {
    from: sender,
    to: recipient,
    parcel,
    carrier: 'USPS',
    service: 'Priority Mail',
    rateCents: 1000,
    rateId: null,
  }
  return Array.from({ length: count }, () => item)
}

async function startAccount() {
  const { simulator } = await startWorld()
  return simulator.defaultAccount
}

describe('buying the items of a batch', () => {
  it('buying a batch buys labels for its items, and refunds the price of each failed item', async () => {
    const context = await startAccount()
    addFault(context, { target: 'carrier:USPS', operation: 'labels', mode: 'down', times: 2 })
    const { id } = createBatch(createCall(context, 'live'), { items: createItems(5) })
    buyBatch(createCall(context, 'live'), id)
    await advanceBy(context, 1000)
    expect(context.state.wallet.get().balanceCents).toBe(97_000)
    expect(context.state.labels.size).toBe(3)
    const ended = [...context.state.batchItems.values()].map(({ status, error }) => [status, error?.code])
    const failed = ['failed', 'LABEL.CREATION.FAILED']
    const purchased = ['purchased', undefined]
    expect(ended).toEqual([failed, failed, purchased, purchased, purchased])
    const sum = [...context.state.ledger.values()].reduce((total, { amountCents }) => total + amountCents, 0)
    expect(sum).toBe(97_000)
  })

  it("a batch item with the rate of a client's own carrier account is bought in the same way as by POST /v1/labels", async () => {
    const context = await startAccount()
    const { carrierAccounts } = context.state
    const connect = () =>
      connectCarrier(context, { carrier: 'USPS', nickname: undefined, credentials: 'valid' })
    const accounts = [connect(), connect(), connect()]
    const byoa = requestRatesIn(context, {}, 'live').rates.filter(
      ({ account_type }) => account_type === 'byoa',
    )
    const rates = accounts.map((_, index) => requireValue(byoa[index]))
    const batchItems = rates.map(({ id, service, rate_cents }): BatchItemInput => {
      const [item] = createItems(1)
      return { ...requireValue(item), service, rateCents: rate_cents, rateId: id }
    })
    const call = createCall(context, 'live')
    const { id } = createBatch(call, { items: batchItems })
    buyBatch(call, id)
    const accountOf = (index: number): string =>
      requireValue(context.state.batchItems.get(`${id}.${index}`)?.carrierAccountId)
    expect(new Set([0, 1, 2].map(accountOf)).size).toBeGreaterThan(1)
    const [gone, rejected] = [
      accountOf(0),
      requireValue([1, 2].map(accountOf).find((each) => each !== accountOf(0))),
    ]
    carrierAccounts.delete(gone)
    carrierAccounts.set(rejected, { ...requireValue(carrierAccounts.get(rejected)), credentials: 'rejected' })
    const outcomeOf = (accountId: string): string | undefined => {
      if (accountId === gone) return 'CARRIER.ACCOUNT.NOT_FOUND'
      return accountId === rejected ? 'CARRIER.ACCOUNT.INVALID_CREDENTIALS' : undefined
    }
    const expected = [0, 1, 2].map(accountOf).map(outcomeOf)
    expect(rates.map((rate) => readThrownCode(() => buyLabel(call, { rateId: rate.id })))).toEqual(expected)
    await advanceBy(context, 1000)
    expect([...context.state.batchItems.values()].map(({ error }) => error?.code)).toEqual(expected)
    const kinds = new Set([...context.state.labels.values()].map(({ accountType }) => accountType))
    expect([...kinds].filter((kind) => kind !== 'byoa')).toEqual([])
  })
})
