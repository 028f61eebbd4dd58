/**
 * A rate's id is its quote's id and the rate's place in it, so that a quote is one record however many rates it gave:
 * three numbers below 4, 18 and 18 fit two letters of 36, and fill them.
 */
export interface RatePlace {
  readonly carrierIndex: number
  readonly serviceIndex: number
  /** 0 for the platform's own rate, else one more than the account's place in the quote. */
  readonly accountIndex: number
}

const placesPerIndex = 18

/** How many carriers a place can tell apart, and services of one. */
export const roomForRates = { carriers: 4, servicesOfACarrier: placesPerIndex } as const

/** How many carrier accounts an account may have connected. */
export const maxCarrierAccounts = placesPerIndex - 1

export function rateId(quoteId: string, place: RatePlace): string {
  const number =
    (place.carrierIndex * placesPerIndex + place.serviceIndex) * placesPerIndex + place.accountIndex
  return quoteId + number.toString(36).padStart(2, '0')
}

/**
 * The quote a rate id belongs to and the rate's place in it; whether they exist is for the caller to see. Undefined for
 * a text that no rate has as its id.
 */
export function parseRateId(id: string): { readonly quoteId: string; readonly place: RatePlace } | undefined {
  // The parser below takes more spellings of a number than one.
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
