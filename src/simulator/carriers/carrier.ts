import dhl from '../../../fixtures/carriers/dhl.json' with { type: 'json' }
import fedex from '../../../fixtures/carriers/fedex.json' with { type: 'json' }
import ups from '../../../fixtures/carriers/ups.json' with { type: 'json' }
import usps from '../../../fixtures/carriers/usps.json' with { type: 'json' }
import { type CarrierName, carrierNames } from '../specification/model.ts'
import type { CarrierFacts, Network, ServiceFacts, ZoneChart } from './carrier-facts.ts'

/** Whether a service carries parcels within one country (`domestic`) or across a border (`international`). */
export type Scope = 'domestic' | 'international'

/** One of the four carriers. Within each scope, services are sorted from slowest to fastest. */
export interface Carrier {
  readonly name: CarrierName
  readonly services: readonly Service[]
  readonly servicesOf: Readonly<Record<Scope, readonly Service[]>>
  readonly zonesOf: Readonly<Record<Scope, ZoneChart>>
  /** The hour (UTC) from which a parcel leaves on the next business day. */
  readonly cutoffHourUtc: number
  /**
   * The price in percent of the published price: on the platform's account, and on a client's own account with the
   * carrier.
   */
  readonly pricePercent: { readonly platform: number; readonly byoa: number }
}

/** A service that a carrier sells, such as Ground, with the network that carries its parcels. */
export interface Service extends Omit<ServiceFacts, 'network'> {
  /** The position of the service among the carrier's services. */
  readonly index: number
  readonly scope: Scope
  readonly network: Network
}

const factsByCarrier = { DHL: dhl, FedEx: fedex, UPS: ups, USPS: usps } satisfies Record<
  CarrierName,
  CarrierFacts
>

/** The four carriers, sorted by name. */
export const carriers: readonly Carrier[] = carrierNames.map((name) =>
  readCarrier(name, factsByCarrier[name]),
)

/** Returns the carrier with this name, in any letter case. */
export function findCarrier(name: string): Carrier | undefined {
  const wanted = name.trim().toLowerCase()
  return carriers.find((carrier) => carrier.name.toLowerCase() === wanted)
}

/** Returns a carrier's service by name, in any letter case, with or without the carrier's name in front. */
export function findService(carrier: Carrier, name: string): Service | undefined {
  const wanted = name.trim().toLowerCase()
  const prefix = `${carrier.name.toLowerCase()} `
  return carrier.services.find(
    (service) => service.name.toLowerCase() === wanted || prefix + service.name.toLowerCase() === wanted,
  )
}

function readCarrier(name: CarrierName, facts: CarrierFacts): Carrier {
  const networks = new Map(Object.entries(facts.networks))
  const readService = (scope: Scope, service: ServiceFacts, index: number): Service => {
    const network = networks.get(service.network)
    if (network === undefined) {
      throw new Error(`${name}'s service ${service.name} names no known network: ${service.network}`)
    }
    // Each field is written out. So V8 sees all services as objects of one shape, and reads their fields faster.
    return {
      name: service.name,
      index,
      scope,
      network,
      maxWeightLb: service.maxWeightLb,
      transitDays: service.transitDays,
      airFromMiles: service.airFromMiles,
      fuelPercent: service.fuelPercent,
      residentialCents: service.residentialCents,
      toResidential: service.toResidential,
      countryGroups: service.countryGroups,
      trackingPattern: service.trackingPattern,
      tariff: service.tariff,
    }
  }
  const domestic = facts.domestic.services.map((service, index) => readService('domestic', service, index))
  const international = facts.international.services.map((service, index) =>
    readService('international', service, domestic.length + index),
  )
  return {
    name,
    services: [...domestic, ...international],
    servicesOf: { domestic, international },
    zonesOf: { domestic: facts.domestic.zones, international: facts.international.zones },
    cutoffHourUtc: facts.cutoffHourUtc,
    pricePercent: facts.pricePercent,
  }
}
