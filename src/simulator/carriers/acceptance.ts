import { isMilitary, isPoBox } from '../addresses/kind.ts'
import { weightLb } from './billable-weight.ts'
import type { Carrier, Service } from './carrier.ts'
import { connects } from './coverage.ts'
import type { Shipment } from './quote.ts'
import { findRoute } from './route.ts'

/**
 * Returns why a carrier refuses a shipment at purchase; undefined if it takes it (choices 29).
 * LABEL.WEIGHT.EXCEEDED: the parcel is over the service's maximum weight. LABEL.SERVICE.UNAVAILABLE: the
 * carrier has no such service, or the service does not run between the two countries, or its network does not
 * reach the post office box or military address.
 */
export function refusal(
  carrier: Carrier,
  service: Service | undefined,
  shipment: Omit<Shipment, 'shipAtMs' | 'accountType'>,
): 'LABEL.WEIGHT.EXCEEDED' | 'LABEL.SERVICE.UNAVAILABLE' | undefined {
  if (service === undefined || !carrier.services.includes(service)) return 'LABEL.SERVICE.UNAVAILABLE'
  if (weightLb(shipment.parcel) > service.maxWeightLb) return 'LABEL.WEIGHT.EXCEEDED'
  return serves(service, shipment) ? undefined : 'LABEL.SERVICE.UNAVAILABLE'
}

function serves(service: Service, { from, to }: Pick<Shipment, 'from' | 'to'>): boolean {
  const { network, scope } = service
  const route = findRoute(from, to)
  if (scope !== route.scope || !connects(service, route)) return false
  if (network.origins !== undefined && !network.origins.includes(route.fromCountry)) return false
  if (network.suspendedCountries.some((code) => code === route.fromCountry || code === route.toCountry)) {
    return false
  }
  // Only the recipient's box counts: a sender's box would matter for a returned parcel alone.
  if (!network.poBoxes && isPoBox(to)) return false
  return network.military || !(isMilitary(from) || isMilitary(to))
}
