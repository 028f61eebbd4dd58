import type { AccountType, Address, CarrierName, Parcel } from '../specification/model.ts'
import { computeBillableLb, computeCarbonWeightLb } from './billable-weight.ts'
import { estimateCarbonGrams } from './carbon.ts'
import type { Carrier, Service } from './carrier.ts'
import type { Network } from './carrier-facts.ts'
import { isServiceOffered } from './coverage.ts'
import { computeDeliveryDate } from './eta.ts'
import { findRoute, type Route } from './route.ts'
import { computeHandlingCents } from './surcharges.ts'
import { computePublishedCents } from './tariff.ts'
import { findPriceZone } from './zone.ts'

/** The shipment for which carriers quote a price: one parcel, its two addresses, and the time of its handover. */
export interface Shipment {
  readonly from: Address
  readonly to: Address
  readonly parcel: Parcel
  readonly shipAtMs: number
  readonly accountType: AccountType
}

/** The price, delivery date and carbon estimate of one service of a carrier for a shipment. */
export interface Offer {
  readonly carrier: CarrierName
  readonly service: string
  /** The position of the service among the carrier's services. */
  readonly serviceIndex: number
  readonly rateCents: number
  /** The date on which the carrier expects to deliver, YYYY-MM-DD. */
  readonly carrierEta: string
  readonly carbonGrams: number
}

/**
 * Returns a carrier's offers for every service that fits the route and the kind of address, slowest first. It ignores
 * weight, deliverability and the places that the carrier serves: only a purchase checks them (choices 23).
 */
export function quoteCarrier(carrier: Carrier, shipment: Shipment): Offer[] {
  const route = findRoute(shipment.from, shipment.to)
  const zone = findPriceZone(carrier.zonesOf[route.scope], route)
  const offers: Offer[] = []
  let load: Load | undefined
  for (const service of carrier.servicesOf[route.scope]) {
    if (!isServiceOffered(service, route)) continue
    if (load?.network !== service.network) load = computeLoad(service.network, shipment.parcel)
    offers.push(priceOffer({ carrier, service, shipment, route, zone, load }))
  }
  return offers
}

/** Returns a carrier's offer for one service, even if the service does not fit the route. */
export function quoteService(carrier: Carrier, service: Service, shipment: Shipment): Offer {
  const route = findRoute(shipment.from, shipment.to)
  const zone = findPriceZone(carrier.zonesOf[service.scope], route)
  return priceOffer({
    carrier,
    service,
    shipment,
    route,
    zone,
    load: computeLoad(service.network, shipment.parcel),
  })
}

/** The weights of a parcel and its handling fee. They are the same in all services of one network. */
interface Load {
  readonly network: Network
  readonly billableLb: number
  readonly carriedLb: number
  readonly handlingCents: number
}

function computeLoad(network: Network, parcel: Parcel): Load {
  return {
    network,
    billableLb: computeBillableLb(network, parcel),
    carriedLb: computeCarbonWeightLb(parcel),
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
