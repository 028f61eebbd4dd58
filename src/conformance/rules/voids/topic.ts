import type { Topic } from '../../topic.ts'
import { manyVoidRules } from './many-voids.ts'
import { secondVoidRules } from './second-voids.ts'
import { voidWindowRules } from './void-windows.ts'
import { voidRules } from './voids.ts'

/** Rules about voids of labels; deliberately broken services test the rules. */
export const voids: Topic = {
  ids: [
    { first: 'VOID-001', next: 'VOID-009', about: 'voids of a label, and reasons for their refusal' },
    {
      first: 'VOID-101',
      next: 'VOID-115',
      about: 'the time in which a label can be voided, and voids of several labels',
    },
    { first: 'VOID-201', next: 'VOID-202', about: 'voids of live labels' },
  ],
  rules: [...voidRules, ...voidWindowRules, ...secondVoidRules, ...manyVoidRules],
  shownBehind: { 'VOID-008': 'PDF-007' },
  mutants: async () => (await import('./mutants.ts')).mutants,
}
