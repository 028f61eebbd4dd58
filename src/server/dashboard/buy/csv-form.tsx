import { refuseField } from '../../../simulator/requests/json-body.ts'
import { Choice, FileField } from '../../pages/components/field.tsx'
import { ActionForm, fieldOf } from '../action-form.tsx'
import type { PageAction, PageProps } from '../page.ts'
import { KeyChoice } from '../service/key-choice.tsx'
import { idIn, purchaseStarted } from './buy-actions.ts'
import { inCsv, itemsInCsv, templateCsv } from './csv.ts'
import { presetAddress, presetOptions, senderPreset } from './presets.ts'

/** Makes a batch of the rows of a file, and buys it. */
export const buyCsv: PageAction = {
  call: ({ csv = '', from, key = '' }) => {
    if (csv === '') return refuseField('csv', 'Choose a CSV file that is not empty')
    return [
      { call: 'POST /v1/batches', keyId: key, body: { items: itemsInCsv(csv, presetAddress(from)) } },
      (batch) => ({ call: `POST /v1/batches/${idIn(batch)}/buy`, keyId: key }),
    ]
  },
  inForm: (problem, { csv = '' }) => inCsv(problem, csv),
  message: () => purchaseStarted,
  next: (_, response) => `batches/${idIn(response)}`,
}

/** Renders the form that makes a batch of a file, with a file to fill in. */
export function CsvForm({ page }: PageProps) {
  return (
    <ActionForm
      page={page}
      action="csv"
      submit="Buy the batch"
      kind="main"
      hasFile
      sample={{ csv: templateCsv().split('\r\n', 2).join('\n') }}
    >
      <FileField
        {...fieldOf(page, 'csv', 'csv')}
        label="CSV file"
        accept=".csv,text/csv"
        hint={
          <>
            <a href={`${page.path}/template.csv`} download="drydock-batch.csv">
              Template
            </a>
            : a row for each label, the price in dollars
          </>
        }
      />
      <Choice
        {...{ value: senderPreset, ...fieldOf(page, 'csv', 'from') }}
        label="From"
        options={presetOptions}
      />
      <KeyChoice page={page} action="csv" />
    </ActionForm>
  )
}
