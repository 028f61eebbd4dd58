import type { Topic } from '../../topic.ts'
import { downloadRules } from './downloads.ts'

/** The PDF of a label. */
export const downloads: Topic = {
  ids: [
    { first: 'PDF-001', next: 'PDF-008', about: 'the download of a label' },
    { first: 'PDF-101', next: 'PDF-104', about: 'downloads refused because of the key' },
  ],
  rules: [...downloadRules],
  shownBehind: { 'PDF-007': 'LABEL-016' },
  mutants: async () => (await import('./mutants.ts')).mutants,
}
