import type { Topic } from '../../topic.ts'
import { exploringRules } from './exploring.ts'

/** The rules about any order of calls: walks through the target, judged by a model of the specification. */
export const exploring: Topic = {
  ids: [{ first: 'EXPL-001', next: 'EXPL-011', about: 'groups of statements that walks judge' }],
  rules: exploringRules,
  mutants: async () => (await import('./mutants.ts')).mutants,
}
