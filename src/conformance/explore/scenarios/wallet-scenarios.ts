import type { ScenarioStep } from '../choices/choice.ts'
import type { WalletChange } from '../step.ts'
import {
  advanceBy,
  batchBy,
  buyBy,
  callBy,
  callerOf,
  controlOn,
  newestOf,
  quoteBy,
  readWallet,
  type Scenario,
  type ScenarioContext,
} from './scenario.ts'

/** Sets the wallet so that a purchase is just possible or just not, buys, and sets it again. */
export function tightBalance(context: ScenarioContext): Scenario | undefined {
  const { can, client, pick } = context
  const owner = callerOf('owner', context)
  const [first, then] = [pick(states, 'first'), pick(states, 'then')]
  const kind = pick(['label', 'label', 'batch'] as const, 'kind')
  const buyer = callerOf(pick(['owner', 'owner', 'another key'], 'buyer'), context)
  const rate = newestOf('rate', context)
  const buy = kind === 'label' ? buyBy(buyer, rate) : batchBy(buyer, rate)
  const set = (state: (typeof states)[number]): ScenarioStep =>
    controlOn(rate, (_, { cents }) => ({ do: 'set wallet', client, change: walletAs(state, cents) }))
  const readBoth: readonly ScenarioStep[] = [callBy(buyer, 'getWallet'), readWallet(context)]
  if (!can.wallet || context.environment === 'test') return undefined
  return {
    name: `${first}, then ${then}, ${kind}`,
    steps: () => [
      ...buyer.before,
      quoteBy(owner),
      ...(pick([true, false], 'bought before') ? [buyBy(owner, rate)] : []),
      set(first),
      ...readBoth,
      buy,
      ...readBoth,
      ...(pick([true, false], 'by the other') ? [buyBy(owner, rate), ...readBoth] : []),
      set(then),
      buy,
      ...readBoth,
      // A reload may take time, but not an hour.
      ...(pick([true, false], 'an hour later')
        ? [advanceBy(client, 3_600), quoteBy(owner), buy, ...readBoth]
        : []),
      buyBy(owner, rate),
      ...readBoth,
    ],
  }
}

const states = ['ample', 'exact', 'a cent short', 'reloading', 'reloading', 'declined', 'no card'] as const

function walletAs(state: (typeof states)[number], cents: number): WalletChange {
  const short = Math.max(0, cents - 1)
  const auto_reload = { threshold_cents: 0, amount_cents: 50_000 }
  switch (state) {
    case 'ample':
      return { balance_cents: 60_000, payment_method: 'valid', auto_reload: null }
    case 'exact':
      return { balance_cents: cents, payment_method: 'valid', auto_reload: null }
    case 'a cent short':
      return { balance_cents: short, payment_method: 'valid', auto_reload: null }
    case 'reloading':
      return { balance_cents: short, payment_method: 'valid', auto_reload }
    case 'declined':
      return { balance_cents: short, payment_method: 'declined', auto_reload }
    case 'no card':
      return { balance_cents: short, payment_method: 'none', auto_reload }
  }
}
