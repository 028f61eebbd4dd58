import type { ApiError, FieldProblem } from '../../simulator/specification/errors.ts'
import { centsText, countText } from './money/money.ts'
import type { FormValues, PageAction } from './page.ts'
import { ServiceRefusal } from './service/send-request.ts'
import { instantText } from './time/instants.tsx'

/** Describes the refusal of a form: the message, and for each field its reasons in the words of forms. */
export function describeRefusedForm(name: string, action: PageAction, values: FormValues, error: ApiError) {
  const errors = new Map<string, readonly string[]>()
  for (const problem of error.problems) {
    const found = action.inForm?.(problem, values) ?? problem
    const { field } = found
    // A form's field is named by its path in the body, or by a longer path that ends with it.
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

/** Rewrites a reason in the words of forms, which take dollars instead of cents and times in UTC without a `T`. */
function toFormWords({ field, reason }: FieldProblem): string {
  const numberText = field.endsWith('_cents') ? centsText : countText
  return formatTimestamps(reason)
    .replace(/an ISO 8601 timestamp.*/, 'a date and time in UTC, such as 2030-01-31 12:00')
    .replace('a whole number of cents', 'an amount in dollars and cents, such as 25.00')
    .replace(` to ${Number.MAX_SAFE_INTEGER}`, ' on')
    .replaceAll(/(?<=\b(?:from|to|least|most|is) )\d+\b/g, (digits) => numberText(Number(digits)))
}

/** Rewrites the timestamps in a message as pages show times. */
function formatTimestamps(text: string): string {
  return text.replaceAll(/\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z/g, (at) => `${instantText(Date.parse(at))} UTC`)
}
