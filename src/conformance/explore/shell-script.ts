import type { CapturedExchange } from '../http/answer.ts'
import { quoteText } from '../http/curl.ts'
import { isObject } from '../http/fields.ts'
import type { ControlClient } from '../target/control-client.ts'
import type { ControlCall } from './clients.ts'
import type { ScriptLine, StepId } from './step.ts'
import type { SentCall } from './walk-accounts.ts'

/**
 * The place where a later line of the shell script finds a value: the variable of a response, such as `r3`, and the
 * path in the response, such as `.rates[0].id`.
 */
interface ValuePlace {
  readonly variable: string
  readonly path: string
}

/** The parts of a failing walk that the shell script for it needs. */
export interface ScriptedWalk {
  readonly script: readonly ScriptLine[]
  readonly calls: readonly SentCall[]
  readonly found: { readonly expected: string; readonly seen: string }
}

type Control = Pick<ControlClient, 'url' | 'hasToken'>

/**
 * Renders a walk as a shell script that runs on new accounts. It reads generated ids from the responses and keys from
 * variables, and sends concurrent requests in parallel.
 */
export function writeShellScript(
  { script, calls, found }: ScriptedWalk,
  control: Control | undefined,
): string {
  const lines = new ShellScript(control, findLanePlaces(script))
  for (const each of calls) {
    if ('control' in each) lines.addControlCall(each)
    else lines.addExchange(each)
  }
  return [
    '#!/usr/bin/env bash',
    '# Repeats the walk. Needs curl and jq.',
    ...lines.allLines(),
    `# Expected: ${collapseWhitespace(found.expected)}`,
    `# Seen:     ${collapseWhitespace(found.seen)}`,
  ].join('\n')
}

/** The position of a concurrent request: its group, and its lane (sequence) in the group. */
interface LanePlace {
  readonly burst: StepId
  readonly lane: number
}

/** Returns the positions of all concurrent requests in a script, by step id. */
function findLanePlaces(script: readonly ScriptLine[]): ReadonlyMap<StepId, LanePlace> {
  const lanes = new Map<StepId, LanePlace>()
  for (const planned of script) {
    if (!('lanes' in planned) || planned.lanes.length < 2) continue
    for (const [lane, steps] of planned.lanes.entries()) {
      for (const { id } of steps) lanes.set(id, { burst: planned.id, lane })
    }
  }
  return lanes
}

interface Command {
  readonly variable: string
  readonly line: string
}

/** A group of concurrent requests whose commands are not yet in the script. */
interface OpenBurst {
  readonly id: StepId
  readonly lanes: Map<number, Command[]>
}

/** The invalid keys of walks, which are no secrets. The script builds one from parts, so that no secret scanner reports it. */
const madeUpKeys: Readonly<Record<string, string>> = {
  MALFORMED: 'pr_test_no-key',
  UNKNOWN: "pr_test_$(printf '0badf00d%.0s' 1 2 3 4)",
}

class ShellScript {
  readonly #lines: string[] = []
  readonly #control: Control | undefined
  readonly #lanes: ReadonlyMap<StepId, LanePlace>
  readonly #places = new Map<string, ValuePlace>()
  /** The walk's clients, by account id. */
  readonly #clients = new Map<string, string>()
  /** Key variables that a line of the script has set. */
  readonly #assigned = new Set<string>()
  /** Key variables that a line uses before any line has set them. */
  readonly #needed = new Set<string>()
  #burst: OpenBurst | undefined
  #count = 0
  #isConcurrent = false

  constructor(control: Control | undefined, lanes: ReadonlyMap<StepId, LanePlace>) {
    this.#control = control
    this.#lanes = lanes
  }

