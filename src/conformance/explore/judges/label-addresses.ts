import {
  comparable,
  isSameCountry,
  isSameName,
  isSameState,
  isSameStreet,
  isText,
} from '../../rules/support/address-comparison.ts'
import type { Checks } from './checks.ts'

type Plain = Readonly<Record<string, unknown>>
type Place = 'from_address' | 'to_address'

/** A street goes by either of its names. */
export function partOf(address: Plain, part: string): unknown {
  if (part !== 'street') return address[part]
  return isText(address['street']) ? address['street'] : address['street1']
}

const parts = [
  ['name', 'name', isSameName],
  ['street', 'street1', isSameStreet],
  ['city', 'city', (shown, given) => comparable(shown) === comparable(given)],
  ['state', 'state', isSameState],
  ['zip', 'zip', (shown, given) => comparable(shown).startsWith(comparable(given).slice(0, 5))],
  ['country', 'country', isSameCountry],
] as const satisfies readonly (readonly [string, string, (shown: unknown, given: string) => boolean])[]

/** Signs that no carrier writes, and that come of a text that was taken for another: entities, doubled quotes, lost letters. */
const garbles = [/&(?:amp|quot|apos|lt|gt|#x?[\da-f]+);/i, /''/, /[?\uFFFD]/]

function isGarbled(shown: string, given: string): boolean {
  return garbles.some((garble) => garble.test(shown) && !garble.test(given))
}

/** The address is the one that was given, in whatever manner the carrier writes it. */
export function checkAddress(
  checks: Checks,
  by: {
    readonly place: Place
    readonly given: Plain | undefined
    readonly shown: Plain | undefined
    readonly why: string
  },
): void {
  const { place, given, shown, why } = by
  if (given === undefined || shown === undefined) return
  const wrong = parts.find(([part, field, isAlike]) => {
    const wanted = given[field]
    const written = partOf(shown, part)
    return isText(wanted) && (!isAlike(written, wanted) || isGarbled(String(written), wanted))
  })
  checks.that('RESOURCES-47', wrong === undefined, () => {
    const [part = '', field = ''] = wrong ?? []
    return {
      expected: `${place}.${part} ${JSON.stringify(given[field])}, as given for the quote`,
      seen: `${place}.${part} ${JSON.stringify(partOf(shown, part)) ?? 'missing'}`,
      why,
    }
  })
}
