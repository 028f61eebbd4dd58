import { ActionForm } from './action-form.tsx'
import type { FormValues, PageRequest, PageView, Question } from './page.ts'

/** A submitted form that asks first. */
export interface AskingForm extends Question {
  readonly action: string
  readonly values: FormValues
}

/**
 * Asks before an action that cannot be undone. Script asks a question of the form in a dialog instead, so only a
 * question that depends on the values leads here with script.
 */
export function confirmationView(page: PageRequest, { action, values, asks, verb }: AskingForm): PageView {
  return {
    title: asks,
    body: (
      <div class="row">
        <ActionForm
          page={page}
          action={action}
          submit={verb}
          kind="danger"
          values={values}
          layout="inline"
          hasFile={'file' in values}
        >
          <input type="hidden" name="confirmed" value="yes" />
        </ActionForm>
        <a href={page.address}>Cancel</a>
      </div>
    ),
  }
}
