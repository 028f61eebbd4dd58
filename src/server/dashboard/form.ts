import { ApiError, type FieldProblem } from '../../simulator/specification/errors.ts'
import { bodyLimitBytes, readWholeBody } from '../http/request-body.ts'
import type { HttpContext } from '../service/exchange.ts'
import { formatCents, formatCount, formatInstant } from './format.tsx'
import type { FormValues, PageAction } from './page.ts'
import { ServiceRefusal } from './service/send-request.ts'

/** The maximum bytes of a form with a file. */
export const maxFileFormBytes = 2 * 1024 * 1024

/**
 * Returns the fields of a submitted form: values without surrounding spaces, and files as text. If several fields
 * have the same name, returns the first.
 */
export async function readForm(http: HttpContext): Promise<FormValues> {
  const type = http.req.header('content-type') ?? ''
  const isMultipart = type.startsWith('multipart/form-data')
  const { bytes, release } = await readWholeBody(
    http.env.incoming,
    isMultipart ? maxFileFormBytes : bodyLimitBytes,
  )
  try {
    const fields = isMultipart
      ? await readMultipartFields(bytes, type)
      : [...new URLSearchParams(new TextDecoder().decode(bytes))]
    return Object.fromEntries(fields.reverse().map(([name, value]) => [name, value.trim()]))
  } finally {
    release()
  }
}

async function readMultipartFields(bytes: Uint8Array, type: string): Promise<[string, string][]> {
  const parts = await new Response(bytes, { headers: { 'Content-Type': type } }).formData().catch(() => {
    throw new ApiError('VALIDATION.FIELD.INVALID', {
      message: 'The sent form is not valid. Reload the page and send the form again.',
    })
  })
  const fields: [string, string][] = []
  for (const [name, part] of parts) fields.push([name, typeof part === 'string' ? part : await part.text()])
  return fields
}

/** Reads a decimal number. Returns any other text unchanged, so that the call refuses it. */
export function parseFormNumber(text: string): unknown {
  return /^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text) ? Number(text) : text
}

/**
 * Rewrites a number of a spreadsheet, such as 1.104,00 or 1,104.00, as 1104.00. One or two digits after the last point
 * or comma are decimals. A number such as 1,104 stays unchanged, because its comma may be a decimal point or separate
 * thousands.
 */
export function rewriteWithDecimalPoint(text: string): string {
  if (/^\d{1,3}(?:,\d{3})+\.\d{1,2}$/.test(text)) return text.replaceAll(',', '')
  const hasComma = /^(?:\d+|\d{1,3}(?:\.\d{3})+),\d{1,2}$/.test(text)
  return hasComma ? text.replaceAll('.', '').replace(',', '.') : text
}

/**
 * Reads an amount in dollars as cents. Returns any other text unchanged and does not round a fraction of a cent, so
 * that the call refuses both.
 */
export function parseDollarsAsCents(text: string): unknown {
  const dollars = parseFormNumber(rewriteWithDecimalPoint(text.replace(/^\$/, '')))
  if (typeof dollars !== 'number') return dollars
  const cents = Math.round(dollars * 100)
  // A product such as 8.2 * 100 differs slightly from a whole number.
  return Math.abs(dollars * 100 - cents) < 1e-6 ? cents : dollars * 100
}

/** Writes cents as a number of dollars for a form's field, such as `12.50`. */
export function formatDollarsField(cents: number): string {
  return (cents / 100).toFixed(2)
}

/** Returns a refused form for its page: message, values, and the reasons of each field in words that fit a form. */
export function describeRefusedForm(name: string, action: PageAction, values: FormValues, error: ApiError) {
  const errors = new Map<string, readonly string[]>()
  for (const problem of error.problems) {
    const found = action.rewriteProblem?.(problem, values) ?? problem
    const { field } = found
    // The refused field is the form field with the same path, or with a longer path that has this path at its end.
    const own = Object.keys(values).find((each) => each === field || each.endsWith(`.${field}`))
    if (own !== undefined) errors.set(own, [...(errors.get(own) ?? []), toFormWords(found)])
  }
  return {
    action: name,
    values,
    errors,
    message: formatTimestamps(error.message),
    requestId: error instanceof ServiceRefusal ? error.requestId : undefined,
    suggestions: error.extras.suggestions ?? [],
  }
}

/** Rewrites a reason in words that fit a form: forms take dollars instead of cents, and times in UTC without a `T`. */
function toFormWords({ field, reason }: FieldProblem): string {
  const numberText = field.endsWith('_cents') ? formatCents : formatCount
  return formatTimestamps(reason)
    .replace(/an ISO 8601 timestamp.*/, 'a date and time in UTC, such as 2030-01-31 12:00')
    .replace('a whole number of cents', 'an amount in dollars and cents, such as 25.00')
    .replace(` to ${Number.MAX_SAFE_INTEGER}`, ' on')
    .replaceAll(/(?<=\b(?:from|to|least|most|is) )\d+\b/g, (digits) => numberText(Number(digits)))
}

/** Rewrites the timestamps in a message in the format that pages show. */
function formatTimestamps(text: string): string {
  return text.replaceAll(/\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z/g, (at) => `${formatInstant(Date.parse(at))} UTC`)
}
