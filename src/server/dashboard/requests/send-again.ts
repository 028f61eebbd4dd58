import type { Context } from '../../../simulator/accounts/context.ts'
import { refuseField } from '../../../simulator/requests/json-body.ts'
import { failNotFound } from '../../http/not-found.ts'
import type { ServiceCall } from '../control-call.ts'
import type { Actions } from '../page.ts'

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

interface RequestToSend {
  readonly method: string
  readonly path: string
  /** The id of the key to send with; empty for none. */
  readonly key: string
  readonly body: string
}

/** Returns the call that sends a request. Throws VALIDATION.FIELD.INVALID for a field that cannot be sent. */
function createServiceCall(account: Context, { method, path, key, body }: RequestToSend): ServiceCall {
  if (!/^[A-Z]+$/.test(method))
    return refuseField('method', `must be a method such as GET; it is "${method}"`)
  if (!/^\/v1[\x21-\x7e]*$/.test(path))
    return refuseField('path', `must begin with /v1 and have no spaces; it is "${path}"`)
  if (cutBodyEnd.test(body))
    return refuseField('body', 'is longer than the log keeps. Send it with your client')
  if (key !== '' && !account.state.keys.has(key)) return refuseField('key', 'is gone. Choose another one')
  return {
    call: `${method} ${path}` as ServiceCall['call'],
    keyId: key,
    body: body === '' ? undefined : body,
    acceptsAll: true,
  }
}
