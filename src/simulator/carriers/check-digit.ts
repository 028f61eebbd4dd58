import type { CarrierName } from '../specification/model.ts'

const zero = '0'.charCodeAt(0)

/** Returns the check digit of GS1 and of the US postal barcode: weights 3 and 1 from the right, modulo 10. */
export function computeGs1CheckDigit(body: string): string {
  let sum = 0
  for (let index = 0; index < body.length; index += 1) {
    sum += (body.charCodeAt(index) - zero) * ((body.length - index) % 2 === 1 ? 3 : 1)
  }
  return String((10 - (sum % 10)) % 10)
}

const checkDigitFunctions: Readonly<Record<CarrierName, (body: string) => string>> = {
  DHL: computeDhlCheckDigit,
  FedEx: computeFedexCheckDigit,
  UPS: computeUpsCheckDigit,
  USPS: computeGs1CheckDigit,
}

/** Returns the check digit of a carrier's live tracking number. `body` has the characters before the check digit. */
export function computeCheckDigit(carrier: CarrierName, body: string): string {
  return checkDigitFunctions[carrier](body)
}

/**
 * Returns the check digit of a DHL number: modulo 7 for an express waybill of nine digits, otherwise as for a postal
 * number.
 */
function computeDhlCheckDigit(body: string): string {
  return body.length === 9 ? String(Number(body) % 7) : computeGs1CheckDigit(body)
}

/**
 * Returns the check digit of a UPS number, from the characters after 1Z: letters have the values A = 2, B = 3 and so
 * on modulo 10, every second value is doubled, and the sum is taken modulo 10.
 */
function computeUpsCheckDigit(body: string): string {
  const sum = [...body.slice(2)].reduce(
    (total, character, index) => total + toUpsValue(character) * (1 + (index % 2)),
    0,
  )
  return String((10 - (sum % 10)) % 10)
}

function toUpsValue(character: string): number {
  const digit = Number(character)
  return Number.isNaN(digit) ? (character.charCodeAt(0) - 63) % 10 : digit
}

/**
 * Returns the check digit of a FedEx number: the digits weighted 3, 1, 7 from the left, modulo 11; 0 for a remainder
 * of ten.
 */
function computeFedexCheckDigit(body: string): string {
  const weights = [3, 1, 7] as const
  const sum = [...body].reduce((total, digit, index) => total + Number(digit) * (weights[index % 3] ?? 0), 0)
  return String((sum % 11) % 10)
}
