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

const digitOf: Readonly<Record<CarrierName, (body: string) => string>> = {
  DHL: computeDhlCheckDigit,
  FedEx: computeFedexCheckDigit,
  UPS: computeUpsCheckDigit,
  USPS: computeGs1CheckDigit,
}

/** Returns the check digit of a carrier's live number, given the characters before it. */
export function computeCheckDigit(carrier: CarrierName, body: string): string {
  return digitOf[carrier](body)
}

/** Express waybills are short and use modulo 7. Parcels that the post delivers have a postal number. */
function computeDhlCheckDigit(body: string): string {
  return body.length === 9 ? String(Number(body) % 7) : computeGs1CheckDigit(body)
}

/** For the characters after 1Z: letters count from A = 2 upwards modulo 10, every second character doubled, modulo 10. */
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

/** Weights 3, 1, 7 from the left, modulo 11; a remainder of ten is written 0. */
function computeFedexCheckDigit(body: string): string {
  const weights = [3, 1, 7] as const
  const sum = [...body].reduce((total, digit, index) => total + Number(digit) * (weights[index % 3] ?? 0), 0)
  return String((sum % 11) % 10)
}
