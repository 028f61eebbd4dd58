import { move } from '../../../../selftest/behind.ts'
import { type Answered, told } from '../../../../selftest/watched.ts'
import type { WireResponse } from '../../../../selftest/wire.ts'

export const insufficient = [402, 'WALLET.INSUFFICIENT_BALANCE'] as const

export const isPaid = ({ operation, isGood, isLive }: Answered): boolean =>
  operation === 'buyLabel' && isGood && isLive

export const priceOf = ({ json }: Answered): number => Number(json['rate_cents'])

export const costOf = ({ json }: Answered): number => Number(json['total_cost_cents'])

/** The balance that an answer tells is another by so many cents. */
export const toldMore = (seen: Answered, cents: number): WireResponse =>
  told(seen, { wallet_balance_after_cents: Number(seen.json['wallet_balance_after_cents']) + cents })

/** A charge that is another by so many cents, in the wallet and in what is told of it. */
export async function charged(seen: Answered, cents: number): Promise<WireResponse> {
  await move(seen.wire, seen.account, -cents)
  return toldMore(seen, -cents)
}
