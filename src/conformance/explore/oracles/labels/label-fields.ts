import { hasOffset, readTimestamp } from '../../../http/fields.ts'
import {
  isSameCountry,
  isSameName,
  isSameState,
  isSameStreet,
  isText,
  toComparableForm,
} from '../../../rules/support/addresses/address-comparison.ts'
import type { StatementId } from '../../../section.ts'
import { clockToleranceMs } from '../../durations.ts'
import { isUrl, objectIn, textIn } from '../../response-fields.ts'
import type { CallStep } from '../../step.ts'
import type { Checks } from '../oracle.ts'

type Plain = Readonly<Record<string, unknown>>

interface Bought {
  readonly purchase: Plain
  readonly step: CallStep
  readonly others: readonly {
    readonly id: string
    readonly number: string | undefined
    readonly bought: string
  }[]
  /** True if the account's clock is controlled, so that its time is known. */
  readonly isControlled: boolean
}

/** Checks that a new label has every field, a unique id and the environment of its key. */
export function checkPurchasedLabel(checks: Checks, bought: Bought): void {
  const { purchase, step, others, isControlled } = bought
  const isTest = step.key.environment === 'test'
  const why = `the label was bought with a ${step.key.environment} key`
  const checkField = (statement: StatementId, name: string, what: string, holds: boolean): boolean =>
    checks.field(statement, [name, purchase[name]], holds, `to be ${what}`, why)
  const id = textIn(purchase, 'id')
  const number = textIn(purchase, 'tracking_number') ?? ''
  checkField('RESOURCES-51', 'id', 'a text that begins with lbl_', id?.startsWith('lbl_') === true)
  checkField('RESOURCES-53', 'tracking_number', 'a text', number !== '')
  const url = textIn(purchase, 'label_url') ?? ''
  checkField('RESOURCES-55', 'label_url', 'an http or https URL', isUrl(url))
  checkField('RESOURCES-58', 'rate_cents', 'a whole number', Number.isSafeInteger(purchase['rate_cents']))
  const left = purchase['wallet_balance_after_cents']
  checkField('RESOURCES-63', 'wallet_balance_after_cents', 'a whole number', Number.isSafeInteger(left))
  if (isTest) {
    checkField('RESOURCES-61', 'sandbox', 'true', purchase['sandbox'] === true)
    checkField('SERVICE-28', 'tracking_number', 'a number that begins with 9999', number.startsWith('9999'))
    const isSample = /\/v1\/sandbox\/labels\/./.test(url)
    checkField('SERVICE-29', 'label_url', 'a URL under /v1/sandbox/labels/', isSample)
  } else {
    checkField('RESOURCES-62', 'sandbox', 'false', purchase['sandbox'] === false)
    const isSample = /\/v1\/sandbox\//.test(url)
    checkField('AUTHENTICATION-2', 'label_url', 'no sample of the sandbox', !isSample)
  }
  const twin = others.find((each) => each.id === id)
  checks.that('RESOURCES-52', twin === undefined, () => ({
    expected: 'a unique id',
    seen: `id ${id}`,
    why: `the label that was bought at ${twin?.bought} has the same id`,
  }))
  // Sandbox labels may share a tracking number. A real number identifies one parcel.
  const namesake = isTest ? undefined : others.find((each) => each.number === number)
  checks.that('RESOURCES-53', namesake === undefined, () => ({
    expected: 'a unique tracking_number: the label is real',
    seen: `tracking_number ${number}`,
    why: `the label that was bought at ${namesake?.bought} has the same tracking number`,
  }))
  const created = purchase['created_at']
  if (created !== undefined) {
    const isTime = readTimestamp(created) !== undefined
    const form = 'to be an ISO 8601 timestamp'
    checks.field('CONVENTIONS-6', ['created_at', created], isTime, form, 'timestamps are ISO 8601 texts')
  }
  if (isControlled) checkCreationTime(checks, purchase, { bought: step.id, boughtAtMs: step.atMs })
  for (const place of ['from_address', 'to_address'] as const) checkCompleteAddress(checks, purchase, place)
}

