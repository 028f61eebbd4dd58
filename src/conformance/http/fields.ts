import type { Answer } from './answer.ts'
import { type Cause, endpointOf } from './cause.ts'
import { RuleBroken } from './failures.ts'
import { showField, showValue } from './show.ts'

/** Creates a reader for the fields of a JSON value. Throws RuleBroken if the value is not an object. */
export function fieldsOf(value: unknown, place: string, answer?: Answer): Fields {
  if (isObject(value)) return new Fields(value, place, answer)
  const isThere = value !== undefined && value !== null
  throw new RuleBroken({
    expected: `${place === '' ? 'the body' : place} to be an object`,
    actual: isThere ? showValue(value) : describeMissingField(place),
    answer,
    cause: causeOfField(place, { isThere, answer }),
  })
}

/** Reads the fields of a JSON object. Each method throws RuleBroken if the field is missing or has another type. */
export class Fields {
  readonly value: Readonly<Record<string, unknown>>
  /** The path to the object in the response body, such as `rates[0]`; empty if the object is the whole body. */
  readonly place: string
  /** The response that contains the object; undefined if it comes from elsewhere. */
  readonly answer: Answer | undefined

  constructor(value: Readonly<Record<string, unknown>>, place: string, answer: Answer | undefined) {
    this.value = value
    this.place = place
    this.answer = answer
  }

  has(name: string): boolean {
    return Object.hasOwn(this.value, name) && this.value[name] !== undefined
  }

  /** Returns the unchecked value of a field; undefined if the field is missing. */
  raw(name: string): unknown {
    return Object.hasOwn(this.value, name) ? this.value[name] : undefined
  }

  /** Returns the text in a field. Throws if the text is empty or does not match `pattern`. */
  text(name: string, shape?: { readonly pattern: RegExp; readonly described: string }): string {
    const found = this.raw(name)
    if (typeof found !== 'string' || found === '')
      return this.#throwRuleBroken(name, shape?.described ?? 'a text')
    return shape === undefined || shape.pattern.test(found)
      ? found
      : this.#throwRuleBroken(name, shape.described)
  }

  /** Returns the whole number in a field. Throws if it is less than `min`, or if it is written as a text. */
  integer(name: string, { min = Number.MIN_SAFE_INTEGER }: { readonly min?: number } = {}): number {
    const found = this.raw(name)
    if (typeof found === 'number' && Number.isSafeInteger(found) && found >= min) return found
    return this.#throwRuleBroken(
      name,
      `a whole number${min > Number.MIN_SAFE_INTEGER ? ` from ${min} up` : ''}`,
    )
  }

  number(name: string): number {
    const found = this.raw(name)
    return typeof found === 'number' && Number.isFinite(found)
      ? found
      : this.#throwRuleBroken(name, 'a number')
  }

  boolean(name: string): boolean {
    const found = this.raw(name)
    return typeof found === 'boolean' ? found : this.#throwRuleBroken(name, 'true or false')
  }

  object(name: string): Fields {
    return fieldsOf(this.raw(name), this.#pathOf(name), this.answer)
  }

  list(name: string): readonly unknown[] {
    const found = this.raw(name)
    return Array.isArray(found) ? found : this.#throwRuleBroken(name, 'a list')
  }

  /** Returns the ISO 8601 timestamp in a field, converted to milliseconds since 1970. */
  timestamp(name: string): number {
    return readTimestamp(this.raw(name)) ?? this.#throwRuleBroken(name, 'an ISO 8601 timestamp')
  }

  /** Returns the calendar date `YYYY-MM-DD` in a field. Throws if no such day exists. */
  date(name: string): string {
    const found = this.raw(name)
    return typeof found === 'string' && isDate(found)
      ? found
      : this.#throwRuleBroken(name, 'a date YYYY-MM-DD')
  }

  /** Throws unless a field has exactly this value. The message ends with `why`. */
  expect(
    name: string,
    value: string | number | boolean,
    { why, cause }: { readonly why?: string; readonly cause?: Cause } = {},
  ): void {
    const found = this.raw(name)
    if (found === value) return
    if (typeof found !== typeof value) this.#throwRuleBroken(name, showValue(value))
    throw new RuleBroken({
      expected: `${this.#pathOf(name)} ${showValue(value)}${why === undefined ? '' : `, ${why}`}`,
      actual: showField(this.#pathOf(name), found),
      answer: this.answer,
      cause,
    })
  }

  #pathOf(name: string): string {
    return this.place === '' ? name : `${this.place}.${name}`
  }

  #throwRuleBroken(name: string, expected: string): never {
    const { value, place, answer } = this
    const isThere = this.has(name)
    throw new RuleBroken({
      expected: `${this.#pathOf(name)} to be ${expected}`,
      actual: isThere
        ? this.#describeActual(name)
        : `${describeMissingField(name)}; ${listFieldNames(value, place)}`,
      answer,
      cause: causeOfField(this.#pathOf(name), { isThere, answer }),
    })
  }

  #describeActual(name: string): string {
    const found = this.raw(name)
    const isBare = found === null || typeof found === 'number' || typeof found === 'boolean'
    return isBare ? `${this.#pathOf(name)} is ${found}` : showValue(found)
  }
}

