import type { Child } from 'hono/jsx'
import type { LoggedRequest } from '../../../simulator/requests/request-log.ts'
import { isErrorCode } from '../../../simulator/specification/errors.ts'
import { ErrorCode } from '../format.tsx'
import type { PageProps, PageRequest } from '../page.ts'
import { listCarriersOfRequests } from './request-filter.ts'

/** The documentation of the effects of faults. */
export const faultModesHref = '/docs/faults#which-targets-and-modes-are-there'

/** The documentation of the magic values in addresses. */
export const magicValuesHref = '/docs/magic-values#what-can-an-address-cause'

/** The sections of the specification by prefixes of error codes. The first match counts. */
const sections: readonly (readonly [prefix: string, title: string, place: string])[] = [
  ['AUTH.RATE_LIMIT.', 'Limits: rate limits', 'limits#rate-limits'],
  ['AUTH.KEY.INSUFFICIENT_SCOPE', 'Authentication: scopes', 'authentication#scopes'],
  ['AUTH.KEY.', 'Authentication: refused keys', 'authentication#refused-keys'],
  ['RATE.EXPIRED', 'States of a rate', 'states#states-of-a-rate'],
  ['', 'Errors: codes', 'errors#codes'],
]

/** Returns the link to the specification's section for an error code; undefined for a code of the simulator. */
export function findSpecificationSection(code: LoggedRequest['errorCode']) {
  if (code === null || !isErrorCode(code)) return undefined
  const [, title, place] = sections.find(([prefix]) => code.startsWith(prefix)) ?? []
  return title === undefined ? undefined : { title, href: `/docs/specification/${place}` }
}

/** Returns a name and a phrase for a fault or magic value that influenced a response, and a link that explains it. */
export function findCause({ context, href }: PageRequest, by: string) {
  const fault = context.state.faults.get(/^fault (\S+)$/.exec(by)?.[1] ?? '')
  if (fault !== undefined) {
    const { id, target, mode, scenario } = fault
    const origin = scenario === null ? '' : ` of the scenario ${scenario}`
    const phrase = `the fault ${target} ${mode}${origin}`
    return { name: `fault: ${target} ${mode}`, phrase, href: `${href('carriers')}#${id}` }
  }
  if (by.startsWith('sim:'))
    return { name: by, phrase: `the magic value ${by}, which simulates a failure`, href: magicValuesHref }
  return { name: by, phrase: `the ${by}, which was removed`, href: faultModesHref }
}

interface ReasonProps extends PageProps {
  readonly entry: LoggedRequest
  /** Whether the error message is left out, because the fields of a form show it. */
  readonly isShort?: boolean
}

/** Explains a response in one sentence, with links to the faults and magic values that influenced it. */
export function ReasonSentence({ page, entry, isShort = false }: ReasonProps) {
  const { status, errorCode, responseBody, decidedBy, lost, path } = entry
  const failed = errorCode === null && path.startsWith('/v1/rates') ? listCarriersOfRequests([entry]) : []
  const causes = decidedBy
    .map((by) => findCause(page, by))
    .map(({ phrase, href }) => <a href={href}>{phrase}</a>)
  // A fault may only delay a request that succeeds, so the fault is not the reason.
  const link = errorCode === null && failed.length === 0 ? 'affected by' : 'because of'
  return (
    <p class="reason">
      {lost === null ? null : (
        <b>
          The client got no response: a fault ({lost.mode}) cut it off {lost.phase} the request was carried
          out.{' '}
        </b>
      )}
      {errorCode === null ? (
        <>
          The request succeeded with {status}
          {failed.length === 0 ? null : [', without ', joinWithAnd(failed)]}
        </>
      ) : (
        <>
          {status >= 500 ? 'The service failed' : 'The service refused the request'} with {status}{' '}
          <ErrorCode code={errorCode} />
          {isShort ? ', as the form says' : `: ${page.server.conceal(readErrorMessage(responseBody))}`}
        </>
      )}
      {causes.length === 0 ? '.' : [`, ${link} `, joinWithAnd(causes), '.']}
    </p>
  )
}

/** Reads the message of an error response, without the full stop at its end. */
export function readErrorMessage(body: string | null): string {
  try {
    return String(Object(Object(JSON.parse(body ?? 'null')).error).message).replace(/\.$/, '')
  } catch {
    return 'its response is no JSON'
  }
}

/** Joins parts of a sentence with commas, and the last one with `and`. */
function joinWithAnd(parts: readonly Child[]): Child[] {
  return parts.flatMap((part, at) => (at === 0 ? [part] : [at === parts.length - 1 ? ' and ' : ', ', part]))
}
