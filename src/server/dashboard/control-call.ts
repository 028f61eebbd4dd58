import type { ControlCallName } from '../../simulator/bodies/control/control-responses.ts'
import { putInShellQuotes } from '../command-line.ts'
import type { ControlRequest } from '../control/route.ts'
import { controlRoutes } from '../control/routes.ts'
import type { ServerContext } from '../service/exchange.ts'
import { listVariationIds } from '../service/varied-service.ts'
import { findOrCreateFeeds } from '../stream/feeds.ts'
import { type ServiceResponse, sendToService } from './service/send-request.ts'

/** The maximum length of a body in a shell line. A shell line for a longer body reads the body from a file. */
export const maxShellLength = 16_000

/** A call of the service or of the control protocol, made by a page. */
export type PageCall = ControlCall | ServiceCall

/** A call of the control protocol. */
export interface ControlCall {
  readonly call: ControlCallName
  /** The values of the path parameters. Without `account`, the call is about the account of the page. */
  readonly params?: Readonly<Record<string, string>>
  readonly body?: object
  /** The arguments of the equivalent command, after `drydock`; absent if there is no such command. */
  readonly command?: string
}

/** A request to the service, sent as a client of the account sends it. */
export interface ServiceCall {
  /** Method and path, such as `POST /v1/rates`. */
  readonly call: `${string} /v1${string}`
  /** The id of the key that sends the request. If the account has no such key, the request is sent without one. */
  readonly keyId: string
  readonly body?: object | string | undefined
  /** The number of equal items of a batch; `body` is then one of the items. Without a number, `body` is the whole body. */
  readonly copies?: number
  /** Whether the page shows an error response as the result. By default, an error response refuses the form. */
  readonly acceptsAll?: boolean
}

/** A call, or a function that makes the call from the response to the previous call. */
export type NextCall = PageCall | ((previous: unknown) => PageCall)

export function isServiceCall(call: PageCall): call is ServiceCall {
  return call.call.includes(' /v1')
}

/** Adds options to a command, except those with an empty value. An option's name ends with a space, as in `--seed `. */
export function addCommandOptions(command: string, options: readonly (readonly [string, string])[]) {
  const given = options.filter(([, value]) => value !== '')
  return [command, ...given.map(([name, value]) => name + quoteShellWord(value))].join(' ')
}

/** Makes the calls of a page one after another. Returns the calls, and the response to the last call. */
export async function makePageCalls(
  server: ServerContext,
  account: string,
  wanted: NextCall | readonly NextCall[],
) {
  const calls: PageCall[] = []
  let response: unknown
  for (const next of [wanted].flat()) {
    const call = typeof next === 'function' ? next(response) : next
    calls.push(shortenCallBody(call))
    response = isServiceCall(call)
      ? await sendServiceCall(server, account, call)
      : await makeControlCall(server, account, call)
  }
  return { calls, response }
}

/**
 * Shortens a long body to save memory, because the call is kept for its notice. The notice needs no long body: its shell
 * line leaves the body out.
 */
function shortenCallBody(call: PageCall): PageCall {
  if (!isServiceCall(call) || call.body === undefined) return call
  const text = toBodyText(call.body)
  return text.length > maxShellLength ? { ...call, body: text.slice(0, maxShellLength + 1) } : call
}

function sendServiceCall(
  server: ServerContext,
  account: string,
  { call, keyId, body, copies, acceptsAll = false }: ServiceCall,
): Promise<ServiceResponse> {
  const [method = '', ...path] = call.split(' ')
  const key = server.simulator.account(account).state.keys.get(keyId)?.value ?? ''
  const whole = copies === undefined ? body : { items: Array.from({ length: copies }, () => body) }
  const text = whole === undefined ? undefined : toBodyText(whole)
  return sendToService(server, { method, path: path.join(' '), key, body: text }, acceptsAll)
}

/** Makes a call of the control protocol without HTTP. The call has the same checks and effects as one over HTTP. */
async function makeControlCall(
  server: ServerContext,
  account: string,
  { call, params = {}, body = {} }: ControlCall,
): Promise<unknown> {
  const route = controlRoutes.find(({ method, path }) => `${method} ${path}` === call)
  if (route === undefined) throw new Error(`There is no call ${call}.`)
  const { simulator, pauses, foreign, conceal, reviews } = server
  const request: ControlRequest = {
    simulator,
    pauses,
    foreign,
    conceal,
    reviews,
    feeds: findOrCreateFeeds(server),
    variations: listVariationIds(server),
    urlAskedAt: '',
    param: (name) => params[name] ?? (name === 'account' ? account : ''),
    query: () => undefined,
    header: () => undefined,
    json: () => body,
    largeJson: () => body,
  }
  return (await route.run(request)).body
}

/** Returns the text of a body: a text unchanged, any other body as JSON. */
export function toBodyText(body: object | string): string {
  return typeof body === 'string' ? body : JSON.stringify(body)
}

/** Quotes a text as one word for a shell, if it needs quotes. */
export function quoteShellWord(text: string): string {
  return /^[\w:.,/-]+$/.test(text) ? text : putInShellQuotes(text)
}
