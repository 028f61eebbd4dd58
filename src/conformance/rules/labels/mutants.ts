import { buildErrorCodeMutants } from '../../proof/error-codes.ts'
import type { Mutant } from '../../proof/mutant.ts'
import { carrierPurchaseMutants } from './mutants/at-carriers.ts'
import { labelAddressMutants } from './mutants/label-addresses.ts'
import { labelLifeMutants } from './mutants/label-life.ts'
import { labelMutants } from './mutants/labels.ts'
import { liveRefusalMutants } from './mutants/live-refusals.ts'
import { sandboxMutants } from './mutants/sandbox.ts'
import { secondLabelMutants } from './mutants/second-labels.ts'
import { labelTextMutants } from './mutants/texts.ts'

/** Deliberately broken services (mutants) that the rules about labels must catch. */
export const mutants: readonly Mutant[] = [
  ...buildErrorCodeMutants('LABEL.ADDRESS.UNDELIVERABLE', 'LABEL-201'),
  ...buildErrorCodeMutants('LABEL.WEIGHT.EXCEEDED', 'LABEL-202'),
  ...buildErrorCodeMutants('LABEL.SERVICE.UNAVAILABLE', 'LABEL-203'),
  ...buildErrorCodeMutants('LABEL.NOT_FOUND', 'LABEL-012'),
  ...buildErrorCodeMutants('LABEL.CREATION.FAILED', 'LABEL-204'),
  ...buildErrorCodeMutants('WALLET.INSUFFICIENT_BALANCE', 'LABEL-211'),
  ...buildErrorCodeMutants('WALLET.PAYMENT.FAILED', 'LABEL-212'),
  ...buildErrorCodeMutants('WALLET.PAYMENT_METHOD.MISSING', 'LABEL-213'),
  ...labelMutants,
  ...labelLifeMutants,
  ...labelAddressMutants,
  ...sandboxMutants,
  ...liveRefusalMutants,
  ...secondLabelMutants,
  ...labelTextMutants,
  ...carrierPurchaseMutants,
]
