import { errorOf, isLive, readSuccessJson } from '../../../variations/json-responses.ts'
import { withJson } from '../../../variations/wire.ts'
import { acceptInsteadOf, buildMutant, createJsonMutantBuilder, refuseWith } from '../../proof/builders.ts'
import { buildErrorCodeMutants } from '../../proof/error-codes.ts'
import type { Mutant } from '../../proof/mutant.ts'
import { listFaultModes } from '../../proof/stateful/repeated.ts'
import { buildResponseMutant } from '../../proof/stateful/stateful.ts'

const buildAccountListMutant = createJsonMutantBuilder('listCarrierAccounts')

/** Deliberately broken services that return a list of carrier accounts instead of an error when a carrier has failed. */
const eachCauseMutants: readonly Mutant[] = [
  buildResponseMutant(
    'accounts-despite-timeout',
    'If a carrier times out, the list of carrier accounts omits its accounts instead of an error.',
  )
    .kills('CARR-009')
    .by(() => async (seen) => {
      if (seen.operation !== 'listCarrierAccounts' || seen.code !== 'CARRIER.ERROR.UNKNOWN') return undefined
      const isTimeout = (await listFaultModes(seen, 'accounts')).includes('timeout')
      return isTimeout ? { ...withJson(seen.response, { carrier_accounts: [] }), status: 200 } : undefined
    }),
]

export const mutants: readonly Mutant[] = [
  ...buildErrorCodeMutants('CARRIER.ACCOUNT.INVALID_CREDENTIALS', 'CARR-004'),
  ...buildErrorCodeMutants('CARRIER.ACCOUNT.NOT_FOUND', 'CARR-006'),
  ...buildErrorCodeMutants('CARRIER.ERROR.UNKNOWN', 'CARR-005'),
  buildMutant('accounts-fail', 'Carrier accounts cannot be listed.')
    .kills('CARR-001')
    .by(refuseWith('listCarrierAccounts', 404, 'CARRIER.ACCOUNT.NOT_FOUND')),
  buildAccountListMutant(
    'accounts-as-count',
    'Listing carrier accounts returns their number instead of a list.',
  )
    .kills('CARR-001')
    .by(() => ({ count: 0 })),
  buildAccountListMutant('accounts-hidden', 'The list of carrier accounts is always empty.')
    .kills('CARR-002')
    .by(() => ({ carrier_accounts: [] })),
  buildMutant('accounts-stay', 'A carrier account stays in the list after it is disconnected.')
    .kills('CARR-003')
    .by(() => {
      let longest: unknown[] = []
      return {
        response: (response, { operation }) => {
          const json = readSuccessJson(response)
          const list = json?.['carrier_accounts']
          if (operation !== 'listCarrierAccounts' || !Array.isArray(list)) return undefined
          if (list.length >= longest.length) longest = list
          return withJson(response, { carrier_accounts: longest })
        },
      }
    }),
  buildAccountListMutant(
    'accounts-one-of-each-carrier',
    'Only the last of several accounts of a carrier is listed.',
  )
    .kills('CARR-003')
    .by(({ carrier_accounts: list }) => ({
      carrier_accounts: Array.isArray(list)
        ? [...new Map(list.map((each) => [Object(each)['carrier'], each])).values()]
        : list,
    })),
  buildMutant('rejected-listed', 'A carrier account with rejected credentials is listed as if it worked.')
    .kills('CARR-004')
    .by(acceptInsteadOf('CARRIER.ACCOUNT.INVALID_CREDENTIALS', { carrier_accounts: [] })),
  buildMutant('failure-hidden', 'If a carrier fails unexpectedly, no carrier accounts are listed.')
    .kills('CARR-005')
    .by(acceptInsteadOf('CARRIER.ERROR.UNKNOWN', { carrier_accounts: [] })),
  buildMutant('unknown-account-listed', 'If a carrier does not know an account, no accounts are listed.')
    .kills('CARR-006')
    .by(acceptInsteadOf('CARRIER.ACCOUNT.NOT_FOUND', { carrier_accounts: [] })),
  buildAccountListMutant('accounts-first-only', 'Only the first carrier account is listed.')
    .kills('CARR-002', 'CARR-007')
    .by(({ carrier_accounts: list }) => ({
      carrier_accounts: Array.isArray(list) ? list.slice(0, 1) : list,
    })),
  buildAccountListMutant('accounts-not-for-live', 'The list of carrier accounts is empty for live keys.')
    .kills('CARR-007')
    .by((_, request) => (isLive(request) ? { carrier_accounts: [] } : undefined)),
  buildMutant(
    'raw-error-in-other-words',
    'raw_carrier_error is always `error`, not the message of the carrier.',
  )
    .kills('CARR-008')
    .by({
      response: (response) => {
        const error = errorOf(response)
        return error?.['code'] === 'CARRIER.ERROR.UNKNOWN'
          ? withJson(response, { error: { ...error, raw_carrier_error: 'error' } })
          : undefined
      },
    }),
  ...eachCauseMutants,
]
