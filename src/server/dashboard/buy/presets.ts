import presetFile from '../../../../fixtures/addresses/presets.json' with { type: 'json' }

/** An address in the form in which clients send it. */
export type SentAddress = Readonly<Record<string, string>>

/** An address for trials, and what it is an example of. */
interface Preset {
  readonly id: string
  readonly title: string
  readonly address: SentAddress
}

/** The addresses that a form offers; the first is a deliverable home, the second a business. */
export const presets: readonly Preset[] = presetFile

/** The addresses as options of a form. */
export const presetOptions = presets.map(({ id, title }) => [id, title] as const)

/** Returns an address without its empty fields; the first one for an unknown id. */
export function presetAddress(id: string | undefined): SentAddress {
  const found = presets.find((preset) => preset.id === id) ?? presets[0]
  return withoutEmpty(found?.address ?? {})
}

export const senderPreset = presets[1]?.id ?? ''

/** Removes the fields that were left empty. */
export function withoutEmpty(fields: SentAddress): SentAddress {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
}
