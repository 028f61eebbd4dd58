import { isCarrierFaulty } from '../../../../selftest/behind.ts'
import type { Wire } from '../../../../selftest/mutant.ts'
import type { Answered } from '../../../../selftest/watched.ts'

export const isRegistered = ({ operation, isGood }: Answered): boolean =>
  operation === 'registerTracker' && isGood

export const isRead = ({ operation, isGood }: Answered): boolean => operation === 'getTracker' && isGood

export const idOf = ({ json }: Answered): string => String(json['id'])

export const hourMs = 3_600_000

export async function anyTrackingFault(wire: Wire, account: string): Promise<boolean> {
  for (const carrier of ['USPS', 'UPS', 'FedEx', 'DHL']) {
    if (await isCarrierFaulty(wire, account, { operation: 'tracking', carrier })) return true
  }
  return false
}
