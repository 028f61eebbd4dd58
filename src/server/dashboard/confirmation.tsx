import { ActionForm } from './action-form.tsx'
import type { FormValues, PageRequest, PageView, Question } from './page.ts'

/** A submitted form whose action waits for a confirmation. */
export interface FormToConfirm extends Question {
  readonly action: string
  readonly values: FormValues
}

/** Renders the page that asks before an action that cannot be undone: the question, what is lost, and two choices. */
export function renderConfirmation(page: PageRequest, form: FormToConfirm): PageView {
  const { action, values, question, button } = form
  const [title = '', consequence = ''] = question.split(/(?<=\?) /)
  return {
    title,
    body: (
      <>
        {consequence === '' ? null : <p>{consequence}</p>}
        <div class="row">
          <ActionForm
            page={page}
            action={action}
            submit={button}
            kind="danger"
            values={values}
            layout="inline"
            hasFile={'file' in values}
          >
            <input type="hidden" name="confirmed" value="yes" />
          </ActionForm>
          <a href={page.address}>Cancel</a>
        </div>
      </>
    ),
  }
}
