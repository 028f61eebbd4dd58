import { ControlFailed } from '../../../http/failures.ts'
import type { RuleContext } from '../../../rule-context.ts'

/** The error code of rejected credentials. */
export const rejected = 'CARRIER.ACCOUNT.INVALID_CREDENTIALS'

/** Connects a carrier account with rejected credentials. Not judged if that is not possible. */
export async function connectRejected(t: RuleContext, carrier: string): Promise<void> {
  const isConnected = await t.account.carrierAccounts.connect({ carrier, credentials: 'rejected' }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ControlFailed && error.message.includes(rejected)) return false
      throw error
    },
  )
  // If the control protocol refuses the credentials, nothing can be judged.
  if (!isConnected) t.notJudged('the control protocol refuses credentials that the carrier rejects')
}
