import type { Topic } from '../../topic.ts'
import { batchLabelRules } from './batch-labels.ts'
import { batchMoneyRules } from './batch-money.ts'
import { batchProcessingRules } from './batch-processing.ts'
import { batchRules } from './batches.ts'
import { changingBatchRules } from './changes-meanwhile.ts'
import { liveBatchRules } from './live-batches.ts'
import { madeLabelRules } from './made-labels.ts'
import { secondBatchRules } from './second-batches.ts'

/** Rules about batches (their cost, processing and labels); deliberately broken services test the rules. */
export const batches: Topic = {
  ids: [
    { first: 'BATCH-001', next: 'BATCH-038', about: 'creating, buying and reading a sandbox batch' },
    { first: 'BATCH-101', next: 'BATCH-121', about: 'the cost of live batches, and their labels' },
    { first: 'BATCH-201', next: 'BATCH-206', about: 'live batches that the wallet cannot pay for' },
  ],
  rules: [
    ...batchRules,
    ...batchProcessingRules,
    ...madeLabelRules,
    ...secondBatchRules,
    ...batchLabelRules,
    ...batchMoneyRules,
    ...liveBatchRules,
    ...changingBatchRules,
  ],
  mutants: async () => (await import('./mutants.ts')).mutants,
}