  /** Returns the lines of the script, after the lines that set the variables they need. */
  allLines(): readonly string[] {
    this.#closeBurst()
    const { hasToken = false } = this.#control ?? {}
    const needsToken = hasToken && this.#lines.some((line) => line.includes('$DRYDOCK_CONTROL_TOKEN'))
    return [
      ...(needsToken
        ? [renderVariableCheck('DRYDOCK_CONTROL_TOKEN', 'the token of the control protocol')]
        : []),
      ...[...this.#needed].map(renderKeyLine),
      ...(this.#isConcurrent ? ['at_once=$(mktemp -d)'] : []),
      ...this.#lines,
      ...(this.#isConcurrent ? ['rm -r "$at_once"'] : []),
    ]
  }

  addControlCall({ id, control }: Extract<SentCall, { control: unknown }>): void {
    this.#closeBurst()
    const { method, path, body, answer } = control
    const words = ['curl', '-sS', '-X', method]
    if (this.#control?.hasToken === true) words.push('-H', '"Authorization: Bearer $DRYDOCK_CONTROL_TOKEN"')
    if (body !== undefined) {
      words.push('-H', quoteText('Content-Type: application/json'))
      words.push('--data-raw', this.#withLookups(quoteText(JSON.stringify(body))))
    }
    words.push(this.#withLookups(quoteText(`${this.#control?.url ?? ''}${path}`)))
    if (path.endsWith('/webhook') && method !== 'DELETE')
      this.#lines.push(
        '# The run received deliveries at this URL. Replace the URL by that of your own receiver to see them.',
      )
    const command = this.#createCommand(words.join(' '), answer)
    this.#lines.push(renderCommand(command))
    this.#assignKeys(control, command.variable, id)
  }

  addExchange({ id, exchange, json }: Extract<SentCall, { exchange: unknown }>): void {
    const line = this.#renderCurlCommand(exchange)
    for (const [, variable = ''] of line.matchAll(/\$\{?(KEY_[A-Z0-9_]+)/g)) {
      if (!this.#assigned.has(variable)) this.#needed.add(variable)
    }
    const place = id === undefined ? undefined : this.#lanes.get(id)
    if (this.#burst?.id !== place?.burst) this.#closeBurst()
    if (line.startsWith('#')) {
      this.#lines.push(line)
      return
    }
    const command = this.#createCommand(line, json)
    if (place === undefined) {
      this.#lines.push(renderCommand(command))
      return
    }
    this.#burst ??= { id: place.burst, lanes: new Map() }
    this.#burst.lanes.set(place.lane, [...(this.#burst.lanes.get(place.lane) ?? []), command])
  }

  /** Returns the curl command of an exchange. It prints headers and bodies, but no PDF. */
  #renderCurlCommand(exchange: CapturedExchange): string {
    const { curl, request } = exchange.show()
    const curlStart = request.url.endsWith('/download')
      ? `curl -sS -D >(cat >&2) -o /dev/null -w '%{http_code} %{content_type} %{size_download}' `
      : 'curl -sS -D >(cat >&2) '
    return this.#withLookups(curl.replace(/^curl -i /, () => curlStart))
  }

  /** Creates a command that stores its response in the next variable, and remembers the generated values of the response. */
  #createCommand(line: string, answer: unknown): Command {
    this.#count += 1
    const variable = `r${this.#count}`
    for (const [path, text] of listTextsWithPaths(answer, '')) {
      if (isGeneratedId(text) && !this.#places.has(text)) this.#places.set(text, { variable, path })
    }
    return { variable, line }
  }

  /** Ends a group of concurrent requests: writes a subshell for each lane (sequence), and prints all responses after the last lane. */
  #closeBurst(): void {
    const burst = this.#burst
    if (burst === undefined) return
    this.#burst = undefined
    this.#isConcurrent = true
    this.#lines.push('# Concurrent requests. If the failure does not show, run the script again.')
    for (const commands of burst.lanes.values()) {
      const each = commands.map(
        ({ variable, line }) => `${variable}=$(${line}); printf %s "$${variable}" >"$at_once/${variable}"`,
      )
      this.#lines.push(`( ${each.join('; ')} ) &`)
    }
    this.#lines.push('wait')
    for (const { variable } of [...burst.lanes.values()].flat()) {
      this.#lines.push(`${variable}=$(cat "$at_once/${variable}"); echo "$${variable}"`)
    }
  }

  #assignKeys({ method, path, body, answer }: ControlCall, variable: string, id: string | undefined): void {
    if (method !== 'POST') return
    const assignKey = (name: string, where: string): void => {
      this.#assigned.add(name)
      this.#lines.push(`${name}=$(jq -r '${where}' <<<"$${variable}")`)
    }
    if (path === '/accounts') {
      const seed = isObject(body) ? String(body['seed']) : ''
      const client = seed.slice(seed.lastIndexOf('/') + 1).toUpperCase()
      if (isObject(answer)) this.#clients.set(`/accounts/${String(answer['id'])}/keys`, client)
      assignKey(`KEY_${client}_TEST`, '.keys.test')
      assignKey(`KEY_${client}_LIVE`, '.keys.live')
    }
    const owner = this.#clients.get(path)
    if (owner !== undefined && id !== undefined) assignKey(`KEY_${owner}_${id.toUpperCase()}`, '.key')
  }

  /** Replaces generated values in single-quoted words by lookups in earlier responses. */
  #withLookups(words: string): string {
    let named = words
    for (const [text, { variable, path }] of this.#places) {
      if (named.includes(text)) named = named.replaceAll(text, `'"$(jq -r '${path}' <<<"$${variable}")"'`)
    }
    return named
  }
}

const renderCommand = ({ variable, line }: Command): string => `${variable}=$(${line}); echo "$${variable}"`

/**
 * Renders the line for a key variable that no command sets. The line assigns an invalid key of the walk, or stops the
 * script if the user has not set the variable.
 */
function renderKeyLine(variable: string): string {
  const madeUp = madeUpKeys[variable.slice(variable.lastIndexOf('_') + 1)]
  return madeUp === undefined ? renderVariableCheck(variable, 'a key of yours') : `${variable}=${madeUp}`
}

/** Renders a line that stops the script unless the variable is set. */
const renderVariableCheck = (variable: string, what: string): string =>
  `: "\${${variable}:?must hold ${what}}"`

const collapseWhitespace = (text: string): string => text.replaceAll(/\s+/g, ' ')

/** True for a text that looks like a generated id or number, and not like an address or a price. */
function isGeneratedId(text: string): boolean {
  return text.length >= 8 && text.length <= 80 && /\d/.test(text) && /^[A-Za-z0-9_-]*$/.test(text)
}

/** Lists all texts in a JSON value, each with its path in the syntax of jq. */
function* listTextsWithPaths(value: unknown, path: string): Generator<readonly [string, string]> {
  if (typeof value === 'string') yield [path, value]
  else if (Array.isArray(value)) {
    for (const [at, each] of value.entries()) yield* listTextsWithPaths(each, `${path}[${at}]`)
  } else if (isObject(value)) {
    for (const [name, each] of Object.entries(value)) {
      if (/^\w+$/.test(name)) yield* listTextsWithPaths(each, `${path}.${name}`)
    }
  }
}
