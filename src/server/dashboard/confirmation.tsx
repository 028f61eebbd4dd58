import { ActionForm } from './action-form.tsx'
import type { FormValues, PageRequest, PageView } from './page.ts'

/** A submitted form that asks first. */
export interface AskingForm {
  readonly action: string
  readonly values: FormValues
  /** The question. */
  readonly asks: string
  /** The text of its button. */
  readonly verb: string
}

/** Asks before an action that cannot be undone. Only a browser without script comes here: script asks in a dialog. */
export function confirmationView(page: PageRequest, { action, values, asks, verb }: AskingForm): PageView {
  return {
    title: asks,
    body: (
      <div class="row">
        <ActionForm page={page} action={action} submit={verb} kind="danger" values={values} />
        <a href={page.address}>Cancel</a>
      </div>
    ),
  }
}
