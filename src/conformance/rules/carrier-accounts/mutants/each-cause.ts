import type { Mutant } from '../../../proof/mutant.ts'
import { faultModes } from '../../../proof/stateful/repeated.ts'
import { onResponse } from '../../../proof/stateful/stateful.ts'
import { withJson } from '../../../proof/wire.ts'

/** Lists of accounts that come although a carrier has failed. */
export const eachCauseMutants: readonly Mutant[] = [
  onResponse(
    'accounts-despite-timeout',
    'A carrier that times out is left out of the list of accounts.',
    ['CARR-009'],
    () => async (seen) => {
      if (seen.operation !== 'listCarrierAccounts' || seen.code !== 'CARRIER.ERROR.UNKNOWN') return undefined
      const isTimeout = (await faultModes(seen, 'accounts')).includes('timeout')
      return isTimeout ? { ...withJson(seen.response, { carrier_accounts: [] }), status: 200 } : undefined
    },
  ),
]
