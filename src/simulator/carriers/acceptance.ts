import { isMilitary, isPoBox } from '../addresses/kind.ts'
import { weightLb } from './billable-weight.ts'
import type { Carrier, Service } from './carrier.ts'
import { connects } from './coverage.ts'
import type { Shipment } from './quote.ts'
import { findRoute } from './route.ts'

/**
 * Why a carrier will not take a shipment at purchase, or undefined when it will (choices 29): a parcel over the service's
 * maximum weight; a service that the carrier does not have, that does not fit the border or serve the countries; a post
 * office box or a military address that the network does not reach.
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
  // A sender's box is only where a parcel would come back to; the carrier has to reach the recipient's.
  if (!network.poBoxes && isPoBox(to)) return false
  return network.military || !(isMilitary(from) || isMilitary(to))
}
