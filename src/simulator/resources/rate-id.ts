/**
 * A rate's id is its quote's id plus the rate's place in the quote, so that a quote is one record however many rates it
 * has. The place has three numbers, below 4, 18 and 18, which exactly fill two base-36 digits.
 */
export interface RatePlace {
  readonly carrierIndex: number
  readonly serviceIndex: number
  /** 0 for a rate of the platform's own account; otherwise the index of the carrier account in the quote, plus one. */
  readonly accountIndex: number
}

const placesPerIndex = 18

/** The maximum numbers of carriers, and of services of one carrier, that a rate's id can encode. */
export const roomForRates = { carriers: 4, servicesOfACarrier: placesPerIndex } as const

/** The maximum number of carrier accounts that an account can connect. */
export const maxCarrierAccounts = placesPerIndex - 1

/** Builds the id of a rate from the id of its quote and its place in the quote. */
export function buildRateId(quoteId: string, place: RatePlace): string {
  const number =
    (place.carrierIndex * placesPerIndex + place.serviceIndex) * placesPerIndex + place.accountIndex
  return quoteId + number.toString(36).padStart(2, '0')
}

/**
 * Returns the quote's id and the rate's place in it; undefined for a text that cannot be a rate's id. The
 * caller checks whether both exist.
 */
export function parseRateId(id: string): { readonly quoteId: string; readonly place: RatePlace } | undefined {
  // `parseInt` alone would accept several spellings of one number, so one rate would have several ids.
  if (!/[0-9a-z]{2}$/.test(id)) return undefined
  const number = Number.parseInt(id.slice(-2), 36)
  const service = Math.floor(number / placesPerIndex)
  return {
    quoteId: id.slice(0, -2),
    place: {
      carrierIndex: Math.floor(service / placesPerIndex),
      serviceIndex: service % placesPerIndex,
      accountIndex: number % placesPerIndex,
    },
  }
}
