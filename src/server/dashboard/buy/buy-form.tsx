import { Choice, TextField } from '../../pages/components/field.tsx'
import { ActionForm, readFieldOrQuery } from '../action-form.tsx'
import type { PageProps } from '../page.ts'
import { KeyChoice } from '../service/key-choice.tsx'
import { outcomeOptions } from './outcomes.ts'
import { addressFields, bodyFieldName, parcelFields } from './parcel-form.ts'
import { addressPresetOptions, senderPresetId } from './presets.ts'

/** Renders the form that gets rates, or only validates the recipient. Its values come from the page's URL. */
export function BuyForm({ page }: PageProps) {
  const field = (name: string, byDefault?: string) => readFieldOrQuery(page, 'ask', name, byDefault)
  const { magic } = page.context.settings
  return (
    <ActionForm
      page={page}
      action="ask"
      submit="Get rates"
      kind="main"
      layout="parcel-form"
      values={page.query.has('copies') ? { copies: page.query.get('copies') ?? '' } : {}}
      second={{ name: 'op', value: 'validate', submit: 'Validate the address only' }}
      sample={Object.fromEntries(page.query)}
    >
      <Choice {...field('from', senderPresetId)} label="From" options={addressPresetOptions} />
      <Choice {...field('to')} label="To" options={addressPresetOptions} />
      <TypedAddress page={page} />
      <div class="measures">
        {Object.entries(parcelFields).map(([name, [label, unit, byDefault]]) => (
          <TextField
            {...field(bodyFieldName('parcel', name), byDefault)}
            label={label}
            note={unit}
            type="number"
            isFraction
          />
        ))}
      </div>
      <Choice
        {...field('outcome')}
        label="Outcome"
        options={magic ? outcomeOptions : outcomeOptions.slice(0, 1)}
        hint={
          magic
            ? 'An error acts on the button that it names.'
            : 'Magic values are off, so no other outcome can be chosen.'
        }
      />
      <KeyChoice page={page} action="ask" />
    </ActionForm>
  )
}

/** Renders the fields of an address, each of which replaces a field of the chosen recipient. */
function TypedAddress({ page }: PageProps) {
  const { query, refused } = page
  const names = Object.keys(addressFields).map((name) => bodyFieldName('to_address', name))
  const isOpen = names.some((name) => query.get(name) || refused?.values[name] || refused?.errors.has(name))
  return (
    <details class="typed-address" open={isOpen}>
      <summary>Type another recipient</summary>
      <p class="hint">What you type replaces that field of the recipient above.</p>
      <div class="fields">
        {Object.entries(addressFields).map(([name, label]) => {
          return (
            <TextField {...readFieldOrQuery(page, 'ask', bodyFieldName('to_address', name))} label={label} />
          )
        })}
      </div>
    </details>
  )
}
