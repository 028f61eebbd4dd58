import type { LoggedRequest } from '../../../simulator/requests/request-log.ts'
import { Choice, TextArea, TextField } from '../../pages/components/field.tsx'
import { ActionForm, readRefusedField } from '../action-form.tsx'
import type { PageProps } from '../page.ts'
import { listKeyOptions } from '../service/keys-to-send.ts'
import { indentJson } from './bodies.tsx'

interface EditAndSendProps extends PageProps {
  readonly entry: LoggedRequest
}

/** Renders the form that edits a logged request and sends it. */
export function EditAndSendForm({ page, entry }: EditAndSendProps) {
  const { conceal } = page.server
  const field = (name: string, value: string) => ({ value, ...readRefusedField(page, 'send', name) })
  return (
    <details class="more" open={page.refused?.action === 'send'}>
      <summary>Edit and send</summary>
      <ActionForm
        page={page}
        action="send"
        submit="Send"
        kind="main"
        layout="edit-form"
        sample={{ method: entry.method, path: entry.path, key: entry.keyId ?? '' }}
      >
        <div class="edit-line">
          <Choice {...field('method', entry.method)} label="Method" options={['GET', 'POST', 'DELETE']} />
          <TextField {...field('path', conceal(entry.path))} label="Path" isRequired />
          <Choice
            {...field('key', entry.keyId ?? '')}
            label="Key"
            options={[...listKeyOptions(page.context), ['', 'no key']]}
          />
        </div>
        <TextArea {...field('body', indentJson(conceal(entry.requestBody ?? '')))} label="Body" rows={12} />
      </ActionForm>
    </details>
  )
}
