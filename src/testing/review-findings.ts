import { OptionsError } from '../options-error.ts'
import { severities } from '../review/finding.ts'
import { type FindingId, findingIds } from '../review/findings/finding-ids.ts'
import type { FindingBody, ReviewBody } from '../simulator/bodies/control/review.ts'
import { describeAllowedWords, suggestWord } from '../simulator/requests/similar-words.ts'

/** Which findings of a review a test accepts. */
export interface AcceptedFindings {
  /** The ids of findings that the test accepts. */
  readonly ignore?: readonly FindingId[] | undefined
  /** The lowest severity that fails the test; by default `note`, so every finding fails it. */
  readonly failOn?: FindingBody['severity'] | undefined
}

const optionNames = ['ignore', 'failOn']

/**
 * Returns whether a review has no findings except the accepted ones, and the message of an assertion. Throws OptionsError
 * for an unknown option, id or severity.
 */
export function checkReviewFindings(
  review: ReviewBody,
  accepted: AcceptedFindings = {},
): { readonly pass: boolean; readonly message: string } {
  const { ignore = [], failOn = 'note' } = checkAcceptedFindings(accepted)
  const counted = review.findings.filter(
    ({ id, severity }) =>
      !ignore.some((ignored) => ignored === id) && severities.indexOf(severity) <= severities.indexOf(failOn),
  )
  if (counted.length === 0)
    return { pass: true, message: 'The review has no findings, but some were expected.' }
  const lines = counted.flatMap(({ id, severity, title, advice, count, requests, details }) => [
    `${severity} ${id}, ${count === 1 ? 'once' : `${count} times`}: ${title}`,
    `  ${advice}`,
    ...details.map((detail) => `  ${detail}`),
    ...(requests.length === 0 ? [] : [`  Requests: ${requests.join(', ')}`]),
  ])
  return { pass: false, message: ['The review has findings:', ...lines].join('\n') }
}

function checkAcceptedFindings(accepted: AcceptedFindings): AcceptedFindings {
  const unknown = Object.keys(accepted).find((name) => !optionNames.includes(name))
  if (unknown !== undefined)
    throw new OptionsError(`toHaveNoFindings has no option ${unknown}, only ${optionNames.join(' and ')}.`)
  const { failOn, ignore = [] } = accepted
  if (failOn !== undefined && !severities.includes(failOn))
    throw new OptionsError(`failOn ${describeAllowedWords(severities, failOn)}.`)
  const unknownId = ignore.find((id) => !findingIds.includes(id))
  if (unknownId !== undefined)
    throw new OptionsError(
      `There is no finding ${unknownId}.${suggestWord(unknownId, findingIds)} Findings are ${findingIds.join(', ')}.`,
    )
  return accepted
}

/** Whether a value is a review, as callers without types may pass anything. */
export function isReview(value: unknown): value is ReviewBody {
  return Array.isArray(Object(value).findings) && typeof Object(value).coverage === 'object'
}
