/** The shape of fixtures/carriers/*.json, where a carrier's facts and prices stand. */
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

/** Zones by distance: one per entry of maxMiles, one for all that is farther, and one for remote states. */
export interface ZoneChart {
  readonly names: readonly string[]
  readonly maxMiles: readonly number[]
  readonly remoteStates: readonly string[]
}

/** What moves and delivers: it decides where a parcel may go and how its size is counted. */
export interface Network {
  readonly poBoxes: boolean
  readonly military: boolean
  /** Countries a parcel may start in; absent when it may start in any. */
  readonly origins?: readonly string[] | undefined
  readonly suspendedCountries: readonly string[]
  readonly dimensional: { readonly cubicInchesPerLb: number; readonly overCubicInches: number }
  /** The dearest fee that applies out of each group is charged. */
  readonly handling: readonly (readonly HandlingFee[])[]
}

/** A fee for a parcel that is over one measure. */
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
  /** The distance from which it flies; absent when it never does. */
  readonly airFromMiles?: number | undefined
  readonly fuelPercent: number
  readonly residentialCents: number
  /** True: homes alone; false: all but homes; absent: any address. */
  readonly toResidential?: boolean | undefined
  /** The service exists only between two countries of one group; absent when it goes anywhere. */
  readonly countryGroups?: readonly (readonly string[])[] | undefined
  /** A live tracking number without its check digit; # stands for one digit. */
  readonly trackingPattern: string
  readonly tariff: Tariff
}
