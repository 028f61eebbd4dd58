import type { Topic } from '../../topic.ts'
import { addressRules } from './addresses.ts'
import { afterOthersRules } from './after-others.ts'

/** Rules about the validation of addresses; deliberately broken services test the rules. */
export const addresses: Topic = {
  ids: [{ first: 'ADDR-001', next: 'ADDR-011', about: 'the validation of an address' }],
  rules: [...addressRules, ...afterOthersRules],
  mutants: async () => (await import('./mutants.ts')).mutants,
}