/** Describes a missing field: `no balance_cents`. */
function describeMissingField(place: string): string {
  return place === '' ? 'no body' : `no ${place.split('.').at(-1)}`
}

/** Lists the fields of an object, for the message that a field is missing. The missing field often has another name in the object. */
function listFieldNames(value: Readonly<Record<string, unknown>>, place: string): string {
  const names = Object.keys(value)
  const where = place === '' ? 'the response' : place
  if (names.length === 0) return `${where} is an empty object`
  const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : ''
  return `${where} has ${names.slice(0, maxNames).join(', ')}${more}`
}

const maxNames = 12

/**
 * Returns the cause of failures for a missing or wrong field. The path names no index of a list and, for errors, no
 * endpoint, so that equal defects have one cause.
 */
function causeOfField(
  place: string,
  { isThere, answer }: { readonly isThere: boolean; readonly answer: Answer | undefined },
): Cause {
  const isEnvelope = place === 'error' || place.startsWith('error.')
  const endpoint = isEnvelope ? null : endpointOf(answer)
  if (place === '') return { kind: 'wrong-body', endpoint }
  const field = place.replace(/\[\d+\]/g, '[]')
  return { kind: isThere ? 'wrong-field' : 'missing-field', endpoint, field }
}

/** Returns true if a value is an object that is neither null nor a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const isoTimestamp =
  /^(?:\d{4}-\d{2}-\d{2}|\d{8}(?=T))[T ]\d{2}:?\d{2}(?::?\d{2}(?:[.,]\d+)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?$/i

/** Matches the usual form of a timestamp, which Date.parse reads as it is. */
const usualTimestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z$/

/** Parses an ISO 8601 timestamp, to milliseconds since 1970; undefined for any other value. Without an offset, it counts as UTC. */
export function readTimestamp(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined
  if (usualTimestamp.test(value)) return undefinedIfNaN(Date.parse(value))
  if (!isoTimestamp.test(value)) return undefined
  return undefinedIfNaN(Date.parse(normaliseTimestamp(hasOffset(value) ? value : `${value}Z`)))
}

/** Returns true if a timestamp has an offset from UTC. Without an offset, it may be the local time of the service. */
export function hasOffset(value: unknown): boolean {
  return typeof value === 'string' && /(?:Z|[+-]\d{2}(?::?\d{2})?)$/i.test(value.slice(10))
}

const undefinedIfNaN = (instant: number): number | undefined => (Number.isNaN(instant) ? undefined : instant)

/** Converts an ISO 8601 timestamp to the form that Date.parse reads: with separators, and at most three decimals of a second. */
function normaliseTimestamp(text: string): string {
  return text
    .replace(/^(\d{4})(\d{2})(\d{2})T/, '$1-$2-$3T')
    .replace(' ', 'T')
    .replace(',', '.')
    .replace(/T(\d{2}):?(\d{2}):?(\d{2})/, 'T$1:$2:$3')
    .replace(/T(\d{2}):?(\d{2})(?=[Zz+-])/, 'T$1:$2:00')
    .replace(/(\.\d{3})\d+/, '$1')
    .replace(/([+-]\d{2}):?(\d{2})$/, '$1:$2')
    .replace(/^([^T]*T.*[+-]\d{2})$/, '$1:00')
    .toUpperCase()
}

/** Returns true if a text is a calendar date `YYYY-MM-DD` that exists. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const instant = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(instant) && new Date(instant).toISOString().slice(0, 10) === text
}
