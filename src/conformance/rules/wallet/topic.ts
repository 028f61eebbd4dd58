import type { Topic } from '../../topic.ts'
import { largeAndManyRules } from './large-and-many.ts'
import { liveMoneyRules } from './live-money.ts'
import { walletRules } from './wallet.ts'

/** The prepaid wallet, and the charges to it. */
export const wallet: Topic = {
  ids: [{ first: 'WALLET-001', next: 'WALLET-017', about: 'the balance, and what changes it' }],
  rules: [...walletRules, ...liveMoneyRules, ...largeAndManyRules],
  mutants: async () => (await import('./mutants.ts')).mutants,
}
