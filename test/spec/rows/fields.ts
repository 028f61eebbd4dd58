import { isObject } from '../../../src/conformance/wire/fields.ts'
import { carrier } from '../../support/wire.ts'
import { answersWith, changedJson, type Json, type Operations } from './answers.ts'
import type { Breakages } from './breakage.ts'

/** Where a field stands: one object of the answer, or the objects of a list in it. */
type Place = (json: Json) => readonly Json[]

/** A field that is gone from the answers of some operations, and one with another value of the same form. */
export function fieldBreakages(
  operations: Operations,
  field: string,
  options: {
    readonly within?: (answer: Json) => readonly Json[]
    readonly other?: (value: unknown) => unknown
  } = {},
): Breakages {
  const { within = (json: Json) => [json], other = another } = options
  return [
    changes(`${field} is missing.`, operations, within, (holder) => {
      delete holder[field]
    }),
    changes(`${field} is another.`, operations, within, (holder) => {
      if (field in holder) holder[field] = other(holder[field])
    }),
  ]
}

function changes(what: string, operations: Operations, within: Place, change: (holder: Json) => void) {
  return answersWith(what, (response, request) =>
    changedJson(response, request, operations, (json) => {
      const copy: Json = structuredClone(json)
      const holders = within(copy)
      for (const holder of holders) change(holder)
      return holders.length === 0 ? undefined : copy
    }),
  )
}

/** The object in this field, and no other. */
export function inField(...fields: readonly string[]): Place {
  return (json) => fields.map((field) => json[field]).filter(isJson)
}

/** The objects in the list of this field. */
export function inList(field: string): Place {
  return (json) => {
    const list = json[field]
    return Array.isArray(list) ? list.filter(isJson) : []
  }
}

function isJson(value: unknown): value is Json {
  return isObject(value)
}

const words: readonly (readonly string[])[] = [
  carrier.options,
  ['pre_transit', 'in_transit', 'out_for_delivery', 'delivered', 'exception', 'unknown'],
  ['platform', 'byoa'],
  ['pending', 'succeeded', 'failed'],
  ['created', 'processing', 'completed'],
]

/** Another value of the same form: a schema takes it, so only who knows the right one can tell. */
export function another(value: unknown): unknown {
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (Array.isArray(value)) return value.slice(0, -1)
  if (isObject(value)) {
    const [[field, inner] = ['', null]] = Object.entries(value)
    return { ...value, [field]: another(inner) }
  }
  return typeof value === 'string' ? anotherText(value) : 'something'
}

function anotherText(text: string): string {
  const alternatives = words.find((list) => list.includes(text))
  if (alternatives !== undefined)
    return alternatives[(alternatives.indexOf(text) + 1) % alternatives.length] ?? ''
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return new Date(Date.parse(text) + 1_000).toISOString()
  const last = text.at(-1) ?? ''
  return `${text.slice(0, -1)}${/\d/.test(last) ? (Number(last) + 1) % 10 : last === 'b' ? 'a' : 'b'}`
}
