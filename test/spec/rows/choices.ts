import { addressChoices } from './choices/addresses.ts'
import { answerChoices } from './choices/answers.ts'
import { batchChoices } from './choices/batches.ts'
import { keyChoices } from './choices/keys.ts'
import { labelChoices } from './choices/labels.ts'
import { limitChoices } from './choices/limits.ts'
import { rateChoices } from './choices/rates.ts'
import { requestChoices } from './choices/requests.ts'
import { carrierAccountChoices, trackingChoices } from './choices/tracking.ts'
import { walletChoices } from './choices/wallet.ts'
import { webhookChoices } from './choices/webhooks.ts'

/** Each choice of docs/choices.md, and what else could have been chosen. */
export const choiceRows = [
  ...requestChoices,
  ...answerChoices,
  ...limitChoices,
  ...keyChoices,
  ...addressChoices,
  ...rateChoices,
  ...walletChoices,
  ...labelChoices,
  ...trackingChoices,
  ...carrierAccountChoices,
  ...batchChoices,
  ...webhookChoices,
] as const
