import type { Answer } from './answer.ts'
import { RuleBroken } from './failures.ts'
import { show } from './show.ts'

/** Reads what an object must hold; whatever else it holds is nobody's business. */
export interface Fields {
  /** Where the object stands: `rates[0]`. */
  readonly place: string
  readonly value: Readonly<Record<string, unknown>>
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
  const broken = (expected: string, actual: string): never => {
    throw new RuleBroken({ expected, actual, answer })
  }
  if (!isObject(value)) return broken(`${place} to be an object`, show(value))
  const at = (name: string): string => (place === '' ? name : `${place}.${name}`)
  const refuse = (name: string, expected: string): never =>
    broken(`${at(name)} to be ${expected}`, show(fields.raw(name)))

  const fields: Fields = {
    place,
    value,
    has: (name) => Object.hasOwn(value, name) && value[name] !== undefined,
    raw: (name) => (Object.hasOwn(value, name) ? value[name] : undefined),
    text: (name, shape) => {
      const found = fields.raw(name)
      if (typeof found !== 'string' || found === '') return refuse(name, shape?.described ?? 'a text')
      return shape === undefined || shape.pattern.test(found) ? found : refuse(name, shape.described)
    },
    integer: (name, { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = {}) => {
      const found = fields.raw(name)
      if (typeof found === 'number' && Number.isSafeInteger(found) && found >= min && found <= max)
        return found
      const range = min > Number.MIN_SAFE_INTEGER ? ` from ${min} up` : ''
      return refuse(name, `a whole number${range}${max < Number.MAX_SAFE_INTEGER ? ` to ${max}` : ''}`)
    },
    number: (name) => {
      const found = fields.raw(name)
      return typeof found === 'number' && Number.isFinite(found) ? found : refuse(name, 'a number')
    },
    boolean: (name) => {
      const found = fields.raw(name)
      return typeof found === 'boolean' ? found : refuse(name, 'true or false')
    },
    object: (name) => fieldsOf(fields.raw(name), at(name), answer),
    list: (name) => {
      const found = fields.raw(name)
      return Array.isArray(found) ? found : refuse(name, 'a list')
    },
    timestamp: (name) => {
      const instant = readTimestamp(fields.raw(name))
      return instant ?? refuse(name, 'an ISO 8601 timestamp')
    },
    date: (name) => {
      const found = fields.raw(name)
      return typeof found === 'string' && isDate(found) ? found : refuse(name, 'a date YYYY-MM-DD')
    },
  }
  return fields
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

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const instant = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(instant) && new Date(instant).toISOString().slice(0, 10) === text
}
