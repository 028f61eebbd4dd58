import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createCall,
  parcel,
  readThrownCode,
  recipient,
  sender,
  startWorld,
} from '../../../test/support/simulator/world.ts'
import type { Context } from '../accounts/context.ts'
import { advanceBy } from '../time/clock-moves.ts'
import { buyBatch, createBatch } from './batches/batches.ts'
import { changeWallet, chargeWallet, fundWallet, openingBalanceCents, refundCharge } from './wallet.ts'
import { maxBalanceCents } from './wallet-bounds.ts'

const createAccount = async (): Promise<Context> => (await startWorld()).simulator.defaultAccount
const readBalance = ({ state }: Context) => state.wallet.get().balanceCents
const payPrice = (context: Context, priceCents: number) =>
  chargeWallet(context, { environment: 'live', priceCents, reference: 'lbl_1' })
const listLedgerLines = ({ state }: Context) =>
  [...state.ledger.values()].map(({ kind, amountCents }) => `${kind} ${amountCents}`)

/**
 * Expects that each ledger line's balance is the balance of the line before plus its amount, and that the last balance
 * is that of the wallet.
 */
function expectLedgerAddsUp(context: Context): void {
  let balance = 0
  for (const line of context.state.ledger.values()) {
    balance += line.amountCents
    expect(line.balanceCents).toBe(balance)
  }
  expect(readBalance(context)).toBe(balance)
}

