import type { Context } from '../../simulator/accounts/context.ts'
import type { ControlCallName } from '../../simulator/bodies/control/control-responses.ts'
import { Call } from '../../simulator/requests/call.ts'
import { buyBatch } from '../../simulator/resources/batches/batches.ts'
import { voidLabel } from '../../simulator/resources/labels/labels.ts'
import { fail } from '../../simulator/specification/errors.ts'
import type { Environment } from '../../simulator/specification/model.ts'
import { scopes } from '../../simulator/specification/scopes.ts'
import { quoted, tokenHeader } from '../command-line.ts'
import type { ControlRequest } from '../control/route.ts'
import { controlRoutes } from '../control/routes.ts'
import { controlBase } from '../control-base.ts'
import type { ServerContext } from '../service/exchange.ts'
import { feedsOf } from '../stream/feeds.ts'

/** Operations of the service that pages run, as no control call does the same. */
const serviceCalls = {
  'DELETE /v1/labels/{id}': (context: Context, id: string): unknown => {
    const label = context.state.labels.get(id) ?? fail('LABEL.NOT_FOUND')
    return runServiceOperation(context, label, (call) => voidLabel(call, id))
  },
  'POST /v1/batches/{id}/buy': (context: Context, id: string): unknown => {
    const batch = context.state.batches.get(id) ?? fail('BATCH.NOT_FOUND')
    return runServiceOperation(context, batch, (call) => buyBatch(call, id))
  },
} as const

type ServiceCall = keyof typeof serviceCalls

const isServiceCall = (call: string): call is ServiceCall => Object.hasOwn(serviceCalls, call)

/** Runs like a request with a key of its environment, but without key, limits and faults. */
function runServiceOperation<Result>(
  context: Context,
  { environment }: { readonly environment: Environment },
  work: (call: Call) => Result,
): Result {
  const call = new Call(context, { environment, scopes })
  return call.carryOut(() => work(call))
}

/** A call of the control protocol, made by a page. */
export interface ControlCall {
  readonly call: ControlCallName | ServiceCall
  /** The values of the path's parameters, except the account. */
  readonly params?: Readonly<Record<string, string>>
  readonly body?: object
  /** The arguments of the equivalent command, after `drydock`; absent if there is no such command. */
  readonly command?: string
}

/** Makes calls one after another and returns the last response. */
export async function makeCalls(
  server: ServerContext,
  account: string,
  calls: ControlCall | readonly ControlCall[],
): Promise<unknown> {
  let response: unknown
  for (const call of [calls].flat()) response = await makeCall(server, account, call)
  return response
}

/** Makes a call as if it had come over HTTP: the same schema checks it and the same function runs it. */
async function makeCall(
  server: ServerContext,
  account: string,
  { call, params = {}, body = {} }: ControlCall,
): Promise<unknown> {
  if (isServiceCall(call)) return serviceCalls[call](server.simulator.account(account), params['id'] ?? '')
  const route = controlRoutes.find(({ method, path }) => `${method} ${path}` === call)
  if (route === undefined) throw new Error(`There is no call ${call}.`)
  const request: ControlRequest = {
    simulator: server.simulator,
    pauses: server.pauses,
    foreign: server.foreign,
    conceal: server.conceal,
    feeds: feedsOf(server),
    urlAskedAt: '',
    param: (name) => (name === 'account' ? account : (params[name] ?? '')),
    query: () => undefined,
    header: () => undefined,
    json: () => body,
    largeJson: () => body,
  }
  return (await route.run(request)).body
}

/** The base URL of a call, and whether it needs the control token. */
interface Asking {
  readonly url: string
  readonly account: string
  readonly isGuarded: boolean
}

/** Returns the same call as a shell line. */
export function curlLine(
  { url, account, isGuarded }: Asking,
  { call, params = {}, body }: ControlCall,
): string {
  const [method = '', path = ''] = call.split(' ')
  const values: Readonly<Record<string, string>> = { ...params, account }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ''))
  const sent =
    body === undefined ? '' : ` -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(body))}`
  if (isServiceCall(call)) return `curl -X ${method} ${url}${filled} -H "Authorization: Bearer $DRYDOCK_KEY"`
  const token = isGuarded ? ` ${tokenHeader}` : ''
  return `curl -X ${method} ${url}${controlBase}${filled}${token}${sent}`
}

/** Quotes a text as one word for a shell, if it needs quotes. */
export function shellWord(text: string): string {
  return /^[\w:./-]+$/.test(text) ? text : quoted(text)
}
