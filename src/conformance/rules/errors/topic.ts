import type { Topic } from '../../topic.ts'
import { errorRules } from './errors.ts'
import { oddRequestErrorRules } from './odd-requests.ts'

/** Rules about the fields of every error response and the additional fields of some codes; deliberately broken services test the rules. */
export const errors: Topic = {
  ids: [
    {
      first: 'ERR-001',
      next: 'ERR-021',
      about: 'the envelope of errors, and additional fields of some codes',
    },
  ],
  rules: [...errorRules, ...oddRequestErrorRules],
  shownBehind: { 'ERR-018': 'VAL-115', 'ERR-019': 'ERR-018', 'ERR-020': 'ERR-019' },
  mutants: async () => (await import('./mutants.ts')).mutants,
}
