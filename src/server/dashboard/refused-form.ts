import type { ApiError, FieldProblem } from '../../simulator/specification/errors.ts'
import { centsText, countText } from './money/money.ts'
import type { FormValues, PageAction, RefusedForm } from './page.ts'
import { ServiceRefusal } from './service/send-request.ts'
import { instantText } from './time/instants.tsx'

/** Returns a refused form with the reasons of each field, which are in its own words. */
export function refusedForm(
  name: string,
  { action, values }: { readonly action: PageAction; readonly values: FormValues },
  error: ApiError,
): RefusedForm {
  const errors = new Map<string, readonly string[]>()
  for (const problem of error.problems) {
    const found = action.inForm?.(problem, values) ?? problem
    const { field } = found
    // The fields of a form are named by their paths in the body, or in a body that has this one as a part.
    const own = Object.keys(values).find((each) => each === field || each.endsWith(`.${field}`))
    if (own !== undefined) errors.set(own, [...(errors.get(own) ?? []), inWords(found)])
  }
  return {
    action: name,
    values,
    errors,
    message: withReadableInstants(error.message),
    requestId: error instanceof ServiceRefusal ? error.requestId : undefined,
    suggestions: error.extras.suggestions ?? [],
  }
}

/** Returns a reason in the words of forms: they take dollars for cents, and instants in UTC without a `T`. */
function inWords({ field, reason }: FieldProblem): string {
  const numberText = field.endsWith('_cents') ? centsText : countText
  return withReadableInstants(reason)
    .replace(/an ISO 8601 timestamp.*/, 'a date and time in UTC, such as 2030-01-31 12:00')
    .replace('a whole number of cents', 'an amount in dollars and cents, such as 25.00')
    .replace(` to ${Number.MAX_SAFE_INTEGER}`, ' on')
    .replaceAll(
      /\b(from|to|least|most|is) (\d+)\b/g,
      (_, word, digits) => `${word} ${numberText(Number(digits))}`,
    )
}

/** Rewrites the timestamps of a message as the pages show instants. */
function withReadableInstants(text: string): string {
  return text.replaceAll(/\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z/g, (at) => `${instantText(Date.parse(at))} UTC`)
}
