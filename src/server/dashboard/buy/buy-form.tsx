import { Choice, TextField } from '../../pages/components.ts'
import { ActionForm, KeyChoice, readFieldOrQuery } from '../action-form.tsx'
import type { PageProps } from '../page.ts'
import { addressFields, outcomeOptions, parcelFields, presetOptions, senderPresetId } from './parcel-form.ts'

/** Renders the form that gets rates, or only validates the recipient. Its values come from the page's URL. */
export function BuyForm({ page }: PageProps) {
  const readField = (name: string, byDefault?: string) => readFieldOrQuery(page, 'ask', name, byDefault)
  const measures = Object.entries(parcelFields).map(([name, [label, note, byDefault]]) => ({
    ...readField(`parcel.${name}`, byDefault),
    label,
    note,
  }))
  const { magic } = page.context.settings
  const outcomes = magic ? outcomeOptions : outcomeOptions.slice(0, 1)
  const hint = magic
    ? 'An error acts on the button that it names.'
    : 'Magic values are off, so no other outcome can be chosen.'
  const copies = page.query.get('copies')
  return (
    <ActionForm
      page={page}
      action="ask"
      submit="Get rates"
      kind="main"
      layout="parcel-form"
      values={copies === null ? {} : { copies }}
      second={{ name: 'op', value: 'validate', submit: 'Validate the address only' }}
      sample={Object.fromEntries(page.query)}
    >
      <Choice {...readField('from', senderPresetId)} label="From" options={presetOptions} />
      <Choice {...readField('to')} label="To" options={presetOptions} />
      <TypedAddress page={page} />
      <div class="measures">
        {measures.map((measure) => (
          <TextField {...measure} type="number" isFraction />
        ))}
      </div>
      <Choice {...readField('outcome')} label="Outcome" options={outcomes} hint={hint} />
      <KeyChoice page={page} action="ask" />
    </ActionForm>
  )
}

/** Renders the fields of an address, each of which replaces a field of the chosen recipient. */
function TypedAddress({ page }: PageProps) {
  const { query, refused } = page
  const fields = Object.entries(addressFields).map(([name, label]) => [`to_address.${name}`, label] as const)
  const isOpen = fields.some(
    ([name]) => query.get(name) || refused?.values[name] || refused?.errors.has(name),
  )
  return (
    <details class="typed-address" open={isOpen}>
      <summary>Type another recipient</summary>
      <p class="hint">What you type replaces that field of the recipient above.</p>
      <div class="fields">
        {fields.map(([name, label]) => (
          <TextField {...readFieldOrQuery(page, 'ask', name)} label={label} />
        ))}
      </div>
    </details>
  )
}
