import { magicCodes } from '../../../simulator/requests/magic.ts'
import { carrierNames } from '../../../simulator/specification/model.ts'

/** The outcomes that a form offers: a magic value without `sim:`, and its description, which begins with the button it acts on. */
export const outcomeOptions: readonly (readonly [outcome: string, text: string])[] = [
  ['', 'It succeeds'],
  ...magicCodes.validation.map((code) => [code, `Validate: ${code}`] as const),
  ...magicCodes.rates.map((code) => [code, `Get rates: ${code}`] as const),
  ...carrierNames.map((name) => [`carrier=${name}:down`, `Get rates: ${name} is down`] as const),
  ...carrierNames.map((name) => [`carrier=${name}:timeout`, `Get rates: ${name} is too slow`] as const),
  ...magicCodes.purchase.map((code) => [code, `Buy: ${code}`] as const),
]

/** Returns the error code with which a purchase ends because of the magic value in its recipient's name; undefined if none. */
export function findPurchaseErrorCode(name: unknown): string | undefined {
  const [, code] = /\bsim:([A-Z_.]+)/.exec(typeof name === 'string' ? name : '') ?? []
  if (code === 'ADDRESS.VALIDATION.FAILED') return 'LABEL.ADDRESS.UNDELIVERABLE'
  return magicCodes.purchase.find((each) => each === code)
}
