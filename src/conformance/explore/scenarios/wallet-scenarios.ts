import type { Turn } from '../choices/choice.ts'
import type { WalletChange } from '../step.ts'
import {
  acting,
  batching,
  buying,
  calling,
  counting,
  newestOf,
  partyOf,
  passing,
  quoting,
  type Scene,
  type Story,
} from './scenario.ts'

/** The wallet is set so that a purchase can just be paid or just not, is bought from, and is set again. */
export function countedMoney(scene: Scene): Story | undefined {
  const { can, client, pick } = scene
  const owner = partyOf('owner', scene)
  const [first, then] = [pick(states, 'first'), pick(states, 'then')]
  const kind = pick(['label', 'label', 'batch'] as const, 'kind')
  const buyer = partyOf(pick(['owner', 'owner', 'another key'], 'buyer'), scene)
  const rate = newestOf('rate', scene)
  const buy = kind === 'label' ? buying(buyer, rate) : batching(buyer, rate)
  const set = (state: (typeof states)[number]): Turn =>
    acting(rate, (_, { cents }) => ({ do: 'set wallet', client, change: walletAs(state, cents) }))
  const readBoth: readonly Turn[] = [calling(buyer, 'getWallet'), counting(scene)]
  if (!can.wallet || scene.environment === 'test') return undefined
  return {
    name: `${first}, then ${then}, ${kind}`,
    turns: () => [
      ...buyer.before,
      quoting(owner),
      ...(pick([true, false], 'bought before') ? [buying(owner, rate)] : []),
      set(first),
      ...readBoth,
      buy,
      ...readBoth,
      ...(pick([true, false], 'by the other') ? [buying(owner, rate), ...readBoth] : []),
      set(then),
      buy,
      ...readBoth,
      // A reload may take its time, but not so long.
      ...(pick([true, false], 'an hour later')
        ? [passing(client, 3_600), quoting(owner), buy, ...readBoth]
        : []),
      buying(owner, rate),
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
