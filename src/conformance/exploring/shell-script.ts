import { isObject } from '../wire/fields.ts'
import { quoted } from '../wire/shell-word.ts'
import type { ControlCall } from './cast.ts'
import type { Shown } from './stage.ts'

/** Where something stands that later lines need: `r3`, `.rates[0].id`. */
interface Place {
  readonly variable: string
  readonly path: string
}

/**
 * What was sent, as a shell script. What the target made up on the way (ids, numbers, accounts) is taken out of its answers
 * again, so that the script runs on accounts of its own; keys, which no report may hold, are taken into variables.
 */
export function shellOf(shown: readonly Shown[], controlUrl: string | undefined): string {
  const script = new ShellScript(controlUrl ?? '')
  for (const each of shown) {
    if ('control' in each) script.control(each)
    else script.exchange(each)
  }
  return ['#!/usr/bin/env bash', '# Does the walk again. Needs curl and jq.', ...script.lines].join('\n')
}

class ShellScript {
  readonly lines: string[] = []
  readonly #controlUrl: string
  readonly #places = new Map<string, Place>()
  /** The clients by the ids of their accounts. */
  readonly #clients = new Map<string, string>()
  #count = 0

  constructor(controlUrl: string) {
    this.#controlUrl = controlUrl
  }

  control({ id, control }: Extract<Shown, { control: unknown }>): void {
    const { method, path, body, answer } = control
    const words = ['curl', '-sS', '-X', method]
    if (body !== undefined) {
      words.push('-H', quoted('Content-Type: application/json'))
      words.push('--data-raw', this.#named(quoted(JSON.stringify(body))))
    }
    words.push(this.#named(quoted(`${this.#controlUrl}${path}`)))
    const variable = this.#add(words.join(' '), answer)
    this.#takeKeys(control, variable, id)
  }

  exchange({ exchange, json }: Extract<Shown, { exchange: unknown }>): void {
    const { curl } = exchange.show()
    this.#add(this.#named(curl.replace(/^curl -i /, 'curl -sS ')), json)
  }

  /** Adds a line; gives the variable that holds its answer. */
  #add(line: string, answer: unknown): string {
    this.#count += 1
    const variable = `r${this.#count}`
    this.lines.push(`${variable}=$(${line}); echo "$${variable}"`)
    for (const [path, text] of textsIn(answer, '')) {
      if (isMadeUp(text) && !this.#places.has(text)) this.#places.set(text, { variable, path })
    }
    return variable
  }

  #takeKeys({ method, path, body, answer }: ControlCall, variable: string, id: string | undefined): void {
    if (method !== 'POST') return
    const take = (name: string, where: string): void => {
      this.lines.push(`${name}=$(jq -r '${where}' <<<"$${variable}")`)
    }
    if (path === '/accounts') {
      const seed = isObject(body) ? String(body['seed']) : ''
      const client = seed.slice(seed.lastIndexOf('/') + 1).toUpperCase()
      if (isObject(answer)) this.#clients.set(`/accounts/${String(answer['id'])}/keys`, client)
      take(`KEY_${client}_TEST`, '.keys.test')
      take(`KEY_${client}_LIVE`, '.keys.live')
    }
    const owner = this.#clients.get(path)
    if (owner !== undefined && id !== undefined) take(`KEY_${owner}_${id.toUpperCase()}`, '.key')
  }

  /** Words of a line with what was made up taken from where it was: they stand in single quotes. */
  #named(words: string): string {
    let named = words
    for (const [text, { variable, path }] of this.#places) {
      if (named.includes(text)) named = named.replaceAll(text, `'"$(jq -r '${path}' <<<"$${variable}")"'`)
    }
    return named
  }
}

/** Ids and numbers that nobody could know before; addresses and prices are none. */
function isMadeUp(text: string): boolean {
  return text.length >= 8 && text.length <= 80 && /\d/.test(text) && /^[A-Za-z0-9_-]*$/.test(text)
}

function* textsIn(value: unknown, path: string): Generator<readonly [string, string]> {
  if (typeof value === 'string') yield [path, value]
  else if (Array.isArray(value)) {
    for (const [at, each] of value.entries()) yield* textsIn(each, `${path}[${at}]`)
  } else if (isObject(value)) {
    for (const [name, each] of Object.entries(value)) {
      if (/^\w+$/.test(name)) yield* textsIn(each, `${path}.${name}`)
    }
  }
}
