import type { LoggedRequest } from '../../../simulator/requests/request-log.ts'
import { Badge, StatusBadge } from '../../pages/components/badge.tsx'
import { allowLineBreaks, shortenText } from '../../pages/components/breakable.tsx'
import { Cell } from '../../pages/components/table.tsx'
import { ErrorCode } from '../error-code.tsx'
import { countText } from '../money/money.ts'
import type { PageProps, PageRequest } from '../page.ts'
import { instantText } from '../time/instants.tsx'
import { refusalText } from './reason.tsx'
import { causeHref, faultsHref } from './reasons.ts'

export const requestColumns = [
  { name: 'Time', isMinor: true },
  { name: 'Request' },
  { name: 'Status' },
  { name: 'Why' },
  { name: 'Key', isMinor: true },
  { name: 'ms', isNumber: true, isMinor: true },
]

interface RequestRowProps extends PageProps {
  readonly entry: LoggedRequest
  /** The filter of the list, which the page of the request keeps. */
  readonly query?: string
  /** Whether the page shows this exchange beside the list. */
  readonly isCurrent?: boolean
}

/** Renders an exchange as a row: a link to its page, the result and its reasons. */
export function RequestRow({ page, entry, query = '', isCurrent = false }: RequestRowProps) {
  const { conceal } = page.server
  return (
    <tr id={entry.id} class={isCurrent ? 'stacked current' : 'stacked'}>
      <Cell isMinor>
        <span class="nowrap">{instantText(entry.atMs).slice(11)}</span>
      </Cell>
      <Cell>
        <a
          href={page.href(`requests/${entry.id}`) + (query === '' ? '' : `?${query}`)}
          data-row
          aria-current={isCurrent ? 'true' : undefined}
        >
          <span class="method">{entry.method}</span>{' '}
          <code>{allowLineBreaks(shortenText(conceal(entry.path)))}</code>
        </a>
      </Cell>
      <Cell>
        <StatusBadge status={entry.status} />
      </Cell>
      <Cell>
        <ResponseReasons page={page} entry={entry} />
        {entry.errorCode === null ? null : (
          <div class="muted">{conceal(refusalText(entry.responseBody))}.</div>
        )}
      </Cell>
      <Cell isMinor>{keyText(page, entry)}</Cell>
      <Cell isNumber isMinor>
        {countText(entry.durationMs.toFixed(1))}
      </Cell>
    </tr>
  )
}

/**
 * Shows the reasons for a response: its error, the faults and magic values involved, and whether it was lost
 * on its way.
 */
export function ResponseReasons({ page, entry }: PageProps & { readonly entry: LoggedRequest }) {
  const { errorCode, decidedBy, lost } = entry
  return (
    <span class="why">
      {errorCode === null ? null : <ErrorCode code={errorCode} />}
      {decidedBy.map((by) => (
        <a href={causeHref(page, by)}>
          <Badge tone="warn">{page.server.conceal(causeText(page, by))}</Badge>
        </a>
      ))}
      {lost === null ? null : (
        <a href={faultsHref}>
          <Badge tone="bad">
            response lost: {lost.mode} {lost.phase === 'after' ? 'after' : 'before'} it was carried out
          </Badge>
        </a>
      )}
    </span>
  )
}

/** Describes a fault by its effect as long as it exists, else by its id. */
function causeText({ context }: PageRequest, by: string): string {
  const [, id = ''] = /^fault (\S+)$/.exec(by) ?? []
  const fault = context.state.faults.get(id)
  return fault === undefined ? by : `fault: ${fault.target} ${fault.mode}`
}

/** Shortens the key of an exchange, but not so far that two keys look alike. */
export function keyText({ context }: PageRequest, { keyId }: LoggedRequest): string {
  if (keyId === null) return 'none'
  const key = context.state.keys.get(keyId)
  return key === undefined ? 'gone' : `${key.environment} …${key.value.slice(-4)}`
}