/** Checks that a label was created at its purchase, by the clock of the account. */
export function checkCreationTime(
  checks: Checks,
  label: Plain,
  { bought, boughtAtMs }: { readonly bought: string; readonly boughtAtMs: number },
): void {
  const text = textIn(label, 'created_at')
  // A time without an offset may be the local time of the service.
  const atMs = hasOffset(text) ? readTimestamp(text) : undefined
  if (atMs === undefined) return
  const isNear = Math.abs(atMs - boughtAtMs) <= clockToleranceMs
  const expected = `about ${new Date(boughtAtMs).toISOString()}`
  checks.field(
    'RESOURCES-67',
    ['created_at', text],
    isNear,
    expected,
    `the label was bought at this time, in step ${bought}`,
  )
}

type Place = 'from_address' | 'to_address'

/** The numbers of the statements of the specification about each part of an address, in the order of `addressParts`. */
const completeness = {
  from_address: [7, 9, 11, 13, 15, 17, 19, 21],
  to_address: [8, 10, 12, 14, 16, 18, 20, 22],
} as const

export const addressParts = ['name', 'street', 'city', 'state', 'zip', 'country', 'phone', 'email'] as const

/** Requests carry no phone number or email address, so a label may have none. */
const mayBeNull: ReadonlySet<string> = new Set(['phone', 'email'])

/** Checks that an address of a new label has all its parts. */
function checkCompleteAddress(checks: Checks, purchase: Plain, place: Place): void {
  const address = objectIn(purchase, place)
  checks.field(
    place === 'from_address' ? 'RESOURCES-65' : 'RESOURCES-66',
    [place, purchase[place]],
    address !== undefined,
    'to be an object',
    'a purchase returns complete addresses',
  )
  if (address === undefined) return
  for (const [index, part] of addressParts.entries()) {
    const shown = readAddressPart(address, part)
    const holds = isText(shown) || (mayBeNull.has(part) && (shown === null || shown === ''))
    checks.that(`RESOURCES-${completeness[place][index] ?? 7}`, holds, () => ({
      expected: `${place}.${part}`,
      seen: JSON.stringify(shown) ?? `an address with ${Object.keys(address).join(', ')}`,
      why: 'the addresses of a label are complete',
    }))
  }
}

/** Reads a part of an address in a response. The field of the street may have one of two names. */
export function readAddressPart(address: Plain, part: string): unknown {
  if (part !== 'street') return address[part]
  return isText(address['street']) ? address['street'] : address['street1']
}

/** The parts of an address, the fields of the request that state them, and functions that compare their spellings. */
const parts = [
  ['name', 'name', isSameName],
  ['street', 'street1', isSameStreet],
  ['city', 'city', (shown, given) => toComparableForm(shown) === toComparableForm(given)],
  ['state', 'state', isSameState],
  ['zip', 'zip', (shown, given) => toComparableForm(shown).startsWith(toComparableForm(given).slice(0, 5))],
  ['country', 'country', isSameCountry],
] as const satisfies readonly (readonly [string, string, (shown: unknown, given: string) => boolean])[]

/** Signs of a wrongly encoded text: entities, doubled quotes, lost letters. */
const garbles = [/&(?:amp|quot|apos|lt|gt|#x?[\da-f]+);/i, /''/, /[?\uFFFD]/]

/** Returns true if a shown text has signs of a wrong encoding that the requested text does not have. */
function isGarbled(shown: string, requested: string): boolean {
  return garbles.some((garble) => garble.test(shown) && !garble.test(requested))
}

/** Checks that a label has the requested address, in any spelling that a carrier may use. */
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
    const written = readAddressPart(shown, part)
    return isText(wanted) && (!isAlike(written, wanted) || isGarbled(String(written), wanted))
  })
  const [part = '', field = ''] = wrong ?? []
  checks.field(
    'RESOURCES-47',
    [`${place}.${part}`, readAddressPart(shown, part)],
    wrong === undefined,
    `${JSON.stringify(given[field])}, as given for the quote`,
    why,
  )
}
