import type { Child } from 'hono/jsx'
import type { LoggedRequest } from '../../../simulator/requests/request-log.ts'
import { ErrorCode } from '../error-code.tsx'
import type { PageProps } from '../page.ts'
import { findCauseHref } from './reasons.ts'
import { listCarriersOfRequests } from './request-filter.ts'

interface ReasonProps extends PageProps {
  readonly entry: LoggedRequest
  /** Whether the error message is left out, because the fields of a form show it. */
  readonly isShort?: boolean | undefined
}

/** Explains a response in one sentence, with links to the faults and magic values that influenced it. */
export function ReasonSentence({ page, entry, isShort }: ReasonProps) {
  const { decidedBy, lost } = entry
  const causes = decidedBy.map((by) => <CauseLink page={page} by={by} />)
  // A fault may only delay a request that succeeds, so the fault is not the reason.
  const link =
    entry.errorCode === null && listFailedCarriers(entry).length === 0 ? 'affected by' : 'because of'
  return (
    <p class="reason">
      {lost === null ? null : (
        <b>
          The client got no response: a fault ({lost.mode}) cut it off{' '}
          {lost.phase === 'after'
            ? 'after the request was carried out'
            : 'before the request was carried out'}
          .{' '}
        </b>
      )}
      <OutcomeText page={page} entry={entry} isShort={isShort} />
      {causes.length === 0 ? '.' : [`, ${link} `, joinWithAnd(causes), '.']}
    </p>
  )
}

/** Returns the carriers that failed in a request for rates; none for other requests. */
function listFailedCarriers(entry: LoggedRequest): readonly string[] {
  return entry.path.startsWith('/v1/rates') ? listCarriersOfRequests([entry]) : []
}

/** Renders whether a request succeeded, failed or was refused, with its status and error. */
function OutcomeText({ page, entry, isShort = false }: ReasonProps) {
  const { status, errorCode, responseBody } = entry
  if (errorCode === null) {
    const failed = listFailedCarriers(entry)
    return (
      <>
        The request succeeded with {status}
        {failed.length === 0 ? null : [', without ', joinWithAnd(failed)]}
      </>
    )
  }
  return (
    <>
      {status >= 500 ? 'The service failed' : 'The service refused the request'} with {status}{' '}
      <ErrorCode code={errorCode} />
      {isShort ? ', as the form says' : `: ${page.server.conceal(readErrorMessage(responseBody))}`}
    </>
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

/** Renders a link to the fault or magic value that influenced a response. */
function CauseLink({ page, by }: PageProps & { readonly by: string }) {
  const fault = page.context.state.faults.get(/^fault (\S+)$/.exec(by)?.[1] ?? '')
  const href = findCauseHref(page, by)
  if (fault === undefined)
    return (
      <a href={href}>
        {by.startsWith('sim:')
          ? `the magic value ${by}, which stages a failure`
          : `the ${by}, which is removed`}
      </a>
    )
  const { target, mode, scenario } = fault
  return (
    <a href={href}>
      the fault {target} {mode}
      {scenario === null ? '' : ` of the scenario ${scenario}`}
    </a>
  )
}

/** Joins parts of a sentence with commas, and the last one with `and`. */
function joinWithAnd(parts: readonly Child[]): Child[] {
  return parts.flatMap((part, at) => (at === 0 ? [part] : [at === parts.length - 1 ? ' and ' : ', ', part]))
}
