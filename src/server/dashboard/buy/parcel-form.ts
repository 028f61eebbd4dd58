import type { AddressBody } from '../../../simulator/bodies/addresses.ts'
import { parseFormNumber } from '../form.ts'
import type { FormValues } from '../page.ts'
import { findPresetAddress, removeEmptyFields, type SentAddress, senderPresetId } from './presets.ts'

/** The fields of the recipient that replace those of the example address, with their labels. */
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

/** The measures of a parcel: label, unit, and the value in a new form. */
export const parcelFields = {
  weight_oz: ['Weight', 'oz', '24'],
  length: ['Length', 'in', '10'],
  width: ['Width', 'in', '8'],
  height: ['Height', 'in', '4'],
} as const

/** Returns the name of a form's field, which is its path in the body of the request. */
export const bodyFieldName = (group: 'to_address' | 'parcel', name: string): string => `${group}.${name}`

/** Returns the recipient of a form: the example address, with the typed fields, and the outcome as a magic value in the name. */
export function readRecipient(values: FormValues): SentAddress {
  const typed = Object.fromEntries(
    Object.keys(addressFields).map((name) => [name, values[bodyFieldName('to_address', name)] ?? '']),
  )
  const address = { ...findPresetAddress(values['to']), ...removeEmptyFields(typed) }
  const { outcome = '' } = values
  return outcome === '' ? address : { ...address, name: `${address['name'] ?? ''} sim:${outcome}`.trim() }
}

/** Returns the body of `POST /v1/rates` for the values of a form. */
export function createRatesBody(values: FormValues) {
  const measures = Object.entries(parcelFields).map(([name, [, , byDefault]]) => [
    name,
    parseFormNumber(values[bodyFieldName('parcel', name)] ?? byDefault),
  ])
  return {
    from_address: findPresetAddress(values['from'] ?? senderPresetId),
    to_address: readRecipient(values),
    parcel: Object.fromEntries(measures),
  }
}

/** Returns the query with which the page fills the form with these values. */
export function createFormQuery(values: FormValues, more: FormValues = {}): URLSearchParams {
  const names = ['from', 'to', 'outcome', 'key', 'copies']
  const fields = Object.entries(values).filter(
    ([name, value]) => value !== '' && (names.includes(name) || /^(?:to_address|parcel)\./.test(name)),
  )
  return new URLSearchParams([...Object.entries(more), ...fields])
}

/** Returns the query that fills the form with a suggested address. The name and the other fields stay as they were. */
export function createSuggestionQuery(values: FormValues, address: AddressBody): URLSearchParams {
  const { name: _, ...fields } = address
  const typed = Object.entries(fields).map(([name, value]) => [
    bodyFieldName('to_address', name),
    value ?? '',
  ])
  // With a magic value for the address check, the service would refuse the suggestion as well.
  const outcome = values['outcome']?.startsWith('ADDRESS.') ? '' : (values['outcome'] ?? '')
  return createFormQuery({ ...values, ...Object.fromEntries(typed), outcome })
}
