import presetFile from '../../../../fixtures/addresses/presets.json' with { type: 'json' }

/** An address in the form in which clients send it. */
export type SentAddress = Readonly<Record<string, string>>

/** An example address, with a title that says what it is an example of. */
interface AddressPreset {
  readonly id: string
  readonly title: string
  readonly address: SentAddress
}

/** The example addresses of the forms. The first is a deliverable home, the second a business. */
export const addressPresets: readonly AddressPreset[] = presetFile

/** The example addresses as options of a form's field. */
export const addressPresetOptions = addressPresets.map(({ id, title }) => [id, title] as const)

/** Returns the example address with an id, or the first one if the id is unknown. */
export function findPresetAddress(id: string | undefined): SentAddress {
  const found = addressPresets.find((preset) => preset.id === id) ?? addressPresets[0]
  return removeEmptyFields(found?.address ?? {})
}

/** The id of the example address from which forms send by default. */
export const senderPresetId = addressPresets[1]?.id ?? ''

/** Returns an address without its empty fields. */
export function removeEmptyFields(fields: SentAddress): SentAddress {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
}
