import type { Context } from '../../simulator/accounts/context.ts'
import { quoteWord, tokenHeader } from '../command-line.ts'
import { controlBase } from '../control-base.ts'
import {
  isServiceCall,
  longestBody,
  type NextCall,
  type PageCall,
  type ServiceCall,
  textOf,
} from './control-call.ts'
import type { PageRequest } from './page.ts'
import { isShownInFull } from './service/fixed-keys.ts'

/** Sets the variable of the control token, from which the command and curl read it. */
export const tokenLine = needsVariable('DRYDOCK_CONTROL_TOKEN', 'the control token that you signed in with')

/** Prints the first id of a batch in a response. */
const firstId = "grep -o 'bat_[0-9a-z]*' | head -n 1"

/** Returns calls as shell lines that do the same. The lines before them set the variables that they read. */
export function curlLines(page: PageRequest, calls: readonly NextCall[]): string {
  const { context, server, isGuarded } = page
  // The response to the call before is known only when the lines run.
  const made = calls.map((call) => (typeof call === 'function' ? call({ body: { id: '$ID' } }) : call))
  const lines = made.map((call, at) => {
    const line = curlLine(page, call, typeof calls[at] === 'function')
    return typeof calls[at + 1] === 'function'
      ? `ID=$(${line.replace('curl ', 'curl -s ')} | ${firstId})`
      : line
  })
  const ofKeys = made.flatMap((call) => (isServiceCall(call) ? keyLine(context, call.keyId) : []))
  const ofToken = isGuarded && !made.every(isServiceCall) ? [tokenLine] : []
  return [...new Set([...ofToken, ...ofKeys]), server.conceal(lines.join('\n'))].join('\n')
}

/** Returns the line that sets the variable of a key, or says which value it needs; empty for a call without a key. */
export function keyLine(context: Context, keyId: string): string[] {
  const key = context.state.keys.get(keyId)
  if (key === undefined) return []
  const { environment, value } = key
  if (isShownInFull(context, value)) return [`DRYDOCK_KEY=${value}`]
  const name = `pr_${environment}_…${value.slice(-4)}`
  return [needsVariable('DRYDOCK_KEY', `the value of the key ${name}, shown when the key was made`)]
}

/** Returns a shell line that stops with a message if a variable is not set. */
function needsVariable(name: string, what: string): string {
  return `: "\${${name}:?Run first: export ${name}=... with ${what}}"`
}

/** Returns a call as one shell line. `hasId`: its path holds the variable `ID`. */
function curlLine({ url, context, isGuarded }: PageRequest, made: PageCall, hasId: boolean): string {
  const [method = '', path = ''] = made.call.split(' ')
  if (isServiceCall(made)) {
    const key = context.state.keys.has(made.keyId) ? ' -H "Authorization: Bearer $DRYDOCK_KEY"' : ''
    const place = hasId ? `"${url}${path}"` : quoteWord(url + path)
    return `${copiesOf(made)}curl -X ${method} ${place}${key}${bodyOption(made)}`
  }
  const values: Readonly<Record<string, string>> = { account: context.id, ...made.params }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ''))
  const token = isGuarded ? ` ${tokenHeader}` : ''
  return `curl -X ${method} ${url}${controlBase}${filled}${token}${bodyOption(made)}`
}

/** Returns the commands that write a body of equal items, for the line that sends it; empty for any other body. */
function copiesOf({ body = '', copies }: ServiceCall): string {
  if (copies === undefined) return ''
  return `yes ${quoteWord(textOf(body))} | head -n ${copies} | paste -sd, - | sed 's/.*/{"items":[&]}/' | `
}

function bodyOption(made: PageCall): string {
  if (made.body === undefined) return ''
  const text = textOf(made.body)
  const isApart = 'copies' in made || text.length > longestBody
  const sent = 'copies' in made ? '@-' : '@body.json'
  return ` -H 'Content-Type: application/json' -d ${isApart ? sent : quoteWord(text)}`
}
