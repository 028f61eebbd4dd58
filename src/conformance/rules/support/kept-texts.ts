import type { Answer } from '../../http/answer.ts'
import type { Fields } from '../../http/fields.ts'
import { showValue } from '../../http/show.ts'
import type { RuleContext } from '../../rule-context.ts'
import type { Shipment } from '../../setup/prerequisites.ts'
import {
  isSameCountry,
  isSameState,
  isSameStreet,
  isText,
  toComparableForm,
} from './addresses/address-comparison.ts'
import { addressFields } from './addresses/complete-address.ts'

/** The parts of an address with free text, and the fields of a label that may show them. */
const fieldsOfPart = { name: ['name'], street1: ['street1', 'street'], city: ['city'] } as const
const partNames = ['name', 'street1', 'city'] as const

/** A shipment between addresses that contain unusual texts. */
export interface TextShipment {
  /** A description of the unusual texts, for reports. */
  readonly what: string
  readonly shipment: Required<Pick<Shipment, 'from' | 'to'>>
}

/** A long text of words that no carrier abbreviates. */
const fillerText = Array.from(
  { length: 80 },
  (_, index) => `Qu${'aeiou'[index % 5]}v${'lmnrtx'[index % 6]}o`,
).join(' ')
/** Returns a text of this length that begins with `start` and ends with a letter. */
const makeTextOfLength = (length: number, start = ''): string =>
  `${start}${fillerText}`.slice(0, length).replace(/ $/, 'x')

const unusualCharacters: readonly (readonly [string, string])[] = [
  ['quotes, brackets and signs', 'O\'Neil & "Sons" <Ops> \\ Co; 5% #7 @ {x} $1'],
  ['capitals within words', 'McDonald deLuca VanDyke'],
  ['letters with accents, composed and not', 'Zo\u00eb N\u00fa\u00f1ez Ande\u0301'],
  ['characters beyond the basic plane', 'Robin \u{1f600} Sample \u{20bb7} End'],
  ['letters of other scripts', 'Anna \u041f\u0435\u0442\u0440 \u6771\u4eac End'],
]

const places = {
  zeros: [
    { city: 'Holtsville', state: 'NY', zip: '00501' },
    { city: 'Boston', state: 'MA', zip: '02133' },
  ],
  nineDigits: [
    { city: 'Boston', state: 'MA', zip: '02133-0042' },
    { city: 'Austin', state: 'TX', zip: '78701-1230' },
  ],
  // A service that takes the first two letters of these state names gets wrong state codes.
  stateNames: [
    { city: 'Juneau', state: 'Alaska', zip: '99801' },
    { city: 'Austin', state: 'Texas', zip: '78701' },
  ],
  countries: [{ country: 'us' }, { country: 'Us' }],
} as const
const unusualCodes = [
  ['ZIP codes that begin with zeros', places.zeros],
  ['ZIP codes of nine digits', places.nineDigits],
  ['states by their names', places.stateNames],
  ['countries in lower case', places.countries],
] as const

/** Returns shipments with unusual names, streets and cities, or with unusual forms of ZIP codes, states and countries. */
export function makeTextShipments(t: RuleContext): readonly TextShipment[] {
  const { from, to } = t.profile.addresses
  const makeShipment = (
    what: string,
    [name, street1, city]: readonly [string, string, string],
  ): TextShipment => ({
    what,
    shipment: { from: { ...from, name, street1, city }, to: { ...to, name, street1, city } },
  })
  return [
    makeShipment('a name and a city of 1 character', ['Q', to.street1, 'Q']),
    ...[36, 61, 201, 500].map((length) =>
      makeShipment(`texts of ${length} characters`, [
        makeTextOfLength(length),
        makeTextOfLength(length, '12 '),
        makeTextOfLength(length),
      ]),
    ),
    ...unusualCharacters.map(([what, text]) => makeShipment(what, [text, `12 ${text}`, text])),
    ...unusualCodes.map(([what, [sender, recipient]]) => ({
      what,
      shipment: { from: { ...from, ...sender }, to: { ...to, ...recipient } },
    })),
  ]
}

/**
 * Returns the address parts (name, street, city) that a label shows exactly as sent in a shipment with usual texts. A
 * service may spell the other parts as the carrier does.
 */
