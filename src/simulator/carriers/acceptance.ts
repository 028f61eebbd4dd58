import { isMilitary, isPoBox } from '../addresses/kind.ts'
import { toPounds } from './billable-weight.ts'
import type { Carrier, Service } from './carrier.ts'
import { connectsCountries } from './coverage.ts'
import type { Shipment } from './quote.ts'
import { findRoute } from './route.ts'

/** The reason why a carrier refuses a shipment, as an error code and as a sentence. */
export interface CarrierRefusal {
  readonly code: 'LABEL.WEIGHT.EXCEEDED' | 'LABEL.SERVICE.UNAVAILABLE'
  readonly message: string
}

/**
 * Returns why a carrier refuses a shipment at purchase; undefined if the carrier accepts it (choices 29).
 * LABEL.WEIGHT.EXCEEDED: the parcel is over the service's maximum weight. LABEL.SERVICE.UNAVAILABLE: the carrier has no
 * such service, or the service does not run between the two countries, or its network does not reach the post office
 * box or military address.
 */
export function findCarrierRefusal(
  carrier: Carrier,
  service: Service | undefined,
  shipment: Omit<Shipment, 'shipAtMs' | 'accountType'>,
): CarrierRefusal | undefined {
  if (service === undefined || !carrier.services.includes(service))
    return {
      code: 'LABEL.SERVICE.UNAVAILABLE',
      message: `${carrier.name} has no service ${service?.name ?? 'of this name'}.`,
    }
  const { name, maxWeightLb } = service
  if (toPounds(shipment.parcel) > maxWeightLb)
    return { code: 'LABEL.WEIGHT.EXCEEDED', message: `The service ${name} takes at most ${maxWeightLb} lb.` }
  const problem = describeRouteProblem(service, shipment)
  if (problem === undefined) return undefined
  return { code: 'LABEL.SERVICE.UNAVAILABLE', message: `The service ${name} ${problem}.` }
}

/** Describes why a service cannot carry a shipment on its route, as the end of a sentence; undefined if it can. */
function describeRouteProblem(
  service: Service,
  { from, to }: Pick<Shipment, 'from' | 'to'>,
): string | undefined {
  const { network } = service
  const route = findRoute(from, to)
  const { fromCountry, toCountry } = route
  const isOnRoute =
    service.scope === route.scope &&
    connectsCountries(service, route) &&
    (network.origins === undefined || network.origins.includes(fromCountry)) &&
    !network.suspendedCountries.some((code) => code === fromCountry || code === toCountry)
  if (!isOnRoute) return `does not run from ${fromCountry} to ${toCountry}`
  // Only the recipient's box counts: a sender's box would matter for a returned parcel alone.
  if (!network.poBoxes && isPoBox(to)) return 'does not deliver to PO boxes'
  if (!network.military && (isMilitary(from) || isMilitary(to))) return 'does not serve military addresses'
  return undefined
}
