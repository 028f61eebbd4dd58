import { answers, forgives, mutant, refuses, successJson } from '../../selftest/builders.ts'
import type { Mutant } from '../../selftest/mutant.ts'
import { withJson } from '../../selftest/wire.ts'

export const carrierAccountMutants: readonly Mutant[] = [
  mutant(
    'accounts-fail',
    'Carrier accounts cannot be listed.',
    ['CARR-001'],
    refuses('listCarrierAccounts', 404, 'CARRIER.ACCOUNT.NOT_FOUND'),
  ),
  mutant(
    'accounts-as-count',
    'The list of carrier accounts is a number.',
    ['CARR-001'],
    answers('listCarrierAccounts', () => ({ count: 0 })),
  ),
  mutant(
    'accounts-hidden',
    'The list of carrier accounts is always empty.',
    ['CARR-002'],
    answers('listCarrierAccounts', () => ({ carrier_accounts: [] })),
  ),
  {
    id: 'accounts-stay',
    deviation: 'A carrier account stays in the list when it is gone.',
    kills: ['CARR-003'],
    open: () => {
      let longest: unknown[] = []
      return {
        response: (response, { operation }) => {
          const json = successJson(response)
          const list = json?.['carrier_accounts']
          if (operation !== 'listCarrierAccounts' || !Array.isArray(list)) return undefined
          if (list.length >= longest.length) longest = list
          return withJson(response, { carrier_accounts: longest })
        },
      }
    },
  },
  mutant(
    'rejected-listed',
    'An account whose credentials are rejected is listed as any other.',
    ['CARR-004'],
    forgives('CARRIER.ACCOUNT.INVALID_CREDENTIALS', { carrier_accounts: [] }),
  ),
  mutant(
    'failure-hidden',
    'An unexpected failure of a carrier shows as an empty list.',
    ['CARR-005'],
    forgives('CARRIER.ERROR.UNKNOWN', { carrier_accounts: [] }),
  ),
  mutant(
    'unknown-account-listed',
    'An unknown account shows as an empty list.',
    ['CARR-006'],
    forgives('CARRIER.ACCOUNT.NOT_FOUND', { carrier_accounts: [] }),
  ),
]
