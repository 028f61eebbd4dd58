import { describe, expect, it, vi } from 'vitest'
import {
  buyLabelIn,
  createCall,
  parcel,
  readThrownCode,
  recipient,
  sender,
  startMs,
  startWorld,
} from '../../../../test/support/simulator/world.ts'
import { addFault } from '../../faults/add-fault.ts'
import { advanceBy } from '../../time/clock-moves.ts'
import { validateAddress } from '../addresses.ts'
import { buyBatch, createBatch } from '../batches/batches.ts'

const createMagicAddress = (word: string) => ({ ...recipient, name: `Bo ${word}` })

async function createTestAccount() {
  const { simulator } = await startWorld()
  return simulator.defaultAccount
}

describe('the hits of a fault that did not decide the outcome of a purchase', () => {
  it.each([
    { target: 'carrier:*', operation: 'labels', mode: 'down' },
    { target: 'label_creation', mode: 'error' },
  ])('a purchase whose outcome a magic word decides does not trigger the fault on $target', async (fault) => {
    const context = await createTestAccount()
    const { id } = addFault(context, { ...fault, times: 1 })
    const buy = () => buyLabelIn(context, 'test', { to: createMagicAddress('sim:LABEL.WEIGHT.EXCEEDED') })
    expect(readThrownCode(buy)).toBe('LABEL.WEIGHT.EXCEEDED')
    expect(context.state.faults.get(id)).toMatchObject({ seen: 0, hits: 0 })
  })

  it('if a fault on label_creation refuses the purchase of a label or of a batch item, no carrier fault triggers', async () => {
    const context = await createTestAccount()
    const first = addFault(context, { target: 'label_creation', mode: 'error', times: 2 })
    const second = addFault(context, { target: 'carrier:USPS', operation: 'labels', mode: 'down' })
    const countHits = () => [first, second].map(({ id }) => context.state.faults.get(id)?.hits)
    expect(readThrownCode(() => buyLabelIn(context))).toBe('LABEL.CREATION.FAILED')
    expect(countHits()).toEqual([1, 0])
    const item = { from: sender, to: recipient, parcel, carrier: 'USPS', service: 'Priority Mail' } as const
    const { id } = createBatch(createCall(context), { items: [{ ...item, rateCents: 900, rateId: null }] })
    buyBatch(createCall(context), id)
    await advanceBy(context, 1_000)
    expect(countHits()).toEqual([2, 0])
  })

  it('a validation whose outcome a magic word decides does not trigger the fault on address_validation', async () => {
    const context = await createTestAccount()
    const { id } = addFault(context, { target: 'address_validation', mode: 'down' })
    const call = createCall(context)
    expect(
      readThrownCode(() => validateAddress(call, createMagicAddress('sim:ADDRESS.VALIDATION.FAILED'))),
    ).toBe('ADDRESS.VALIDATION.FAILED')
    expect(call.decidedBy).toEqual(['sim:ADDRESS.VALIDATION.FAILED'])
    expect(context.state.faults.get(id)?.hits).toBe(0)
  })
})

describe('the records of a purchase', () => {
  it('a purchase that fails while its tracking number is drawn charges nothing and leaves no records', async () => {
    const context = await createTestAccount()
    vi.spyOn(context.random, 'drawDigits').mockImplementation(() => {
      throw new Error('no digits')
    })
    expect(() => buyLabelIn(context, 'live')).toThrow('no digits')
    const { wallet, labels, shipments, journeys, ledger } = context.state
    expect(wallet.get().balanceCents).toBe(100_000)
    expect([labels.size, shipments.size, journeys.size, ledger.size]).toEqual([0, 0, 0, 1])
  })

  it('all records of a bought batch have the same time, however fast the clock of the account runs', async () => {
    const { simulator, time } = await startWorld()
    const context = simulator.createAccount({ clock: { mode: 'realtime', rate: 1_000_000, nowMs: startMs } })
    const item = { from: sender, to: recipient, parcel, carrier: 'USPS', service: 'Priority Mail' } as const
    const items = Array.from({ length: 3 }, () => ({ ...item, rateCents: 900, rateId: null }))
    const { id } = createBatch(createCall(context), { items })
    buyBatch(createCall(context), id)
    const now = time.now.bind(time)
    vi.spyOn(time, 'now').mockImplementation(() => {
      time.setClock(now() + 1)
      return now()
    })
    time.pass(5)
    const instants = new Set([...context.state.labels.values()].map(({ createdAtMs }) => createdAtMs))
    expect([context.state.labels.size, instants.size]).toEqual([3, 1])
  })
})
