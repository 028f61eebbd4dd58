import type { Topic } from '../../topic.ts'
import { carrierAccountRules } from './carrier-accounts.ts'
import { statements } from './statements.ts'

/** The client’s own accounts at carriers. */
export const carrierAccounts: Topic = {
  ids: [{ first: 'CARR-001', next: 'CARR-009', about: 'the list of accounts, and their errors' }],
  rules: [...carrierAccountRules],
  statements,
  mutants: async () => (await import('./mutants.ts')).mutants,
}
