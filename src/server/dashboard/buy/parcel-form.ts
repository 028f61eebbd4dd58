import presetFile from '../../../../fixtures/addresses/presets.json' with { type: 'json' }
import type { AddressBody } from '../../../simulator/bodies/addresses.ts'
import { magicCodes } from '../../../simulator/requests/magic.ts'
import { carrierNames } from '../../../simulator/specification/model.ts'
import { parseFormNumber } from '../form.ts'
import type { FormValues } from '../page.ts'

/** The fields of an address in a request body. */
export type SentAddress = Readonly<Record<string, string>>

/** The example addresses that forms offer, with titles. The first is a deliverable home, the second a business. */
export const addressPresets: readonly {
  readonly id: string
  readonly title: string
  readonly address: SentAddress
}[] = presetFile

/** The options of a form field from which users choose an example address. */
export const presetOptions = addressPresets.map(({ id, title }) => [id, title] as const)

/** The id of the example address from which forms send by default. */
export const senderPresetId = addressPresets[1]?.id ?? ''

/** Returns the example address with an id, or the first one if the id is unknown. */
export function findPresetAddress(id: string | undefined): SentAddress {
  const found = addressPresets.find((preset) => preset.id === id) ?? addressPresets[0]
  return removeEmptyFields(found?.address ?? {})
}

export function removeEmptyFields(fields: SentAddress): SentAddress {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
}

/**
 * The outcomes that a form offers: a magic value without `sim:`, and a description. The description begins with the
 * name of the button whose request then fails.
 */
export const outcomeOptions: readonly (readonly [outcome: string, text: string])[] = [
  ['', 'It succeeds'],
  ...magicCodes.validation.map((code) => [code, `Validate: ${code}`] as const),
  ...magicCodes.rates.map((code) => [code, `Get rates: ${code}`] as const),
  ...carrierNames.map((name) => [`carrier=${name}:down`, `Get rates: ${name} is down`] as const),
  ...carrierNames.map((name) => [`carrier=${name}:timeout`, `Get rates: ${name} is too slow`] as const),
  ...magicCodes.purchase.map((code) => [code, `Buy: ${code}`] as const),
]

/** Returns the error code that a magic value in a recipient's name causes at a purchase; undefined if there is none. */
export function findPurchaseErrorCode(name: unknown): string | undefined {
  const [, code] = /\bsim:([A-Z_.]+)/.exec(typeof name === 'string' ? name : '') ?? []
  if (code === 'ADDRESS.VALIDATION.FAILED') return 'LABEL.ADDRESS.UNDELIVERABLE'
  return magicCodes.purchase.find((each) => each === code)
}

/**
 * The address fields that users can type instead of those of the example address, with their labels. A form field is
 * named by its path in the request body, such as `to_address.zip`.
 */
export const addressFields = {
  name: 'Name',
  company: 'Company',
  street1: 'Street',
  street2: 'Second line',
  city: 'City',
  state: 'State',
  zip: 'ZIP',
  country: 'Country',
} as const

/** The form fields for the measures of a parcel: the text beside the field, the unit and the initial value. */
export const parcelFields = {
  weight_oz: ['Weight', 'oz', '24'],
  length: ['Length', 'in', '10'],
  width: ['Width', 'in', '8'],
  height: ['Height', 'in', '4'],
} as const

/**
 * Returns the recipient that a form describes: the example address, changed by the typed fields. A chosen outcome is a
 * magic value in the name.
 */
export function readRecipient(values: FormValues): SentAddress {
  const typed = Object.fromEntries(
    Object.keys(addressFields).map((name) => [name, values[`to_address.${name}`] ?? '']),
  )
  const address = { ...findPresetAddress(values['to']), ...removeEmptyFields(typed) }
  const { outcome = '' } = values
  return outcome === '' ? address : { ...address, name: `${address['name'] ?? ''} sim:${outcome}`.trim() }
}

/** Returns the body of `POST /v1/rates` for the values of a form. */
export function createRatesBody(values: FormValues) {
  const measures = Object.entries(parcelFields).map(([name, [, , byDefault]]) => [
    name,
    parseFormNumber(values[`parcel.${name}`] ?? byDefault),
  ])
  return {
    from_address: findPresetAddress(values['from'] ?? senderPresetId),
    to_address: readRecipient(values),
    parcel: Object.fromEntries(measures),
  }
}

/** Returns the query of a page URL that fills the form with these values. */
export function createFormQuery(values: FormValues, additions: FormValues = {}): URLSearchParams {
  const names = ['from', 'to', 'outcome', 'key', 'copies']
  const fields = Object.entries(values).filter(
    ([name, value]) => value !== '' && (names.includes(name) || /^(?:to_address|parcel)\./.test(name)),
  )
  return new URLSearchParams([...Object.entries(additions), ...fields])
}

/**
 * Returns the query of a page URL that fills the form with a suggested address. The recipient's name and the fields
 * outside the address stay unchanged.
 */
export function createSuggestionQuery(values: FormValues, address: AddressBody): URLSearchParams {
  const { name: _, ...fields } = address
  const typed = Object.entries(fields).map(([name, value]) => [`to_address.${name}`, value ?? ''])
  // A magic value that makes the validation fail is left out, because the service would refuse the suggested address as
  // well.
  const outcome = values['outcome']?.startsWith('ADDRESS.') ? '' : (values['outcome'] ?? '')
  return createFormQuery({ ...values, ...Object.fromEntries(typed), outcome })
}
