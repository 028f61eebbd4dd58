import type { ControlCallName } from '../../simulator/bodies/control/control-responses.ts'
import { quoteWord } from '../command-line.ts'
import type { ControlRequest } from '../control/route.ts'
import { controlRoutes } from '../control/routes.ts'
import type { ServerContext } from '../service/exchange.ts'
import { variationIds } from '../service/varied-service.ts'
import { createFeeds } from '../stream/feeds.ts'
import { type ServiceResponse, sendToService } from './service/send-request.ts'

/** A longer body is no part of a shell line. */
export const longestBody = 16_000

/** A call of the service or of the control protocol, made by a page. */
export type PageCall = ControlCall | ServiceCall

/** A call of the control protocol. */
export interface ControlCall {
  readonly call: ControlCallName
  /** The values of the path's parameters; the account is the page's, unless it is among them. */
  readonly params?: Readonly<Record<string, string>>
  readonly body?: object
  /** The arguments of the equivalent command, after `drydock`; absent if there is no such command. */
  readonly command?: string
}

/** A request to the service, sent as a client of the account sends it. */
export interface ServiceCall {
  /** Method and path, such as `POST /v1/rates`. */
  readonly call: `${string} /v1${string}`
  /** The id of the key that it is sent with; a key that is gone is none. */
  readonly keyId: string
  readonly body?: object | string | undefined
  /** The number of equal items of a batch, for each of which `body` stands; by default `body` is the whole one. */
  readonly copies?: number
  /** Whether every status is fine, because the page shows the response. */
  readonly acceptsAll?: boolean
}

/** A call, or one that depends on the response to the call before it. */
export type NextCall = PageCall | ((previous: unknown) => PageCall)

/** Whether a call goes to the service. */
export function isServiceCall(call: PageCall): call is ServiceCall {
  return call.call.includes(' /v1')
}

/** Returns a command with its options that have a value; a name ends with the sign before its value. */
export function withOptions(command: string, options: readonly (readonly [name: string, value: string])[]) {
  const given = options.filter(([, value]) => value !== '')
  return [command, ...given.map(([name, value]) => name + shellWord(value))].join(' ')
}

/** The calls that were made, and the response to the last one. */
interface Made {
  readonly calls: readonly PageCall[]
  readonly response: unknown
}

/** Makes calls one after another. */
export async function makeCalls(
  server: ServerContext,
  account: string,
  wanted: NextCall | readonly NextCall[],
): Promise<Made> {
  const calls: PageCall[] = []
  let response: unknown
  for (const next of [wanted].flat()) {
    const call = typeof next === 'function' ? next(response) : next
    calls.push(withShortBody(call))
    response = isServiceCall(call)
      ? await sendCall(server, account, call)
      : await makeCall(server, account, call)
  }
  return { calls, response }
}

/** Cuts a long body, as notices are kept until a page shows them, and a shell line leaves it out anyway. */
function withShortBody(call: PageCall): PageCall {
  if (!isServiceCall(call) || call.body === undefined) return call
  const text = textOf(call.body)
  return text.length > longestBody ? { ...call, body: text.slice(0, longestBody + 1) } : call
}

function sendCall(
  server: ServerContext,
  account: string,
  { call, keyId, body, copies, acceptsAll = false }: ServiceCall,
): Promise<ServiceResponse> {
  const [method = '', ...path] = call.split(' ')
  const key = server.simulator.account(account).state.keys.get(keyId)?.value ?? ''
  const whole = copies === undefined ? body : { items: Array.from({ length: copies }, () => body) }
  const text = whole === undefined ? undefined : textOf(whole)
  return sendToService(server, { method, path: path.join(' '), key, body: text }, acceptsAll)
}

/** Makes a call as if it had come over HTTP: the same schema checks it and the same function runs it. */
async function makeCall(
  server: ServerContext,
  account: string,
  { call, params = {}, body = {} }: ControlCall,
): Promise<unknown> {
  const route = controlRoutes.find(({ method, path }) => `${method} ${path}` === call)
  if (route === undefined) throw new Error(`There is no call ${call}.`)
  const request: ControlRequest = {
    simulator: server.simulator,
    pauses: server.pauses,
    foreign: server.foreign,
    conceal: server.conceal,
    feeds: createFeeds(server),
    variations: variationIds(server),
    urlAskedAt: '',
    reviews: server.reviews,
    param: (name) => params[name] ?? (name === 'account' ? account : ''),
    query: () => undefined,
    header: () => undefined,
    json: () => body,
    largeJson: () => body,
  }
  return (await route.run(request)).body
}

/** Returns a body as it is sent. */
export function textOf(body: object | string): string {
  return typeof body === 'string' ? body : JSON.stringify(body)
}

/** Quotes a text as one word for a shell, if it needs quotes. */
export function shellWord(text: string): string {
  return /^[\w:.,/-]+$/.test(text) ? text : quoteWord(text)
}
