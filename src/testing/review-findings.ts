import { OptionsError } from '../options-error.ts'
import { severities } from '../review/finding.ts'
import { findings as catalogue, findFinding } from '../review/findings/catalogue.ts'
import type { FindingBody, ReviewBody } from '../simulator/bodies/control/review.ts'
import { mustBeOneOf, suggestWord } from '../simulator/requests/similar-words.ts'

/** The findings that a test accepts. */
export interface AcceptedFindings {
  /** The ids of findings that do not count. */
  readonly ignore?: readonly string[] | undefined
  /** The least severity that counts; `note` by default, which is all. */
  readonly failOn?: FindingBody['severity'] | undefined
}

const optionNames = ['ignore', 'failOn']

/**
 * Returns whether a review is free of findings, and the message of an assertion. Throws OptionsError for an unknown option,
 * id or severity.
 */
export function checkFindings(
  review: ReviewBody,
  accepted: AcceptedFindings = {},
): { readonly pass: boolean; readonly message: string } {
  const { ignore = [], failOn = 'note' } = readAccepted(accepted)
  const counted = review.findings.filter(
    ({ id, severity }) => !ignore.includes(id) && severities.indexOf(severity) <= severities.indexOf(failOn),
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

function readAccepted(accepted: AcceptedFindings): AcceptedFindings {
  const unknown = Object.keys(accepted).find((name) => !optionNames.includes(name))
  if (unknown !== undefined)
    throw new OptionsError(`toHaveNoFindings has no option ${unknown}, only ${optionNames.join(' and ')}.`)
  const { failOn, ignore = [] } = accepted
  if (failOn !== undefined && !severities.includes(failOn))
    throw new OptionsError(`failOn ${mustBeOneOf(severities, failOn)}.`)
  const odd = ignore.find((id) => findFinding(id)?.id !== id)
  const ids = catalogue.map(({ id }) => id)
  if (odd !== undefined)
    throw new OptionsError(`There is no finding ${odd}, only ${ids.join(', ')}.${suggestWord(odd, ids)}`)
  return accepted
}

/** Whether a value is a review, as callers without types may pass anything. */
export function isReview(value: unknown): value is ReviewBody {
  return Array.isArray(Object(value).findings) && typeof Object(value).coverage === 'object'
}
