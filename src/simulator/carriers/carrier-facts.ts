/** The shape of a file fixtures/carriers/*.json, which holds the facts and the prices of one carrier. */
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

/** The price zones of a carrier: one for each entry of `maxMiles`, one beyond these, and one for remote states. */
export interface ZoneChart {
  readonly names: readonly string[]
  readonly maxMiles: readonly number[]
  readonly remoteStates: readonly string[]
}

/** A delivery network of a carrier: where its parcels may go, and how their size is counted. */
export interface Network {
  readonly poBoxes: boolean
  readonly military: boolean
  /** The countries from which the network carries parcels; absent if it carries them from any country. */
  readonly origins?: readonly string[] | undefined
  readonly suspendedCountries: readonly string[]
  readonly dimensional: { readonly cubicInchesPerLb: number; readonly overCubicInches: number }
  /** Fees in groups; only the highest matching fee of each group is charged. */
  readonly handling: readonly (readonly HandlingFee[])[]
}

/** A fee that a carrier charges for a parcel that is larger or heavier than one of these measures. */
export interface HandlingFee {
  readonly cents: number
  readonly overWeightLb?: number | undefined
  readonly overLongestIn?: number | undefined
  /** Compared with the second longest side. */
  readonly overSecondIn?: number | undefined
  readonly overLengthPlusGirthIn?: number | undefined
  readonly overCubicInches?: number | undefined
}

/** The published prices of a service in cents: one row for each price zone, one column for each weight. */
export interface Tariff {
  readonly weightsLb: readonly number[]
  readonly cents: readonly (readonly number[])[]
}

export interface ServiceFacts {
  readonly name: string
  readonly network: string
  readonly maxWeightLb: number
  /** The number of business days that a parcel is on its way, by price zone. */
  readonly transitDays: readonly number[]
  /** From this distance in miles, the service carries parcels by aircraft; absent for a service that never does. */
  readonly airFromMiles?: number | undefined
  readonly fuelPercent: number
  readonly residentialCents: number
  /** True if the service delivers only to homes; false if only to other addresses; absent if to any address. */
  readonly toResidential?: boolean | undefined
  /** The service runs only between countries of one group; absent for a service between any countries. */
  readonly countryGroups?: readonly (readonly string[])[] | undefined
  /** A live tracking number without its check digit. # stands for one digit. */
  readonly trackingPattern: string
  readonly tariff: Tariff
}
