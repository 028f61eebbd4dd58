import { refuseField } from '../../../simulator/requests/json-body.ts'
import { Choice, FileField } from '../../pages/components/field.tsx'
import { ActionForm, readRefusedField } from '../action-form.tsx'
import type { PageAction, PageProps } from '../page.ts'
import { KeyChoice } from '../service/key-choice.tsx'
import { batchPurchase, createAndBuyBatch } from './buy-actions.ts'
import { readCsvItems, toCsvProblem, writeTemplateCsv } from './csv.ts'
import { addressPresetOptions, findPresetAddress, senderPresetId } from './presets.ts'

/** Creates a batch with an item for each row of a CSV file, and buys it. */
export const buyCsv: PageAction = {
  ...batchPurchase,
  call: ({ csv = '', from, key = '' }) => {
    if (csv === '') return refuseField('csv', 'Choose a CSV file that is not empty')
    return createAndBuyBatch(key, { body: { items: readCsvItems(csv, findPresetAddress(from)) } })
  },
  inForm: (problem, { csv = '' }) => toCsvProblem(problem, csv),
}

/** Renders the form that buys the rows of a CSV file as a batch, with a link to a template. */
export function CsvForm({ page }: PageProps) {
  return (
    <ActionForm
      page={page}
      action="csv"
      submit="Buy the batch"
      kind="main"
      hasFile
      sample={{ csv: writeTemplateCsv().split('\r\n', 2).join('\n') }}
    >
      <FileField
        {...readRefusedField(page, 'csv', 'csv')}
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
        {...{ value: senderPresetId, ...readRefusedField(page, 'csv', 'from') }}
        label="From"
        options={addressPresetOptions}
      />
      <KeyChoice page={page} action="csv" />
    </ActionForm>
  )
}
