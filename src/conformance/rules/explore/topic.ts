import type { Topic } from '../../topic.ts'
import { exploringRules } from './exploring.ts'

/** Rules that call the target in random order, and compare its responses with a model of the specification. */
export const exploring: Topic = {
  ids: [{ first: 'EXPL-001', next: 'EXPL-011', about: 'statements that random walks judge, in groups' }],
  rules: exploringRules,
  mutants: async () => (await import('./mutants.ts')).mutants,
}
