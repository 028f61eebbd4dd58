import { ControlFailed } from '../../../http/failures.ts'
import type { RuleContext } from '../../../rule-context.ts'

/** The error code of a carrier account whose credentials the carrier rejects. */
export const rejectedCredentialsCode = 'CARRIER.ACCOUNT.INVALID_CREDENTIALS'

/** Connects a carrier account whose credentials the carrier rejects. Ends the rule as skipped if that is not possible. */
export async function connectRejectedAccount(t: RuleContext, carrier: string): Promise<void> {
  const isConnected = await t.account.carrierAccounts.connect({ carrier, credentials: 'rejected' }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ControlFailed && error.message.includes(rejectedCredentialsCode)) return false
      throw error
    },
  )
  // If the control protocol refuses the credentials, the carrier cannot reject them later.
  if (!isConnected)
    t.notJudged(
      'the control protocol refuses to connect a carrier account with rejected credentials, so the rule has none',
    )
}
