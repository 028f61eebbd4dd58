import { errorOf, isLive, successJson } from '../../../variations/json-responses.ts'
import { withJson } from '../../../variations/wire.ts'
import { acceptsInsteadOf, lyingAt, mutant, refuses } from '../../proof/builders.ts'
import { codeMutants } from '../../proof/error-codes.ts'
import type { Mutant } from '../../proof/mutant.ts'
import { faultModes } from '../../proof/stateful/repeated.ts'
import { onResponse } from '../../proof/stateful/stateful.ts'

const onAccounts = lyingAt('listCarrierAccounts')

/** Lists of accounts that come although a carrier has failed. */
const eachCauseMutants: readonly Mutant[] = [
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

export const mutants: readonly Mutant[] = [
  ...codeMutants('CARRIER.ACCOUNT.INVALID_CREDENTIALS', 'CARR-004'),
  ...codeMutants('CARRIER.ACCOUNT.NOT_FOUND', 'CARR-006'),
  ...codeMutants('CARRIER.ERROR.UNKNOWN', 'CARR-005'),
  mutant(
    'accounts-fail',
    'Carrier accounts cannot be listed.',
    ['CARR-001'],
    refuses('listCarrierAccounts', 404, 'CARRIER.ACCOUNT.NOT_FOUND'),
  ),
  onAccounts('accounts-as-count', 'The list of carrier accounts is a number.', ['CARR-001'], () => ({
    count: 0,
  })),
  onAccounts('accounts-hidden', 'The list of carrier accounts is always empty.', ['CARR-002'], () => ({
    carrier_accounts: [],
  })),
  mutant('accounts-stay', 'A carrier account stays in the list when it is gone.', ['CARR-003'], () => {
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
  }),
  onAccounts(
    'accounts-one-of-each-carrier',
    'Only the last of several accounts of a carrier is listed.',
    ['CARR-003'],
    ({ carrier_accounts: list }) => ({
      carrier_accounts: Array.isArray(list)
        ? [...new Map(list.map((each) => [Object(each)['carrier'], each])).values()]
        : list,
    }),
  ),
  mutant(
    'rejected-listed',
    'An account whose credentials are rejected is listed as any other.',
    ['CARR-004'],
    acceptsInsteadOf('CARRIER.ACCOUNT.INVALID_CREDENTIALS', { carrier_accounts: [] }),
  ),
  mutant(
    'failure-hidden',
    'An unexpected failure of a carrier shows as an empty list.',
    ['CARR-005'],
    acceptsInsteadOf('CARRIER.ERROR.UNKNOWN', { carrier_accounts: [] }),
  ),
  mutant(
    'unknown-account-listed',
    'An unknown account shows as an empty list.',
    ['CARR-006'],
    acceptsInsteadOf('CARRIER.ACCOUNT.NOT_FOUND', { carrier_accounts: [] }),
  ),
  onAccounts(
    'accounts-first-only',
    'Only the first carrier account is listed.',
    ['CARR-002', 'CARR-007'],
    ({ carrier_accounts: list }) => ({
      carrier_accounts: Array.isArray(list) ? list.slice(0, 1) : list,
    }),
  ),
  onAccounts('accounts-not-for-live', 'A live key finds no carrier accounts.', ['CARR-007'], (_, request) =>
    isLive(request) ? { carrier_accounts: [] } : undefined,
  ),
  mutant('raw-error-in-other-words', 'raw_carrier_error is always `error`.', ['CARR-008'], {
    response: (response) => {
      const error = errorOf(response)
      return error?.['code'] === 'CARRIER.ERROR.UNKNOWN'
        ? withJson(response, { error: { ...error, raw_carrier_error: 'error' } })
        : undefined
    },
  }),
  ...eachCauseMutants,
]
