import type { Topic } from '../../topic.ts'
import { oddBodyRules } from './odd-bodies.ts'
import { validationRules } from './validation.ts'

/** Rules about the required and forbidden content of a request body; deliberately broken services test the rules. */
export const requests: Topic = {
  ids: [
    { first: 'VAL-001', next: 'VAL-009', about: 'fields that are missing' },
    { first: 'VAL-101', next: 'VAL-116', about: 'fields of a wrong type, and unusual bodies' },
  ],
  rules: [...validationRules, ...oddBodyRules],
  mutants: async () => (await import('./mutants.ts')).mutants,
}
