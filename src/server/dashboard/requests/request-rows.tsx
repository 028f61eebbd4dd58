import type { LoggedRequest } from '../../../simulator/requests/request-log.ts'
import { toTimestamp } from '../../../simulator/time/timestamp.ts'
import { allowLineBreaks, Badge, Row, StatusBadge, shortenText } from '../../pages/components.ts'
import { ErrorCode, formatCount, formatInstant } from '../format.tsx'
import type { PageProps, PageRequest } from '../page.ts'
import { faultModesHref, findCause, readErrorMessage } from './reason.tsx'

export const requestColumns = { Time: '', Request: '', Status: '', Why: '', Key: 'minor', ms: 'number minor' }

interface RequestRowProps extends PageProps {
  readonly entry: LoggedRequest
  /** The query of the list's filter. The link to the request contains it. */
  readonly query?: string
  /** Whether the page shows this request beside the list. */
  readonly isCurrent?: boolean
}

/** Renders a request as a row, with a link to its page, its status and its reasons. */
export function RequestRow({ page, entry, query = '', isCurrent = false }: RequestRowProps) {
  const { conceal } = page.server
  const cells = [
    <RequestTime page={page} entry={entry} />,
    <a
      href={page.href(`requests/${entry.id}`) + (query === '' ? '' : `?${query}`)}
      data-row
      aria-current={isCurrent ? 'true' : undefined}
    >
      <span class="method">{entry.method}</span>{' '}
      <code>{allowLineBreaks(shortenText(conceal(entry.path)))}</code>
    </a>,
    <StatusBadge status={entry.status} />,
    <>
      <ResponseReasons page={page} entry={entry} />
      {entry.errorCode === null ? null : (
        <div class="muted">{conceal(readErrorMessage(entry.responseBody))}.</div>
      )}
    </>,
    describeRequestKey(page, entry),
    formatCount(entry.durationMs.toFixed(1)),
  ]
  const kind = isCurrent ? 'stacked current' : 'stacked'
  return <Row columns={requestColumns} cells={cells} id={entry.id} kind={kind} />
}

/** Renders when a request came: the time, and the date if it is not the present date of the account's clock. */
function RequestTime({ page, entry }: Pick<RequestRowProps, 'page' | 'entry'>) {
  const [date, time] = formatInstant(entry.atMs).split(' ')
  const isToday = formatInstant(page.context.clock.now()).startsWith(`${date} `)
  return (
    <time datetime={toTimestamp(entry.atMs)}>
      {isToday ? null : <span class="nowrap muted">{date} </span>}
      <span class="nowrap">{time}</span>
    </time>
  )
}

/** Renders the reasons of a response: its error code, its faults and magic values, and whether the response was lost. */
export function ResponseReasons({ page, entry }: PageProps & { readonly entry: LoggedRequest }) {
  const { errorCode, decidedBy, lost } = entry
  return (
    <span class="why">
      {errorCode === null ? null : <ErrorCode code={errorCode} />}
      {decidedBy
        .map((by) => findCause(page, by))
        .map(({ name, href }) => (
          <a href={href}>
            <Badge tone="warn">{page.server.conceal(name)}</Badge>
          </a>
        ))}
      {lost === null ? null : (
        <a href={faultModesHref}>
          <Badge tone="bad">
            response lost: {lost.mode} {lost.phase} it was carried out
          </Badge>
        </a>
      )}
    </span>
  )
}

/** Describes the key of a request by its environment and its last characters. */
export function describeRequestKey({ context }: PageRequest, { keyId }: LoggedRequest): string {
  if (keyId === null) return 'none'
  const key = context.state.keys.get(keyId)
  return key === undefined ? 'gone' : `${key.environment} …${key.value.slice(-4)}`
}
