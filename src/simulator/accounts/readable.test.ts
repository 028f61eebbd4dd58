import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runToEnd } from '../../../test/support/simulator/steps.ts'
import {
  buyLabelIn,
  createCall,
  createOutcome,
  parcel,
  recipient,
  requestRatesIn,
  sender,
  setWebhook,
  startWorld,
} from '../../../test/support/simulator/world.ts'
import { addFault } from '../faults/add-fault.ts'
import { buyBatch, createBatch } from '../resources/batches/batches.ts'
import { registerTracker } from '../resources/trackers.ts'
import { changeWallet, fundWallet } from '../resources/wallet.ts'
import { amountBounds, maxBalanceCents } from '../resources/wallet-bounds.ts'
import { parseScenario } from '../scenarios/parse.ts'
import { startScenario } from '../scenarios/running.ts'
import { ApiError } from '../specification/errors.ts'
import { readRecord } from '../storage/record-reader.ts'
import { advanceBy, changeClock, moveClock } from '../time/clock-moves.ts'
import { latestInstantMs } from '../time/timestamp.ts'
import type { Context } from './context.ts'
import { takeSnapshot } from './snapshot.ts'
import { readSnapshot } from './snapshot-check.ts'

const dearest = {
  from: sender,
  to: recipient,
  parcel,
  carrier: 'USPS',
  service: 'none',
  rateCents: 1_000_000_000,
  rateId: null,
} as const

/** Amounts of cents at and beyond the minimum and maximum of a request. */
const cents = fc.constantFrom(0, 1, 500, 1e9, amountBounds.balance.max, 9e15 - 1, Number.MAX_SAFE_INTEGER)
const spanMs = fc.constantFrom(0, 1, 1_000, 900_000, 86_400_000, 1_000 * 86_400_000)
const next = fc.constantFrom('any', 'poll', 'batch', 'webhook', 'rate_expiry')

type AccountChange = (context: Context) => unknown

/** Draws a valid or invalid change of an account. */
const anyChange: fc.Arbitrary<AccountChange> = fc.oneof(
  cents.map(
    (amount): AccountChange =>
      (context) =>
        fundWallet(context, amount),
  ),
  cents.map(
    (balanceCents): AccountChange =>
      (context) =>
        changeWallet(context, { balanceCents: Math.min(balanceCents, amountBounds.balance.max) }),
  ),
  fc.tuple(cents, cents, cents).map(([balance, threshold, amount]): AccountChange => {
    const reload = `{threshold_cents: ${threshold}, amount_cents: ${amount}}`
    const step = `  - at: 1s\n    wallet: {balance_cents: ${balance}, auto_reload: ${reload}}\n`
    return (context) =>
      startScenario(context, parseScenario(`name: any\ndescription: any\ntimeline:\n${step}`, 'any'))
  }),
  fc.integer({ min: 1, max: 3 }).map(
    (count): AccountChange =>
      (context) => {
        const { id } = createBatch(createCall(context, 'live'), { items: Array(count).fill(dearest) })
        buyBatch(createCall(context, 'live'), id)
      },
  ),
  fc.constant<AccountChange>((context) => buyLabelIn(context, 'live')),
  fc.constant<AccountChange>((context) => requestRatesIn(context)),
  fc.constant<AccountChange>((context) =>
    registerTracker(createCall(context), { trackingNumber: '99994', carrier: 'UPS' }),
  ),
  fc.constant<AccountChange>((context) =>
    addFault(context, {
      target: 'webhook',
      mode: 'delay',
      latency_ms: 2 ** 31 - 1,
      starts_in: '365000d',
      lasts: '365000d',
    }),
  ),
  fc.constant<AccountChange>((context) =>
    addFault(context, { target: 'webhook', mode: 'delay', latency_ms: 2 ** 31 - 1 }),
  ),
  spanMs.map(
    (span): AccountChange =>
      (context) =>
        advanceBy(context, span),
  ),
  next.map(
    (kind): AccountChange =>
      (context) =>
        moveClock(context, { next: kind }),
  ),
  fc.constant<AccountChange>((context) => changeClock(context, { mode: 'realtime', rate: 1_000_000 })),
)

/** Makes a change and ignores a refusal by the simulator. Any other error fails the test. */
async function ignoreRefusal(context: Context, act: AccountChange): Promise<void> {
  try {
    await act(context)
  } catch (error) {
    const isRefusal = error instanceof ApiError || (error instanceof Error && error.name === 'ScenarioError')
    if (!isRefusal) throw error
  }
}

function expectReadable(context: Context): void {
  for (const entry of context.state.listEntries(context.id))
    readRecord(entry, JSON.parse(entry.json ?? 'null'))
  runToEnd(readSnapshot(JSON.parse(JSON.stringify(takeSnapshot(context)))))
}

it('a restart can read every state of an account from the data file, even at the limits of money and time', async () => {
  const start = fc.record({
    nowMs: fc.constantFrom(Date.UTC(2030, 0), latestInstantMs - 600_000, latestInstantMs),
    balanceCents: fc.constantFrom(100_000, maxBalanceCents - 1_000),
  })
  await fc.assert(
    fc.asyncProperty(
      start,
      fc.array(anyChange, { maxLength: 12 }),
      async ({ nowMs, balanceCents }, changes) => {
        const { simulator } = await startWorld({ answer: () => createOutcome(500) })
        const context = simulator.createAccount({ clock: { mode: 'frozen', rate: 1, nowMs } })
        const wallet = context.state.wallet.get()
        context.state.wallet.set({ ...wallet, balanceCents })
        setWebhook(context)
        for (const act of changes) {
          const beforeMs = context.clock.now()
          await ignoreRefusal(context, act)
          expect(context.clock.now()).toBeGreaterThanOrEqual(beforeMs)
          expectReadable(context)
        }
      },
    ),
    { numRuns: 60 },
  )
})
