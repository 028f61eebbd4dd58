import type { Child } from 'hono/jsx'
import { findFirstKeys } from '../../simulator/accounts/accounts.ts'
import type { Context } from '../../simulator/accounts/context.ts'
import { refuseField } from '../../simulator/requests/json-body.ts'
import { ApiError } from '../../simulator/specification/errors.ts'
import { environments } from '../../simulator/specification/model.ts'
import { readForm } from '../dashboard/form.ts'
import type { FormValues } from '../dashboard/page.ts'
import { findFirstKeyId } from '../dashboard/service/keys-to-send.ts'
import { sendToService } from '../dashboard/service/send-request.ts'
import type { Session } from '../dashboard/session.ts'
import { dashboardBase } from '../dashboard-base.ts'
import type { HttpContext, ServerContext } from '../service/exchange.ts'
import type { ReferenceOperation } from './model/operations.ts'
import { createTryForm, findExistingId, readTryForm } from './model/try-form.ts'
import type { Reader } from './reader.ts'
import { type TriedOutcome, TryCard } from './views/try-it.tsx'

/** The server, and the session that checks the security tokens of forms. */
interface TryContext {
  readonly server: ServerContext
  readonly session: Session
}

/** A submitted form and its outcome. */
interface SubmittedForm {
  readonly values: FormValues
  readonly outcome: TriedOutcome
  readonly status: number
}

interface TryFormOptions {
  readonly operation: ReferenceOperation
  readonly reader: Reader
  readonly given?: SubmittedForm
}

/** Renders the form that sends a request of an operation; returns nothing if the simulator has no dashboard. */
export function renderTryForm(
  { server, session }: TryContext,
  http: HttpContext,
  { operation, reader, given }: TryFormOptions,
): Child {
  if (!reader.isControlled) return null
  const account = server.simulator.account(reader.account)
  const keyId = findFirstKeyId(account, 'test')
  return (
    <TryCard
      operation={operation}
      form={createTryForm(operation)}
      reader={reader}
      token={session.createFormToken(http, buildFormName(operation))}
      readInputText={({ name, example }) => given?.values[name] ?? findExistingId(example, account, keyId)}
      given={given}
    />
  )
}

function buildFormName({ name }: ReferenceOperation): string {
  return `try ${name}`
}

/** Sends the request of a submitted form to the service. */
export async function sendFormRequest(
  { server, session }: TryContext,
  http: HttpContext,
  operation: ReferenceOperation,
): Promise<SubmittedForm> {
  const values = await readForm(http)
  const { token, account: id = '', key = '' } = values
  if (!session.isOwnForm(http, buildFormName(operation), token)) {
    const message =
      'This form is from before a restart of the simulator, or from another site. Nothing was sent. Open the page again.'
    return { values, outcome: { message }, status: 422 }
  }
  try {
    const account = server.simulator.account(id)
    const { path, body } = readTryForm(operation, values)
    const sent = { method: operation.method, path, key: findFirstKey(account, key), body }
    const response = await sendToService(server, sent, true)
    return {
      values,
      outcome: { response, href: buildRequestHref(server, response.requestId), sent },
      status: 200,
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { values, outcome: { message: error.message }, status: 422 }
  }
}

/** Returns the account's first key of the chosen environment; empty for a request without a key. */
function findFirstKey(account: Context, chosen: string): string {
  if (chosen === 'none') return ''
  const environment = environments.find((each) => each === chosen)
  if (environment === undefined) return refuseField('key', `must be test, live or none; it is "${chosen}"`)
  return (
    findFirstKeys(account)[environment] ??
    refuseField(
      'key',
      `cannot be ${chosen}, because the account ${account.id} has no ${chosen} key. Choose another key`,
    )
  )
}

/** Returns the URL of a request's page in the dashboard. A request without a key belongs to the default account. */
function buildRequestHref({ simulator }: ServerContext, requestId: string): string | undefined {
  const account = simulator.accounts().find(({ requestLog }) => requestLog.find(requestId) !== undefined)
  return account === undefined ? undefined : `${dashboardBase}/${account.id}/requests/${requestId}`
}
