import { countEdits, suggestWord } from '../../../simulator/requests/similar-words.ts'
import type { Exchange } from '../../exchange.ts'
import type { Finding } from '../../finding.ts'
import { bodyShapes, type Shape } from './body-shapes.ts'

/** Longer bodies are not checked: they are batches, and their many items have the same fields. */
const maxBytes = 16 * 1024

export const bodyFieldUnknown: Finding = {
  id: 'BODY-FIELD-UNKNOWN',
  severity: 'warning',
  title: 'The client sent a field that the service ignores.',
  means:
    'The specification has no such field at this place of the request body. Addresses may have further fields, such as ' +
    'county or phone2. So in an address only a misspelt name of a known field counts, such as Street2 or contry, if the known ' +
    'field is missing. Bodies over 16 KiB are not checked.',
  advice: 'Correct the name of the field, or remove it.',
  why: 'The request succeeds without the data of this field, so a label can be wrong although all calls succeeded.',
  createWatcher: (report) => ({
    operations: [...bodyShapes.keys()],
    observeExchange(exchange) {
      const shape = findBodyShape(exchange)
      // Nearly all bodies have only known fields, and this check is faster than the search for unknown fields.
      if (shape === undefined || hasOnlyKnownFields(exchange.parseRequest(), shape)) return
      const details = new Set<string>()
      collectUnknownFields(exchange.parseRequest(), { shape, path: '', details })
      for (const detail of details) report.withDetail(detail, exchange.id)
    },
  }),
}

function findBodyShape({ operation, requestBytes }: Exchange): Shape | undefined {
  if (operation === undefined || requestBytes === 0 || requestBytes > maxBytes) return undefined
  return bodyShapes.get(operation.name)
}

/** Whether a value has only known fields. */
function hasOnlyKnownFields(value: unknown, shape: Shape): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value))
    return value.every((item) => shape.items === undefined || hasOnlyKnownFields(item, shape.items))
  if (shape.members === undefined) return true
  for (const name of Object.keys(value)) {
    const known = shape.members.get(name)
    if (known === undefined || !hasOnlyKnownFields(Object(value)[name], known)) return false
  }
  return true
}

interface Search {
  readonly shape: Shape
  readonly path: string
  /** Receives a sentence for each unknown field. */
  readonly details: Set<string>
}

function collectUnknownFields(value: unknown, { shape, path, details }: Search): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    if (shape.items === undefined) return
    for (const item of value) collectUnknownFields(item, { shape: shape.items, path: `${path}[].`, details })
    return
  }
  const { members } = shape
  if (members === undefined) return
  for (const [name, member] of Object.entries(value)) {
    const known = members.get(name)
    if (known !== undefined) {
      const prefix = known.items === undefined ? `${path}${name}.` : `${path}${name}`
      collectUnknownFields(member, { shape: known, path: prefix, details })
    } else {
      const missing = [...members.keys()].filter((field) => !Object.hasOwn(value, field))
      // An address may have fields that the specification does not show. So in an address, only a misspelling of a
      // missing field counts.
      if (members.has('street1') && !missing.some((field) => isMisspelling(name, field))) continue
      details.add(`\`${`${path}${name}`.slice(0, 80)}\` is ignored.${suggestField(name, missing)}`)
    }
  }
}

/** `county` is a real field of addresses, although it differs from `country` by one letter. */
const county = 'county'

/**
 * Whether a name is certainly a misspelling of a field: in another letter case, with other separators, or with one
 * wrong letter inside.
 */
function isMisspelling(name: string, field: string): boolean {
  const [written, meant] = [normaliseFieldName(name), normaliseFieldName(field)]
  if (written === meant) return true
  const keepEndsAndDigits = (text: string): string => `${text.at(0)}${text.replace(/\D/g, '')}${text.at(-1)}`
  const isNear = meant.length > 3 && keepEndsAndDigits(written) === keepEndsAndDigits(meant)
  return isNear && written !== county && countEdits(written, meant) === 1
}

/** Returns the sentence that suggests the field that the client probably meant; empty if no field is similar. */
function suggestField(name: string, fields: readonly string[]): string {
  const same = fields.find((field) => normaliseFieldName(field) === normaliseFieldName(name))
  return same === undefined ? suggestWord(name, fields) : ` Did you mean ${same}?`
}

/** Returns the name of a field in lower case and without separators. */
function normaliseFieldName(text: string): string {
  return text.replaceAll(/[_\s-]/g, '').toLowerCase()
}
