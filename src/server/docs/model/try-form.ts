import type { Context } from '../../../simulator/accounts/context.ts'
import { refuseField } from '../../../simulator/requests/json-body.ts'
import { findRateRefusal } from '../../../simulator/resources/labels/quoted-rate.ts'
import { parseRateId } from '../../../simulator/resources/rate-id.ts'
import { rateValidForMs } from '../../../simulator/specification/operations.ts'
import { parseFormNumber } from '../../dashboard/form.ts'
import type { FormValues } from '../../dashboard/page.ts'
import type { Field } from './fields.ts'
import type { ReferenceOperation } from './operations.ts'

/** Builds the form "Try it" of an operation from the documented fields and their examples. */

/** An input of the form. */
export interface TryInput {
  readonly kind: 'text' | 'number' | 'json'
  /** The name of the input in the form, such as `body.parcel.length` or `path.id`. */
  readonly name: string
  readonly label: string
  readonly isRequired: boolean
  /** The documented example as text; empty if there is none. */
  readonly example: string
}

/** An object in the body, with its fields. */
export interface TryGroup {
  readonly kind: 'group'
  readonly name: string
  readonly label: string
  readonly isRequired: boolean
  readonly parts: readonly TryPart[]
}

export type TryPart = TryInput | TryGroup

/** The inputs of an operation. */
export interface TryForm {
  readonly parameters: readonly TryInput[]
  /** The fields of the body; null if the operation has no body. */
  readonly body: readonly TryPart[] | null
}

export function createTryForm({ parameters, request }: ReferenceOperation): TryForm {
  return {
    parameters: parameters.map((field) => {
      const example: unknown = JSON.parse(field.example ?? '""')
      return createFormInput(field, `path.${field.name}`, example)
    }),
    body:
      request === null
        ? null
        : createFormParts(request.fields, { from: '', to: 'body', example: request.example }),
  }
}

interface Place {
  /**
   * The path at which the object's fields are documented. If two objects have the same fields, that is the path of the
   * first object.
   */
  readonly from: string
  /** The prefix of the names of the object's inputs in the form. */
  readonly to: string
  readonly example: unknown
}

function createFormParts(fields: readonly Field[], { from, to, example }: Place): readonly TryPart[] {
  const prefix = from === '' ? '' : `${from}.`
  const own = fields.filter(({ path, name }) => path === prefix + name)
  return own.map((field) => {
    const { name, path, sameAs, isRequired } = field
    const value: unknown = Object(example)[name]
    const place = { from: sameAs ?? path, to: `${to}.${name}`, example: value }
    if (!field.type.startsWith('object')) return createFormInput(field, place.to, value)
    return { kind: 'group', name: place.to, label: name, isRequired, parts: createFormParts(fields, place) }
  })
}

function createFormInput({ name: label, type, isRequired }: Field, name: string, example: unknown): TryInput {
  const kind = /^(?:integer|number)/.test(type) ? 'number' : type.startsWith('string') ? 'text' : 'json'
  return { kind, name, label, isRequired, example: formatInputText(kind, example) }
}

function formatInputText(kind: TryInput['kind'], value: unknown): string {
  if (value === undefined || value === null) return ''
  return kind === 'json' ? JSON.stringify(value, null, 2) : String(value)
}

/** Returns the path and the body of the request that a submitted form describes. */
export function readTryForm(
  operation: ReferenceOperation,
  values: FormValues,
): { readonly path: string; readonly body: string | undefined } {
  const { parameters, body } = createTryForm(operation)
  const path = parameters.reduce((filled, { name, label }) => {
    const value = values[name] ?? ''
    // A browser or proxy resolves `.` and `..` as folders, which would change the request.
    if (/^\.{0,2}$/.test(value)) return refuseField(label, `is part of the path and cannot be "${value}"`)
    return filled.replace(`{${label}}`, () => encodeURIComponent(value))
  }, operation.path)
  return { path, body: body === null ? undefined : JSON.stringify(readFormObject(body, values) ?? {}) }
}

/** Returns the object that the filled inputs describe; undefined if all inputs are empty. */
function readFormObject(parts: readonly TryPart[], values: FormValues): object | undefined {
  const entries = parts
    .map((part): [string, unknown] => [part.label, readFormValue(part, values)])
    .filter(([, value]) => value !== undefined)
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

function readFormValue(part: TryPart, values: FormValues): unknown {
  if (part.kind === 'group') return readFormObject(part.parts, values)
  const text = values[part.name] ?? ''
  if (text === '') return undefined
  if (part.kind === 'text') return text
  if (part.kind === 'number') return parseFormNumber(text)
  try {
    return JSON.parse(text)
  } catch {
    return refuseField(part.label, `must be JSON, such as ${part.example === '' ? '[]' : 'the example'}`)
  }
}

/** The number of latest requests that are searched for an id. It is small, because every page searches them. */
const maxSearchedRequests = 50

/**
 * Returns the newest id of the same kind as the example in the latest responses to requests with the key; the example
 * if there is none. Ids of rates that cannot be bought are skipped.
 */
export function findExistingId(example: string, context: Context, keyId: string): string {
  const [kind] = /^(?:rate|lbl|trk|bat)_/.exec(example) ?? []
  if (kind === undefined) return example
  let searched = 0
  for (const { keyId: own, status, responseBody } of context.requestLog.iterateNewest()) {
    searched += 1
    if (searched > maxSearchedRequests) break
    if (own !== keyId || status >= 300) continue
    const ids = responseBody?.match(/(?<=")(?:rate|lbl|trk|bat)_\w+(?=")/g) ?? []
    const found = ids.find((id) => id.startsWith(kind) && (kind !== 'rate_' || canBuyRate(context, id)))
    if (found !== undefined) return found
  }
  return example
}

/** Whether a text is the id of a rate that can be bought now. The text may be a field name such as `rate_cents`. */
function canBuyRate(context: Context, id: string): boolean {
  const quote = context.state.quotes.get(parseRateId(id)?.quoteId ?? '')
  if (quote === undefined || context.clock.now() > quote.createdAtMs + rateValidForMs) return false
  return findRateRefusal(context, id) === undefined
}
