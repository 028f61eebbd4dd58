import { magicCodes } from '../../../simulator/requests/magic.ts'
import { carrierNames } from '../../../simulator/specification/model.ts'

/** The outcomes that a form can wish for: the text after `sim:`, and its description, which begins with the button it acts on. */
export const outcomes: readonly (readonly [outcome: string, text: string])[] = [
  ['', 'It succeeds'],
  ...magicCodes.validation.map((code) => [code, `Validate: ${code}`] as const),
  ...magicCodes.rates.map((code) => [code, `Get rates: ${code}`] as const),
  ...carrierNames.map((name) => [`carrier=${name}:down`, `Get rates: ${name} is down`] as const),
  ...carrierNames.map((name) => [`carrier=${name}:timeout`, `Get rates: ${name} is too slow`] as const),
  ...magicCodes.purchase.map((code) => [code, `Buy: ${code}`] as const),
]

/** Returns the code that a purchase ends with, because the name of its recipient asks for it; undefined for none. */
export function wishedCode(name: unknown): string | undefined {
  const [, code] = /\bsim:([A-Z_.]+)/.exec(typeof name === 'string' ? name : '') ?? []
  if (code === 'ADDRESS.VALIDATION.FAILED') return 'LABEL.ADDRESS.UNDELIVERABLE'
  return magicCodes.purchase.find((each) => each === code)
}
