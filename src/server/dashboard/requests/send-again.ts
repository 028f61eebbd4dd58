import type { Context } from '../../../simulator/accounts/context.ts'
import { refuseField } from '../../../simulator/requests/json-body.ts'
import { failNotFound } from '../../http/not-found.ts'
import type { ServiceCall } from '../control-call.ts'
import type { Actions } from '../page.ts'

/** The log cuts a long body and ends it so. */
const cutMark = /… \(\d+ characters in all\)$/

/** The actions of a request's page: they send it again, as it was or changed. */
export const sendActions: Actions = {
  again: {
    call: ({ request = '' }, account) => {
      const { method, path, keyId, requestBody } =
        account.requestLog.find(request) ??
        failNotFound('request', request, 'The log keeps the latest 1,000.')
      return callOf(account, { method, path, key: keyId ?? '', body: requestBody ?? '' })
    },
    message: (_, response) => `It was sent again. The service responded with ${Object(response).status}.`,
    next: (_, response) => `requests/${Object(response).requestId}`,
  },
  send: {
    call: ({ method = '', path = '', key = '', body = '' }, account) =>
      callOf(account, { method, path, key, body }),
    message: (_, response) => `It was sent. The service responded with ${Object(response).status}.`,
    next: (_, response) => `requests/${Object(response).requestId}`,
  },
}

interface Wanted {
  readonly method: string
  readonly path: string
  /** The id of its key; empty for none. */
  readonly key: string
  readonly body: string
}

function callOf(account: Context, { method, path, key, body }: Wanted): ServiceCall {
  if (!/^[A-Z]+$/.test(method))
    return refuseField('method', `must be a method such as GET; it is "${method}"`)
  if (!/^\/v1[\x21-\x7e]*$/.test(path))
    return refuseField('path', `must begin with /v1 and have no spaces; it is "${path}"`)
  if (cutMark.test(body)) return refuseField('body', 'is longer than the log keeps. Send it with your client')
  if (key !== '' && !account.state.keys.has(key)) return refuseField('key', 'is gone. Choose another one')
  return {
    call: `${method} ${path}` as ServiceCall['call'],
    keyId: key,
    body: body === '' ? undefined : body,
    acceptsAll: true,
  }
}
