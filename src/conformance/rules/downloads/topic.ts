import type { Topic } from '../../topic.ts'
import { downloadRules } from './downloads.ts'

/** Rules about the PDF of a label; deliberately broken services test the rules. */
export const downloads: Topic = {
  ids: [
    { first: 'PDF-001', next: 'PDF-008', about: 'the download of a label' },
    { first: 'PDF-101', next: 'PDF-104', about: 'downloads refused because of the key' },
  ],
  rules: [...downloadRules],
  shownBehind: { 'PDF-007': 'LABEL-016' },
  mutants: async () => (await import('./mutants.ts')).mutants,
}
