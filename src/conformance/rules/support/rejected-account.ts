import type { RuleContext } from '../../rule-context.ts'
import { ControlFailed } from '../../wire/failures.ts'

export const rejected = 'CARRIER.ACCOUNT.INVALID_CREDENTIALS'

/** Connects an account whose credentials the carrier rejects; where that cannot be done, nothing is judged. */
export async function connectRejected(t: RuleContext, carrier: string): Promise<void> {
  const isConnected = await t.account.carrierAccounts.connect({ carrier, credentials: 'rejected' }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ControlFailed && error.message.includes(rejected)) return false
      throw error
    },
  )
  // A dashboard may refuse them, too, and then there is nothing that the service could tell.
  if (!isConnected) t.notJudged('the control protocol refuses credentials that the carrier rejects')
}
