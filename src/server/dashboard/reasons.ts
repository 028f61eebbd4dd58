import type { LoggedRequest } from '../../simulator/requests/request-log.ts'
import { isErrorCode } from '../../simulator/specification/errors.ts'

/** Where a part of the answer's reason can be read about. */
export interface Place {
  readonly title: string
  readonly href: string
}

/** What begins with these is stated in these sections; the first that fits counts. */
const sections: readonly (readonly [code: string, place: Place])[] = [
  ['AUTH.RATE_LIMIT.', at('Limits: rate limits', 'limits#rate-limits')],
  ['AUTH.KEY.INSUFFICIENT_SCOPE', at('Authentication: scopes', 'authentication#scopes')],
  ['AUTH.KEY.', at('Authentication: refused keys', 'authentication#refused-keys')],
  ['RATE.EXPIRED', at('States of a rate', 'states#states-of-a-rate')],
  ['', at('Errors: codes', 'errors#codes')],
]

function at(title: string, place: string): Place {
  return { title, href: `/docs/specification/${place}` }
}

/** The section of the specification that an error stands on; undefined for what the service does not document. */
export function sectionOf(code: LoggedRequest['errorCode']): Place | undefined {
  if (code === null || !isErrorCode(code)) return undefined
  return sections.find(([prefix]) => code.startsWith(prefix))?.[1]
}

/** Where it is explained what a fault or a magic value does. */
export function causeHref(by: string): string {
  return by.startsWith('sim:') ? '/docs/magic-values#in-an-address' : faultsHref
}

/** What faults do to an answer. */
export const faultsHref = '/docs/faults#targets-and-modes'
