import { isObject } from '../wire/fields.ts'
import { errorOf, isLive } from './builders.ts'
import type { Alteration, Wire } from './mutant.ts'
import type { WireRequest } from './wire.ts'

/** Puts money into the live wallet, or takes it, behind the service's back. */
export async function changeBalance(request: WireRequest, wire: Wire, cents: number): Promise<void> {
  const path = `/accounts/${wire.accountOf(request)}/wallet`
  const wallet = await wire.control('GET', path)
  const balance = isObject(wallet) ? Number(wallet['balance_cents']) : 0
  await wire.control('PATCH', path, { balance_cents: balance + cents })
}

/** A refused live purchase that takes money. */
export const charging = (code: string): Alteration => ({
  response: async (response, request, wire) => {
    if (!isLive(request) || errorOf(response)?.['code'] !== code) return undefined
    await changeBalance(request, wire, -1)
    return response
  },
})

/** What a service answers a purchase with that it should have refused. */
export const soldLabel = {
  id: 'lbl_1',
  tracking_number: '9999',
  label_url: 'https://example.com/l.pdf',
  carrier: 'UPS',
  wallet_balance_after_cents: 1,
}
