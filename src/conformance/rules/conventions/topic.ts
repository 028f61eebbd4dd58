import type { Topic } from '../../topic.ts'
import { conventionRules } from './conventions.ts'
import { headerRules } from './headers.ts'

/** Rules about the parts of every response (JSON, money, times, version, headers); deliberately broken services test the rules. */
export const conventions: Topic = {
  ids: [
    { first: 'CONV-001', next: 'CONV-005', about: 'response bodies, amounts and timestamps' },
    { first: 'VER-001', next: 'VER-002', about: 'the version in the path' },
    { first: 'HEAD-001', next: 'HEAD-009', about: 'headers of every response' },
  ],
  rules: [...conventionRules, ...headerRules],
  shownBehind: { 'HEAD-007': 'PDF-005' },
  mutants: async () => (await import('./mutants.ts')).mutants,
}
