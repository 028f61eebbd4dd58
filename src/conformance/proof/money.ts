import { isObject } from '../http/fields.ts'
import { errorOf, isLive } from './builders.ts'
import type { Alteration, Wire } from './mutant.ts'
import type { WireRequest } from './wire.ts'

/** Adds cents to the live wallet of the request's account, or takes them, by the control protocol. */
export async function changeBalance(request: WireRequest, wire: Wire, cents: number): Promise<void> {
  const path = `/accounts/${wire.accountOf(request)}/wallet`
  const wallet = await wire.control('GET', path)
  const balance = isObject(wallet) ? Number(wallet['balance_cents']) : 0
  await wire.control('PATCH', path, { balance_cents: balance + cents })
}

/** An alteration in which a live purchase that is refused with this code takes money. */
export const charging = (code: string): Alteration => ({
  response: async (response, request, wire) => {
    if (!isLive(request) || errorOf(response)?.['code'] !== code) return undefined
    await changeBalance(request, wire, -1)
    return response
  },
})

/** The label with which a mutant answers a purchase that it should refuse. */
export const soldLabel = {
  id: 'lbl_1',
  tracking_number: '9999',
  label_url: 'https://example.com/l.pdf',
  carrier: 'UPS',
  wallet_balance_after_cents: 1,
}
