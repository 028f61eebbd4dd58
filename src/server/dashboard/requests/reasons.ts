import type { LoggedRequest } from '../../../simulator/requests/request-log.ts'
import { isErrorCode } from '../../../simulator/specification/errors.ts'
import type { PageRequest } from '../page.ts'

/** A part of a response's reason, with a link to its explanation. */
export interface Place {
  readonly title: string
  readonly href: string
}

/** Prefixes of error codes and their sections of the specification; the first match counts. */
const sections: readonly (readonly [code: string, place: Place])[] = [
  ['AUTH.RATE_LIMIT.', placeAt('Limits: rate limits', 'limits#rate-limits')],
  ['AUTH.KEY.INSUFFICIENT_SCOPE', placeAt('Authentication: scopes', 'authentication#scopes')],
  ['AUTH.KEY.', placeAt('Authentication: refused keys', 'authentication#refused-keys')],
  ['RATE.EXPIRED', placeAt('States of a rate', 'states#states-of-a-rate')],
  ['', placeAt('Errors: codes', 'errors#codes')],
]

function placeAt(title: string, place: string): Place {
  return { title, href: `/docs/specification/${place}` }
}

/** Returns the specification's section for an error code; undefined for a code of the simulator. */
export function sectionOf(code: LoggedRequest['errorCode']): Place | undefined {
  if (code === null || !isErrorCode(code)) return undefined
  return sections.find(([prefix]) => code.startsWith(prefix))?.[1]
}

/** Returns the page of a fault that exists, otherwise the one that explains such a fault or magic value. */
export function causeHref({ context, href }: Pick<PageRequest, 'context' | 'href'>, by: string): string {
  if (by.startsWith('sim:')) return magicHref
  const id = /^fault (\S+)$/.exec(by)?.[1] ?? ''
  return context.state.faults.has(id) ? `${href('carriers')}#${id}` : faultsHref
}

/** The effects that faults have on a response. */
export const faultsHref = '/docs/faults#which-targets-and-modes-are-there'

/** The words in an address that choose an outcome. */
export const magicHref = '/docs/magic-values#what-can-an-address-cause'
