import { numberIn } from '../form.ts'
import type { FormValues } from '../page.ts'
import { presetAddress, type SentAddress, senderPreset, withoutEmpty } from './presets.ts'

/** The fields of an address that replace those of its example, with their labels. */
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

/** The measures of a parcel: label, unit, and the value that a new form has. */
export const parcelFields = {
  weight_oz: ['Weight', 'oz', '24'],
  length: ['Length', 'in', '10'],
  width: ['Width', 'in', '8'],
  height: ['Height', 'in', '4'],
} as const

/** The name of a field: its path in the body, as in a refusal. */
export const fieldName = (group: 'to_address' | 'parcel', name: string): string => `${group}.${name}`

/** Returns the recipient of a form: the example, what was typed instead, and the wished outcome as a magic word. */
export function recipientIn(values: FormValues): SentAddress {
  const typed = Object.fromEntries(
    Object.keys(addressFields).map((name) => [name, values[fieldName('to_address', name)] ?? '']),
  )
  const address = { ...presetAddress(values['to']), ...withoutEmpty(typed) }
  const { outcome = '' } = values
  return outcome === '' ? address : { ...address, name: `${address['name'] ?? ''} sim:${outcome}`.trim() }
}

/** Returns the body of `POST /v1/rates` for the values of a form. */
export function ratesBodyOf(values: FormValues) {
  const measures = Object.entries(parcelFields).map(([name, [, , usual]]) => [
    name,
    numberIn(values[fieldName('parcel', name)] ?? usual),
  ])
  return {
    from_address: presetAddress(values['from'] ?? senderPreset),
    to_address: recipientIn(values),
    parcel: Object.fromEntries(measures),
  }
}

/** Returns the query that fills the form again with these values. */
export function queryOf(values: FormValues, more: FormValues): URLSearchParams {
  const names = ['from', 'to', 'outcome', 'key', 'copies']
  const fields = Object.entries(values).filter(
    ([name, value]) => value !== '' && (names.includes(name) || /^(?:to_address|parcel)\./.test(name)),
  )
  return new URLSearchParams([...Object.entries(more), ...fields])
}
