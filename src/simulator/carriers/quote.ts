import type { AccountType, Address, CarrierName, Parcel } from '../specification/model.ts'
import { computeBillableLb, computeCarriedLb } from './billable-weight.ts'
import { estimateCarbonGrams } from './carbon.ts'
import type { Carrier, Service } from './carrier.ts'
import type { Network } from './carrier-facts.ts'
import { isServiceOffered } from './coverage.ts'
import { computeDeliveryDate } from './eta.ts'
import { findRoute, type Route } from './route.ts'
import { computeHandlingCents } from './surcharges.ts'
import { computePublishedCents } from './tariff.ts'
import { findZone } from './zone.ts'

/** The input of a quote: one parcel between two addresses, handed over at a given time. */
export interface Shipment {
  readonly from: Address
  readonly to: Address
  readonly parcel: Parcel
  readonly shipAtMs: number
  readonly accountType: AccountType
}

/** One service of a carrier: its price, delivery date and carbon estimate. */
export interface Offer {
  readonly carrier: CarrierName
  readonly service: string
  /** The position of the service among the carrier's services. */
  readonly serviceIndex: number
  readonly rateCents: number
  /** The date of delivery, YYYY-MM-DD. */
  readonly carrierEta: string
  readonly carbonGrams: number
}

/**
 * Returns a carrier's offers for every service that fits the route and the kind of address, slowest first. It ignores
 * weight, deliverability and the places that the carrier serves: only a purchase checks them (choices 23).
 */
export function quoteCarrier(carrier: Carrier, shipment: Shipment): Offer[] {
  const route = findRoute(shipment.from, shipment.to)
  const zone = findZone(carrier.zonesOf[route.scope], route)
  const offers: Offer[] = []
  let load: Load | undefined
  for (const service of carrier.servicesOf[route.scope]) {
    if (!isServiceOffered(service, route)) continue
    if (load?.network !== service.network) load = weighParcel(service.network, shipment.parcel)
    offers.push(priceOffer({ carrier, service, shipment, route, zone, load }))
  }
  return offers
}

/** Returns a carrier's offer for one service, even if the service does not fit the route. */
export function quoteService(carrier: Carrier, service: Service, shipment: Shipment): Offer {
  const route = findRoute(shipment.from, shipment.to)
  const zone = findZone(carrier.zonesOf[service.scope], route)
  return priceOffer({
    carrier,
    service,
    shipment,
    route,
    zone,
    load: weighParcel(service.network, shipment.parcel),
  })
}

/** The part of the price that is the same in all services of one network. */
interface Load {
  readonly network: Network
  readonly billableLb: number
  readonly carriedLb: number
  readonly handlingCents: number
}

function weighParcel(network: Network, parcel: Parcel): Load {
  return {
    network,
    billableLb: computeBillableLb(network, parcel),
    carriedLb: computeCarriedLb(parcel),
    handlingCents: computeHandlingCents(network, parcel),
  }
}

function priceOffer({
  carrier,
  service,
  shipment,
  route,
  zone,
  load,
}: {
  readonly carrier: Carrier
  readonly service: Service
  readonly shipment: Shipment
  readonly route: Route
  readonly zone: number
  readonly load: Load
}): Offer {
  const { tariff, fuelPercent, residentialCents, transitDays, airFromMiles } = service
  const cents =
    computePublishedCents(tariff, zone, load.billableLb) +
    load.handlingCents +
    (route.residential ? residentialCents : 0)
  const percent = (100 + fuelPercent) * carrier.pricePercent[shipment.accountType]
  return {
    carrier: carrier.name,
    service: service.name,
    serviceIndex: service.index,
    rateCents: Math.round((cents * percent) / 10_000),
    carrierEta: computeDeliveryDate({
      shipAtMs: shipment.shipAtMs,
      cutoffHourUtc: carrier.cutoffHourUtc,
      transitDays: transitDays[zone] ?? 0,
    }),
    carbonGrams: estimateCarbonGrams({ miles: route.miles, weightLb: load.carriedLb, airFromMiles }),
  }
}