export function findPartsShownExactly(sent: TextShipment['shipment'], label: Fields): ReadonlySet<string> {
  return new Set(
    partNames.filter((part) =>
      listSentAndShownTexts(sent, label, part).every(({ given, shown }) => shown === given),
    ),
  )
}

function listSentAndShownTexts(
  { from, to }: TextShipment['shipment'],
  label: Fields,
  part: (typeof partNames)[number],
) {
  return addressFields.map((place) => {
    const address = label.object(place)
    const shown = fieldsOfPart[part].map((name) => address.raw(name)).find((value) => value !== undefined)
    return { place, given: String((place === 'from_address' ? from : to)[part]), shown }
  })
}

const toAscii = (text: string): string => text.normalize('NFD').replace(/[^\x20-\x7e]/g, '')

/** For each part: a function that returns true if a shown value means the same as the value that was sent, in whatever form. */
const regionComparers = {
  zip: (shown: unknown, given: string) =>
    toComparableForm(shown).startsWith(toComparableForm(given).slice(0, 5)),
  state: isSameState,
  country: isSameCountry,
}
const regionParts = ['zip', 'state', 'country'] as const

/** A text that a label shows differently from what was sent. */
interface AlteredText {
  readonly given: string
  readonly actual: string
  readonly answer: Answer | undefined
}

const describeAlteration = (
  answer: Answer | undefined,
  { place, part, given, shown }: Readonly<Record<'place' | 'part' | 'given', string>> & { shown: unknown },
): AlteredText => ({
  given: `${place}.${part} ${showValue(given)}`,
  actual: `${place}.${part} ${showValue(shown)}`,
  answer,
})

/**
 * Returns the first ZIP code, state or country that a label shows differently from what was sent; else undefined. A
 * service that shows all nine digits of one ZIP code must do so for all.
 */
function findAlteredRegion(
  { from, to }: TextShipment['shipment'],
  labels: readonly Fields[],
): AlteredText | undefined {
  const all = labels.flatMap((label) =>
    addressFields.flatMap((place) =>
      regionParts.map((part) => {
        const given = String((place === 'from_address' ? from : to)[part])
        return { label, place, part, given, shown: label.object(place).raw(part) }
      }),
    ),
  )
  const hasAllDigits = ({ shown, given }: { readonly shown: unknown; readonly given: string }): boolean =>
    toComparableForm(shown).startsWith(toComparableForm(given))
  const zips = all.filter(({ part, given }) => part === 'zip' && given.length > 5)
  const cut = zips.some(hasAllDigits) ? zips.find((zip) => !hasAllDigits(zip)) : undefined
  // A missing part is no failure here, because other rules check that each part of an address is present.
  const other = all.find(
    ({ part, given, shown }) =>
      shown !== undefined && shown !== null && !(isText(shown) && regionComparers[part](shown, given)),
  )
  const wrong = other ?? cut
  return wrong && describeAlteration(wrong.label.answer, wrong)
}

/**
 * Returns the first text that a label shows differently from what was sent; undefined if there is none. A service that
 * shows one text with accents or other scripts exactly must do so for all.
 */
export function findAlteredText(
  sent: TextShipment['shipment'],
  labels: readonly Fields[],
  kept: ReadonlySet<string>,
): AlteredText | undefined {
  const all = labels.flatMap((label) =>
    partNames.flatMap((part) =>
      listSentAndShownTexts(sent, label, part).map((each) => ({ ...each, label, part })),
    ),
  )
  // A service may join a letter and its accent to one character (NFC), but not split them into two.
  const isExact = (shown: unknown, given: string): boolean =>
    shown === given || shown === given.normalize('NFC')
  const keepsAll = all.some(({ given, shown }) => toAscii(given) !== given && isExact(shown, given))
  const wrong = all.find(({ part, given, shown }) => {
    if (isExact(shown, given)) return false
    if (!isText(shown)) return true
    if (!kept.has(part))
      return part === 'street1'
        ? !isSameStreet(shown, given)
        : toComparableForm(shown) !== toComparableForm(given)
    return keepsAll || toAscii(shown).replace(/[ ?]+/g, ' ') !== toAscii(given).replace(/[ ?]+/g, ' ')
  })
  return wrong ? describeAlteration(wrong.label.answer, wrong) : findAlteredRegion(sent, labels)
}

/** Returns true if a response has a status from 400 to 499. A service may refuse requests with unusual texts. */
export const isTextRefusal = ({ status }: Answer): boolean => status >= 400 && status < 500
