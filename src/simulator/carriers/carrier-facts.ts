/** The shape of fixtures/carriers/*.json, which hold a carrier's facts and prices. */
export interface CarrierFacts {
  readonly cutoffHourUtc: number
  readonly pricePercent: { readonly platform: number; readonly byoa: number }
  readonly networks: Readonly<Record<string, Network>>
  readonly domestic: ScopeFacts
  readonly international: ScopeFacts
}

interface ScopeFacts {
  readonly zones: ZoneChart
  readonly services: readonly ServiceFacts[]
}

/** Price zones by distance: one for each entry of maxMiles, one for longer distances, and one for remote states. */
export interface ZoneChart {
  readonly names: readonly string[]
  readonly maxMiles: readonly number[]
  readonly remoteStates: readonly string[]
}

/** A delivery network of a carrier: where its parcels may go, and how their size is counted. */
export interface Network {
  readonly poBoxes: boolean
  readonly military: boolean
  /** Countries that a parcel may start in; absent for any country. */
  readonly origins?: readonly string[] | undefined
  readonly suspendedCountries: readonly string[]
  readonly dimensional: { readonly cubicInchesPerLb: number; readonly overCubicInches: number }
  /** Fees in groups; only the highest matching fee of each group is charged. */
  readonly handling: readonly (readonly HandlingFee[])[]
}

/** A fee for a parcel that exceeds one of the given measures. */
export interface HandlingFee {
  readonly cents: number
  readonly overWeightLb?: number | undefined
  readonly overLongestIn?: number | undefined
  readonly overSecondIn?: number | undefined
  readonly overLengthPlusGirthIn?: number | undefined
  readonly overCubicInches?: number | undefined
}

/** Published prices in cents: one row per zone, one column per weight. */
export interface Tariff {
  readonly weightsLb: readonly number[]
  readonly cents: readonly (readonly number[])[]
}

export interface ServiceFacts {
  readonly name: string
  readonly network: string
  readonly maxWeightLb: number
  /** Business days on the way, by zone. */
  readonly transitDays: readonly number[]
  /** From this distance in miles, the service carries parcels by aircraft; absent for a service that never does. */
  readonly airFromMiles?: number | undefined
  readonly fuelPercent: number
  readonly residentialCents: number
  /** True: only to homes. False: only to other addresses. Absent: to any address. */
  readonly toResidential?: boolean | undefined
  /** The service runs only between countries of one group; absent for a service between any countries. */
  readonly countryGroups?: readonly (readonly string[])[] | undefined
  /** A live tracking number without its check digit. # stands for one digit. */
  readonly trackingPattern: string
  readonly tariff: Tariff
}
