import { findFirstKeys } from '../../simulator/accounts/accounts.ts'
import type { Context } from '../../simulator/accounts/context.ts'
import type { KeyRecord } from '../../simulator/accounts/records/keys.ts'
import { putInShellQuotes, tokenHeader } from '../command-line.ts'
import { controlBase } from '../control-base.ts'
import { createRatesBody } from './buy/parcel-form.ts'
import { isServiceCall, maxShellLength, type NextCall, type PageCall, toBodyText } from './control-call.ts'
import type { PageRequest } from './page.ts'
import { canShowKeyInFull } from './service/keys-to-send.ts'

/** The shell line that stops with a message unless the variable of the control token is set. */
export const controlTokenLine = writeVariableCheck(
  'DRYDOCK_CONTROL_TOKEN',
  'the control token that you signed in with',
)

/** The shell command line that prints the first batch id in a response. */
const firstBatchIdCommand = "grep -o 'bat_[0-9a-z]*' | head -n 1"

/** Returns shell lines that make calls with curl. The first lines set or require the variables of the calls. */
export function writeCurlLines(page: PageRequest, calls: readonly NextCall[]): string {
  const { context, server, isGuarded } = page
  // The id in the response to the previous call is known only when the lines run, so the shell variable ID stands for
  // it.
  const made = calls.map((call) => (typeof call === 'function' ? call({ body: { id: '$ID' } }) : call))
  const lines = made.map((call, at) => {
    const line = writeCurlLine(page, call, typeof calls[at] === 'function')
    return typeof calls[at + 1] === 'function'
      ? `ID=$(${line.replace('curl ', 'curl -s ')} | ${firstBatchIdCommand})`
      : line
  })
  const ofKeys = made.flatMap((call) => (isServiceCall(call) ? writeKeyLine(context, call.keyId) : []))
  const ofToken = isGuarded && !made.every(isServiceCall) ? [controlTokenLine] : []
  return [...new Set([...ofToken, ...ofKeys]), server.conceal(lines.join('\n'))].join('\n')
}

/**
 * Returns the shell line that sets the variable of a key. If the key is secret, the line requires the variable instead.
 * Returns no line for an unknown key.
 */
export function writeKeyLine(context: Context, keyId: string): string[] {
  const key = context.state.keys.get(keyId)
  if (key === undefined) return []
  if (canShowKeyInFull(context, key.value)) return [`DRYDOCK_KEY=${key.value}`]
  const what = `the value of the key ${shortenKey(key)}, shown when the key was made`
  return [writeVariableCheck('DRYDOCK_KEY', what)]
}

/** Returns the name that pages show for a key: its beginning and its last four characters. */
export function shortenKey({ environment, value }: KeyRecord): string {
  return `pr_${environment}_…${value.slice(-4)}`
}

/** Returns a shell line that stops with a message if a variable is not set. */
function writeVariableCheck(name: string, what: string): string {
  return `: "\${${name}:?Run first: export ${name}=... with ${what}}"`
}

/** Returns a call as one curl line. If `hasId` is true, the path contains the shell variable ID. */
function writeCurlLine({ url, context, isGuarded }: PageRequest, call: PageCall, hasId: boolean): string {
  const [method = '', path = ''] = call.call.split(' ')
  if (isServiceCall(call)) {
    const key = context.state.keys.has(call.keyId) ? ' -H "Authorization: Bearer $DRYDOCK_KEY"' : ''
    const place = hasId ? `"${url}${path}"` : putInShellQuotes(url + path)
    const line = `curl -X ${method} ${place}${key}${writeBodyOption(call)}`
    if (call.copies === undefined) return line
    const item = putInShellQuotes(toBodyText(call.body ?? ''))
    // The commands before curl write the body, a batch of equal items.
    return `yes ${item} | head -n ${call.copies} | paste -sd, - | sed 's/.*/{"items":[&]}/' | ${line}`
  }
  const values: Readonly<Record<string, string>> = { account: context.id, ...call.params }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ''))
  const token = isGuarded ? ` ${tokenHeader}` : ''
  return `curl -X ${method} ${url}${controlBase}${filled}${token}${writeBodyOption(call)}`
}

/** Returns the curl options that send a body: in the line, from a file, or for copies from the standard input. */
function writeBodyOption(call: PageCall): string {
  if (call.body === undefined) return ''
  const text = toBodyText(call.body)
  const isApart = 'copies' in call || text.length > maxShellLength
  const sent = 'copies' in call ? '@-' : '@body.json'
  return ` -H 'Content-Type: application/json' -d ${isApart ? sent : putInShellQuotes(text)}`
}

/** Returns a request for rates that a new user can try, also as a curl line. */
export function buildExampleRequest({ context, url }: PageRequest) {
  const key = findFirstKeys(context).test ?? 'YOUR_TEST_KEY'
  const body = JSON.stringify(createRatesBody({}))
  const curl = `curl ${url}/v1/rates -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d ${putInShellQuotes(body)}`
  return { path: '/v1/rates', key, body, curl }
}
