import type { Child } from 'hono/jsx'
import type { LoggedRequest } from '../../../simulator/requests/request-log.ts'
import { ErrorCode } from '../error-code.tsx'
import type { PageProps } from '../page.ts'
import { causeHref } from './reasons.ts'
import { carriersIn } from './request-filter.ts'

interface Shown extends PageProps {
  readonly entry: LoggedRequest
  /** Whether the message is left out, because the fields of a form say what is wrong. */
  readonly isShort?: boolean | undefined
}

/** Says in one sentence why the response is as it is, with links to what was set up for it. */
export function Reason({ page, entry, isShort }: Shown) {
  const { decidedBy, lost } = entry
  const causes = decidedBy.map((by) => <Cause page={page} by={by} />)
  // A fault that only slows a request is not why it succeeded.
  const link = entry.errorCode === null && failedCarriers(entry).length === 0 ? 'affected by' : 'because of'
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
      <Outcome page={page} entry={entry} isShort={isShort} />
      {causes.length === 0 ? '.' : [`, ${link} `, joinParts(causes), '.']}
    </p>
  )
}

/** Returns the carriers that failed in a request for rates. */
function failedCarriers(entry: LoggedRequest): readonly string[] {
  return entry.path.startsWith('/v1/rates') ? carriersIn([entry]) : []
}

function Outcome({ page, entry, isShort = false }: Shown) {
  const { status, errorCode, responseBody } = entry
  if (errorCode === null) {
    const failed = failedCarriers(entry)
    return (
      <>
        The request succeeded with {status}
        {failed.length === 0 ? null : [', without ', joinParts(failed)]}
      </>
    )
  }
  return (
    <>
      {status >= 500 ? 'The service failed' : 'The service refused the request'} with {status}{' '}
      <ErrorCode code={errorCode} />
      {isShort ? ', as the form says' : `: ${page.server.conceal(refusalText(responseBody))}`}
    </>
  )
}

/** Returns the message of an error response, without the full stop at its end. */
export function refusalText(body: string | null): string {
  try {
    return String(Object(Object(JSON.parse(body ?? 'null')).error).message).replace(/\.$/, '')
  } catch {
    return 'its response is no JSON'
  }
}

/** Renders a link to the fault, scenario or magic value that influenced a response. */
function Cause({ page, by }: PageProps & { readonly by: string }) {
  const fault = page.context.state.faults.get(/^fault (\S+)$/.exec(by)?.[1] ?? '')
  const href = causeHref(page, by)
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

function joinParts(parts: readonly Child[]): Child[] {
  return parts.flatMap((part, at) => (at === 0 ? [part] : [at === parts.length - 1 ? ' and ' : ', ', part]))
}
