/** The basic types of the domain. Field names in snake_case exist only in requests and responses. */

/** A text with known values that editors suggest; other values are allowed, too. */
export type Known<Word extends string> = Word | (string & {})

export const environments = ['test', 'live'] as const
/** An environment by its name in keys: `test` is the sandbox, `live` is production (specification, Authentication). */
export type Environment = (typeof environments)[number]

export const carrierNames = ['DHL', 'FedEx', 'UPS', 'USPS'] as const
/** The name of a carrier, spelt as in rates (choices 49). */
export type CarrierName = (typeof carrierNames)[number]

export type AccountType = 'platform' | 'byoa'

/** A postal address as a client sent it. A field that the client left out is absent, never empty. */
export interface Address {
  readonly name?: string
  readonly company?: string
  readonly street1: string
  readonly street2?: string
  readonly city: string
  readonly state: string
  readonly zip: string
  readonly country: string
  readonly phone?: string
  readonly email?: string
}

/** A package: its weight in ounces and its sides in inches. */
export interface Parcel {
  readonly weightOz: number
  readonly lengthIn: number
  readonly widthIn: number
  readonly heightIn: number
}

export const trackingStatuses = [
  'pre_transit',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'exception',
  'unknown',
] as const
/** A tracking status (specification, Tracker). */
export type TrackingStatus = (typeof trackingStatuses)[number]
