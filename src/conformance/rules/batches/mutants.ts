import { buildErrorCodeMutants } from '../../proof/error-codes.ts'
import type { Mutant } from '../../proof/mutant.ts'
import { batchLabelMutants } from './mutants/batch-labels.ts'
import { batchMoneyMutants } from './mutants/batch-money.ts'
import { batchReadingMutants } from './mutants/batch-reading.ts'
import { batchMutants } from './mutants/batches.ts'
import { changingBatchMutants } from './mutants/changes-meanwhile.ts'
import { secondBatchMutants } from './mutants/second-batches.ts'

/** Deliberately broken services (mutants) that the rules about batches must catch. */
export const mutants: readonly Mutant[] = [
  ...buildErrorCodeMutants('BATCH.SIZE.EXCEEDED', 'BATCH-005'),
  ...buildErrorCodeMutants('BATCH.ITEMS.REQUIRED', 'BATCH-004'),
  ...buildErrorCodeMutants('BATCH.NOT_FOUND', 'BATCH-013'),
  ...buildErrorCodeMutants('BATCH.ALREADY_PROCESSING', 'BATCH-011'),
  ...batchMutants,
  ...batchReadingMutants,
  ...batchLabelMutants,
  ...batchMoneyMutants,
  ...secondBatchMutants,
  ...changingBatchMutants,
]
