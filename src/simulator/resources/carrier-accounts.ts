import type { Context } from '../accounts/context.ts'
import type { CarrierAccountRecord } from '../accounts/records/carrier-accounts.ts'
import type { CarrierAccountBody, CarrierAccountsBody } from '../bodies/carrier-accounts.ts'
import { carriers } from '../carriers/carrier.ts'
import { findCarrierFailure } from '../faults/carrier-failure.ts'
import type { Call } from '../requests/call.ts'
import { type ErrorCode, fail } from '../specification/errors.ts'
import type { CarrierName } from '../specification/model.ts'
import { toTimestamp } from '../time/timestamp.ts'
import { maxCarrierAccounts } from './rate-id.ts'

/** Returns the client's connected carrier accounts (specification, GET /v1/carrier-accounts; choices 40). */
export function listCarrierAccounts(call: Call): CarrierAccountsBody {
  for (const { name } of carriers) {
    const failure = findCarrierFailure(call, { carrier: name, operation: 'accounts' })
    if (failure === undefined) continue
    const code: ErrorCode = failure.code ?? 'CARRIER.ERROR.UNKNOWN'
    fail(code, code === 'CARRIER.ERROR.UNKNOWN' ? { extras: { raw_carrier_error: failure.message } } : {})
  }
  const accounts = [...call.context.state.carrierAccounts.values()]
  const rejected = accounts.filter(({ credentials }) => credentials === 'rejected')
  if (rejected.length > 0) refuseCredentials(rejected)
  return { carrier_accounts: accounts.map(buildCarrierAccountBody) }
}

/** Throws if the carrier account of a purchase is missing, or the carrier rejects its credentials (choices 40). */
export function checkCarrierAccount({ state }: Context, carrierAccountId: string | null): void {
  if (carrierAccountId === null) return
  const account = state.carrierAccounts.get(carrierAccountId)
  if (account === undefined) fail('CARRIER.ACCOUNT.NOT_FOUND')
  if (account.credentials === 'rejected') refuseCredentials([account])
}

/**
 * Throws CARRIER.ACCOUNT.INVALID_CREDENTIALS; the message names the accounts whose credentials were rejected (choices
 * 40).
 */
export function refuseCredentials(rejected: readonly CarrierAccountRecord[]): never {
  const named = rejected.map(({ id, carrier, nickname }) => `${id} (${carrier}, "${nickname}")`)
  const accounts = `carrier account${named.length === 1 ? '' : 's'} ${named.join(', ')}`
  return fail('CARRIER.ACCOUNT.INVALID_CREDENTIALS', {
    message: `The carrier rejected the credentials of the ${accounts}.`,
  })
}

/**
 * Connects a carrier account of the client. Rates responses then include rates of this carrier account besides those of
 * the platform. Throws VALIDATION.FIELD.INVALID at the maximum number of carrier accounts.
 */
export function connectCarrier(
  context: Context,
  input: {
    readonly carrier: CarrierName
    readonly nickname: string | undefined
    readonly credentials: CarrierAccountRecord['credentials']
  },
): CarrierAccountBody {
  const { carrierAccounts } = context.state
  if (carrierAccounts.size >= maxCarrierAccounts) {
    fail('VALIDATION.FIELD.INVALID', {
      message: `An account may have at most ${maxCarrierAccounts} carrier accounts connected.`,
      extras: { field: 'carrier' },
    })
  }
  const account: CarrierAccountRecord = {
    id: context.random.drawId('ca'),
    carrier: input.carrier,
    nickname: input.nickname ?? `${input.carrier} account`,
    credentials: input.credentials,
    connectedAtMs: context.clock.now(),
  }
  carrierAccounts.set(account.id, account)
  return buildCarrierAccountBody(account)
}

/** Returns a carrier account as the service shows it (choices 40). */
export function buildCarrierAccountBody(account: CarrierAccountRecord): CarrierAccountBody {
  return {
    id: account.id,
    carrier: account.carrier,
    nickname: account.nickname,
    status: account.credentials === 'valid' ? 'active' : 'rejected',
    connected_at: toTimestamp(account.connectedAtMs),
  }
}