describe('the live wallet', () => {
  it('the live wallet refuses an amount that is too large for exact cents, and names the maximum', async () => {
    const context = await createAccount()
    const wallet = context.state.wallet.get()
    context.state.wallet.set({ ...wallet, balanceCents: maxBalanceCents - 500 })
    expect(() => fundWallet(context, 501)).toThrow(
      'amount_cents must be at most 500, so that the balance stays at most 9',
    )
    expect(readThrownCode(() => fundWallet(context, 501))).toBe('VALIDATION.FIELD.INVALID')
    expect(readBalance(context)).toBe(maxBalanceCents - 500)
    fundWallet(context, 500)
    expect(readBalance(context)).toBe(maxBalanceCents)
    // A refund that would exceed the maximum balance is reduced to the remaining amount.
    refundCharge(context, { environment: 'live', priceCents: 1_000, reference: 'bat_1' })
    expect(readBalance(context)).toBe(maxBalanceCents)
    expect(payPrice(context, 300)).toBe(maxBalanceCents - 300)
    refundCharge(context, { environment: 'live', priceCents: 1_000, reference: 'bat_1' })
    expect(listLedgerLines(context).slice(-3)).toEqual(['refund 0', 'charge -300', 'refund 300'])
  })

  it('the live wallet refuses funding if later refunds of an open batch could raise the balance above the maximum', async () => {
    const context = await createAccount()
    changeWallet(context, { balanceCents: 2_000 })
    const item = { from: sender, to: recipient, parcel, carrier: 'USPS', service: 'none', rateCents: 2_000 }
    const { id } = createBatch(createCall(context, 'live'), {
      items: [{ ...item, carrier: 'USPS', rateId: null }],
    })
    const wallet = context.state.wallet.get()
    context.state.wallet.set({ ...wallet, balanceCents: maxBalanceCents - 2_500 })
    expect(() => fundWallet(context, 501)).toThrow('amount_cents must be at most 500, so that the balance')
    fundWallet(context, 500)
    buyBatch(createCall(context, 'live'), id)
    await advanceBy(context, 60_000)
    expect(listLedgerLines(context).at(-1)).toBe('refund 2000')
    expect(readBalance(context)).toBe(maxBalanceCents)
  })

  it.each([
    ['declined', 'WALLET.PAYMENT.FAILED'],
    ['none', 'WALLET.PAYMENT_METHOD.MISSING'],
  ] as const)(
    'a charge that needs an automatic reload with the card "%s" fails with %s and changes nothing',
    async (card, code) => {
      const context = await createAccount()
      changeWallet(context, {
        paymentMethod: card,
        autoReload: { thresholdCents: 1_000, amountCents: 5_000 },
      })
      expect(readThrownCode(() => payPrice(context, openingBalanceCents + 1))).toBe(code)
      expect(listLedgerLines(context)).toEqual(['opening 100000'])
      expect(payPrice(context, openingBalanceCents)).toBe(0)
      expect(readThrownCode(() => fundWallet(context, 500))).toBe(code)
      expect(listLedgerLines(context)).toEqual(['opening 100000', 'charge -100000'])
    },
  )

  it('the live wallet makes as many automatic reloads as needed to pay a price', async () => {
    const context = await createAccount()
    changeWallet(context, { balanceCents: 100, autoReload: { thresholdCents: 0, amountCents: 500 } })
    expect(payPrice(context, 1_350)).toBe(250)
    expect(listLedgerLines(context).slice(-2)).toEqual(['auto_reload 1500', 'charge -1350'])
  })

  it('the live wallet makes one automatic reload if a charge would leave the balance below the threshold', async () => {
    const context = await createAccount()
    changeWallet(context, { autoReload: { thresholdCents: 50_000, amountCents: 500 } })
    expect(payPrice(context, 50_000)).toBe(50_000)
    expect(payPrice(context, 1)).toBe(50_499)
    expect(listLedgerLines(context).slice(1)).toEqual(['charge -50000', 'auto_reload 500', 'charge -1'])
  })

  it('the live wallet gets a ledger entry only if its balance changes', async () => {
    const context = await createAccount()
    changeWallet(context, { balanceCents: openingBalanceCents })
    changeWallet(context, { balanceCents: 10 })
    expect(listLedgerLines(context)).toEqual(['opening 100000', 'adjustment -99990'])
  })

  it('the ledger of the live wallet adds up after any changes, and the balance is never below zero', () => {
    const step = fc.oneof(
      fc.record({ does: fc.constant('charge' as const), cents: fc.integer({ min: 1, max: 60_000 }) }),
      fc.record({ does: fc.constant('refund' as const), cents: fc.integer({ min: 1, max: 5_000 }) }),
      fc.record({ does: fc.constant('fund' as const), cents: fc.integer({ min: 400, max: 5_000 }) }),
      fc.record({ does: fc.constant('set' as const), cents: fc.integer({ min: 0, max: 120_000 }) }),
      fc.record({ does: fc.constant('card' as const), card: fc.constantFrom('valid', 'declined', 'none') }),
      fc.record({
        does: fc.constant('reload' as const),
        reload: fc.option(
          fc.record({
            thresholdCents: fc.integer({ min: 0, max: 20_000 }),
            amountCents: fc.integer({ min: 500, max: 9_000 }),
          }),
        ),
      }),
    )
    return fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const context = await createAccount()
        for (const step of steps) {
          const before = readBalance(context)
          const lines = context.state.ledger.size
          const refused = readThrownCode(() => {
            if (step.does === 'charge') payPrice(context, step.cents)
            if (step.does === 'refund')
              refundCharge(context, { environment: 'live', priceCents: step.cents, reference: 'x' })
            if (step.does === 'fund') fundWallet(context, step.cents)
            if (step.does === 'set') changeWallet(context, { balanceCents: step.cents })
            if (step.does === 'card') changeWallet(context, { paymentMethod: step.card })
            if (step.does === 'reload') changeWallet(context, { autoReload: step.reload })
          })
          expectLedgerAddsUp(context)
          expect(readBalance(context)).toBeGreaterThanOrEqual(0)
          if (refused !== undefined)
            expect([readBalance(context), context.state.ledger.size]).toEqual([before, lines])
          if (step.does === 'charge' && step.cents <= before) expect(refused).toBeUndefined()
        }
      }),
      { numRuns: 60 },
    )
  })
})
