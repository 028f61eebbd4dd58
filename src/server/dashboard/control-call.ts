import type { Context } from '../../simulator/accounts/context.ts'
import type { ControlCallName } from '../../simulator/bodies/control-answers.ts'
import { Call } from '../../simulator/requests/call.ts'
import { buyBatch } from '../../simulator/resources/batches.ts'
import { voidLabel } from '../../simulator/resources/labels.ts'
import { fail } from '../../simulator/specification/errors.ts'
import type { Environment } from '../../simulator/specification/model.ts'
import { scopes } from '../../simulator/specification/scopes.ts'
import { quoted, tokenHeader } from '../command-line.ts'
import type { ControlRequest } from '../control/route.ts'
import { controlRoutes } from '../control/routes.ts'
import { controlBase } from '../control-base.ts'
import type { ServerContext } from '../exchange.ts'
import { feedsOf } from '../stream/feeds.ts'

/** The calls of the service itself that pages make: no control call does them. */
const serviceCalls = {
  'DELETE /v1/labels/{id}': (context: Context, id: string): unknown => {
    const label = context.state.labels.get(id) ?? fail('LABEL.NOT_FOUND')
    return carryOut(context, label, (call) => voidLabel(call, id))
  },
  'POST /v1/batches/{id}/buy': (context: Context, id: string): unknown => {
    const batch = context.state.batches.get(id) ?? fail('BATCH.NOT_FOUND')
    return carryOut(context, batch, (call) => buyBatch(call, id))
  },
} as const

type ServiceCall = keyof typeof serviceCalls

const isServiceCall = (call: string): call is ServiceCall => Object.hasOwn(serviceCalls, call)

/** As a key of its environment would, but without a key, its limits and its faults. */
function carryOut<Result>(
  context: Context,
  { environment }: { readonly environment: Environment },
  work: (call: Call) => Result,
): Result {
  const call = new Call(context, { environment, scopes })
  return call.carryOut(() => work(call))
}

/** A call of the control protocol as a page makes it. */
export interface ControlCall {
  readonly call: ControlCallName | ServiceCall
  /** What stands in the places of the path besides the account. */
  readonly params?: Readonly<Record<string, string>>
  readonly body?: object
  /** The words of the command that does the same, after `drydock`; none where no command does. */
  readonly command?: string
}

/** Makes calls one after the other; what the last of them answered. */
export async function makeCalls(
  server: ServerContext,
  account: string,
  calls: ControlCall | readonly ControlCall[],
): Promise<unknown> {
  let answer: unknown
  for (const call of [calls].flat()) answer = await makeCall(server, account, call)
  return answer
}

/** Makes a call as if it had come over HTTP: it is checked by the same schema and done by the same function. */
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

/** Where a call is made, and whether it takes the control token. */
interface Asking {
  readonly url: string
  readonly account: string
  readonly isGuarded: boolean
}

/** The same call as a line for a shell. */
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

/** A text that a shell takes for one word, without quotes where it needs none. */
export function word(text: string): string {
  return /^[\w:./-]+$/.test(text) ? text : quoted(text)
}
