import type { Topic } from '../../topic.ts'
import { addressRules } from './addresses.ts'
import { statements } from './statements.ts'

/** The validation of addresses. */
export const addresses: Topic = {
  ids: [{ first: 'ADDR-001', next: 'ADDR-009', about: 'the validation of an address' }],
  rules: [...addressRules],
  statements,
  mutants: async () => (await import('./mutants.ts')).mutants,
}
