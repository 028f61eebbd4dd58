import type { Context } from '../../../simulator/accounts/context.ts'
import { refuseField } from '../../../simulator/requests/json-body.ts'
import type { LoggedRequest } from '../../../simulator/requests/request-log.ts'
import { failNotFound } from '../../http/not-found.ts'
import { Choice, indentJson, TextArea, TextField } from '../../pages/components.ts'
import { ActionForm, readRefusedField } from '../action-form.tsx'
import { readQuote } from '../buy/buy-actions.ts'
import type { ServiceCall } from '../control-call.ts'
import type { Actions, PageProps } from '../page.ts'
import { listKeyOptions } from '../service/keys-to-send.ts'

/** The end of a body that the request log has cut. */
const cutBodyEnd = /… \(\d+ characters in all\)$/

/** The actions that send a logged request again, unchanged or edited. */
export const sendActions: Actions = {
  again: {
    call: ({ request = '' }, account) => {
      const { method, path, keyId, requestBody } =
        account.requestLog.find(request) ??
        failNotFound('request', request, 'The log keeps the latest 1,000.')
      return createServiceCall(account, { method, path, key: keyId ?? '', body: requestBody ?? '' })
    },
    message: (_, response) =>
      `The request was sent again. The service responded with ${Object(response).status}.`,
    next: (_, response) => `requests/${Object(response).requestId}`,
  },
  send: {
    call: ({ method = '', path = '', key = '', body = '' }, account) =>
      createServiceCall(account, { method, path, key, body }),
    message: (_, response) => `The request was sent. The service responded with ${Object(response).status}.`,
    next: (_, response) => `requests/${Object(response).requestId}`,
  },
}

/**
 * Returns the call that sends a request. The key is an id, or empty for none. Throws VALIDATION.FIELD.INVALID for a
 * field that cannot be sent.
 */
function createServiceCall(
  account: Context,
  { method, path, key, body }: Readonly<Record<'method' | 'path' | 'key' | 'body', string>>,
): ServiceCall {
  if (!/^[A-Z]+$/.test(method))
    return refuseField('method', `must be a method such as GET; it is "${method}"`)
  if (!/^\/v1[\x21-\x7e]*$/.test(path))
    return refuseField('path', `must begin with /v1 and have no spaces; it is "${path}"`)
  if (cutBodyEnd.test(body))
    return refuseField('body', 'is longer than the log keeps. Send it with your client')
  if (key !== '' && !account.state.keys.has(key))
    return refuseField('key', 'no longer exists. Choose another key')
  return {
    call: `${method} ${path}` as ServiceCall['call'],
    keyId: key,
    body: body === '' ? undefined : body,
    acceptsAll: true,
  }
}

/** Renders the form that edits a logged request and sends it. */
export function EditAndSendForm({ page, entry }: PageProps & { readonly entry: LoggedRequest }) {
  const { method, path, keyId, requestBody } = entry
  const { conceal } = page.server
  const readField = (name: string, value: string) => ({ value, ...readRefusedField(page, 'send', name) })
  const key = keyId ?? ''
  const sample = { method, path, key }
  const keys = [...listKeyOptions(page.context), ['', 'no key'] as const]
  const [, rateId] = /"rate_id"\s*:\s*"(rate_\w+)"/.exec(requestBody ?? '') ?? []
  const quote = readQuote(page.context, rateId)
  return (
    <details class="more" open={page.refused?.action === 'send'}>
      <summary>Edit and send</summary>
      {quote === undefined ? null : (
        <p>
          The rate is from <a href={page.href(`requests/${quote.entry.id}`)}>this request for rates</a>. Send
          it again to get new rates.
        </p>
      )}
      <ActionForm page={page} action="send" submit="Send" kind="main" layout="edit-form" sample={sample}>
        <div class="edit-line">
          <Choice {...readField('method', method)} label="Method" options={['GET', 'POST', 'DELETE']} />
          <TextField {...readField('path', conceal(path))} label="Path" isRequired />
          <Choice {...readField('key', key)} label="Key" options={keys} />
        </div>
        <TextArea {...readField('body', indentJson(conceal(requestBody ?? '')))} label="Body" rows={12} />
      </ActionForm>
    </details>
  )
}
