import type { Answer } from './answer.ts'
import { type Cause, endpointOf } from './cause.ts'
import { RuleBroken } from './failures.ts'
import { show } from './show.ts'

/** Reads what an object must hold; whatever else it holds is nobody's business. */
export interface Fields {
  /** Where the object stands: `rates[0]`. */
  readonly place: string
  readonly value: Readonly<Record<string, unknown>>
  /** The answer it stands in, if it does in one. */
  readonly answer: Answer | undefined
  has(name: string): boolean
  /** The value as it is; undefined where there is none. */
  raw(name: string): unknown
  /** A text, not empty, that matches. */
  text(name: string, shape?: { readonly pattern: RegExp; readonly described: string }): string
  /** A whole number, not text that looks like one. */
  integer(name: string, range?: { readonly min?: number; readonly max?: number }): number
  number(name: string): number
  boolean(name: string): boolean
  object(name: string): Fields
  list(name: string): readonly unknown[]
  /** The instant of an ISO 8601 timestamp, in milliseconds since 1970. */
  timestamp(name: string): number
  /** A calendar date `YYYY-MM-DD` that exists. */
  date(name: string): string
}

/** Throws RuleBroken where the value is no object, and so does every reading that finds something else. */
export function fieldsOf(value: unknown, place: string, answer?: Answer): Fields {
  if (isObject(value)) return new ObjectFields(value, place, answer)
  const isThere = value !== undefined && value !== null
  throw new RuleBroken({
    expected: `${place === '' ? 'the body' : place} to be an object`,
    actual: isThere ? show(value) : missing(place),
    answer,
    cause: fieldCause(place, { isThere, answer }),
  })
}

class ObjectFields implements Fields {
  readonly value: Readonly<Record<string, unknown>>
  readonly place: string
  readonly answer: Answer | undefined

  constructor(value: Readonly<Record<string, unknown>>, place: string, answer: Answer | undefined) {
    this.value = value
    this.place = place
    this.answer = answer
  }

  has(name: string): boolean {
    return Object.hasOwn(this.value, name) && this.value[name] !== undefined
  }

  raw(name: string): unknown {
    return Object.hasOwn(this.value, name) ? this.value[name] : undefined
  }

  text(name: string, shape?: { readonly pattern: RegExp; readonly described: string }): string {
    const found = this.raw(name)
    if (typeof found !== 'string' || found === '') return this.#refuse(name, shape?.described ?? 'a text')
    return shape === undefined || shape.pattern.test(found) ? found : this.#refuse(name, shape.described)
  }

  integer(
    name: string,
    {
      min = Number.MIN_SAFE_INTEGER,
      max = Number.MAX_SAFE_INTEGER,
    }: { readonly min?: number; readonly max?: number } = {},
  ): number {
    const found = this.raw(name)
    if (typeof found === 'number' && Number.isSafeInteger(found) && found >= min && found <= max) return found
    const range = min > Number.MIN_SAFE_INTEGER ? ` from ${min} up` : ''
    return this.#refuse(name, `a whole number${range}${max < Number.MAX_SAFE_INTEGER ? ` to ${max}` : ''}`)
  }

  number(name: string): number {
    const found = this.raw(name)
    return typeof found === 'number' && Number.isFinite(found) ? found : this.#refuse(name, 'a number')
  }

  boolean(name: string): boolean {
    const found = this.raw(name)
    return typeof found === 'boolean' ? found : this.#refuse(name, 'true or false')
  }

  object(name: string): Fields {
    return fieldsOf(this.raw(name), this.#at(name), this.answer)
  }

  list(name: string): readonly unknown[] {
    const found = this.raw(name)
    return Array.isArray(found) ? found : this.#refuse(name, 'a list')
  }

  timestamp(name: string): number {
    return readTimestamp(this.raw(name)) ?? this.#refuse(name, 'an ISO 8601 timestamp')
  }

  date(name: string): string {
    const found = this.raw(name)
    return typeof found === 'string' && isDate(found) ? found : this.#refuse(name, 'a date YYYY-MM-DD')
  }

  #at(name: string): string {
    return this.place === '' ? name : `${this.place}.${name}`
  }

  #refuse(name: string, expected: string): never {
    const { value, place, answer } = this
    const isThere = this.has(name)
    throw new RuleBroken({
      expected: `${this.#at(name)} to be ${expected}`,
      actual: isThere ? this.#given(name) : `${missing(name)}; ${namesIn(value, place)}`,
      answer,
      cause: fieldCause(this.#at(name), { isThere, answer }),
    })
  }

  #given(name: string): string {
    const found = this.raw(name)
    // A bare number or word says nothing by itself.
    const isBare = found === null || typeof found === 'number' || typeof found === 'boolean'
    return isBare ? `${this.#at(name)} is ${found}` : show(found)
  }
}

/** Never "undefined": what is not there is named. */
function missing(place: string): string {
  return place === '' ? 'no body' : `no ${place.split('.').at(-1)}`
}

/** Often the field is there by another name. */
function namesIn(value: Readonly<Record<string, unknown>>, place: string): string {
  const names = Object.keys(value)
  const where = place === '' ? 'the answer' : place
  if (names.length === 0) return `${where} is an empty object`
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : ''
  return `${where} has ${names.slice(0, mostNames).join(', ')}${more}`
}

const mostNames = 12

/** The envelope is one for all endpoints; entries of a list are made alike. */
function fieldCause(
  place: string,
  { isThere, answer }: { readonly isThere: boolean; readonly answer: Answer | undefined },
): Cause {
  const isEnvelope = place === 'error' || place.startsWith('error.')
  const endpoint = isEnvelope ? null : endpointOf(answer)
  if (place === '') return { kind: 'wrong-body', endpoint }
  const field = place.replace(/\[\d+\]/g, '[]')
  return { kind: isThere ? 'wrong-field' : 'missing-field', endpoint, field }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const isoTimestamp =
  /^(?:\d{4}-\d{2}-\d{2}|\d{8}(?=T))[T ]\d{2}:?\d{2}(?::?\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?$/i

/** Milliseconds since 1970; undefined for what is no ISO 8601 timestamp. One without an offset is taken for UTC. */
export function readTimestamp(value: unknown): number | undefined {
  if (typeof value !== 'string' || !isoTimestamp.test(value)) return undefined
  const hasOffset = /(?:Z|[+-]\d{2}(?::?\d{2})?)$/i.test(value.slice(10))
  const instant = Date.parse(normalise(hasOffset ? value : `${value}Z`))
  return Number.isNaN(instant) ? undefined : instant
}

/** What Date.parse wants: extended form, a point before fractions of at most three digits. */
function normalise(text: string): string {
  return text
    .replace(/^(\d{4})(\d{2})(\d{2})T/, '$1-$2-$3T')
    .replace(' ', 'T')
    .replace(',', '.')
    .replace(/T(\d{2}):?(\d{2}):?(\d{2})/, 'T$1:$2:$3')
    .replace(/T(\d{2}):?(\d{2})(?=[Zz+-])/, 'T$1:$2:00')
    .replace(/(\.\d{3})\d+/, '$1')
    .replace(/([+-]\d{2}):?(\d{2})$/, '$1:$2')
    .replace(/(T.*[+-]\d{2})$/, '$1:00')
    .toUpperCase()
}

export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const instant = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(instant) && new Date(instant).toISOString().slice(0, 10) === text
}
