import type { LoggedRequest } from '../../../simulator/requests/request-log.ts'
import { isErrorCode } from '../../../simulator/specification/errors.ts'
import type { PageRequest } from '../page.ts'

/** A link to a section of the specification. */
export interface SpecificationLink {
  readonly title: string
  readonly href: string
}

/** The sections of the specification by prefixes of error codes. The first match counts. */
const sectionsByCode: readonly (readonly [code: string, place: SpecificationLink])[] = [
  ['AUTH.RATE_LIMIT.', linkSpecification('Limits: rate limits', 'limits#rate-limits')],
  ['AUTH.KEY.INSUFFICIENT_SCOPE', linkSpecification('Authentication: scopes', 'authentication#scopes')],
  ['AUTH.KEY.', linkSpecification('Authentication: refused keys', 'authentication#refused-keys')],
  ['RATE.EXPIRED', linkSpecification('States of a rate', 'states#states-of-a-rate')],
  ['', linkSpecification('Errors: codes', 'errors#codes')],
]

function linkSpecification(title: string, place: string): SpecificationLink {
  return { title, href: `/docs/specification/${place}` }
}

/** Returns the link to the specification's section for an error code; undefined for a code of the simulator. */
export function findSpecificationSection(code: LoggedRequest['errorCode']): SpecificationLink | undefined {
  if (code === null || !isErrorCode(code)) return undefined
  return sectionsByCode.find(([prefix]) => code.startsWith(prefix))?.[1]
}

/** Returns the link to a fault on the page of carriers, or to the documentation of magic values and removed faults. */
export function findCauseHref({ context, href }: Pick<PageRequest, 'context' | 'href'>, by: string): string {
  if (by.startsWith('sim:')) return magicValuesHref
  const id = /^fault (\S+)$/.exec(by)?.[1] ?? ''
  return context.state.faults.has(id) ? `${href('carriers')}#${id}` : faultModesHref
}

/** The documentation of the effects of faults. */
export const faultModesHref = '/docs/faults#which-targets-and-modes-are-there'

/** The documentation of the magic values in addresses. */
export const magicValuesHref = '/docs/magic-values#what-can-an-address-cause'
