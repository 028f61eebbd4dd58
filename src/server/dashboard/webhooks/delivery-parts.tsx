import { type DeliveryRecord, listRedeliveries } from '../../../simulator/accounts/records/deliveries.ts'
import { webhookDelaysMs } from '../../../simulator/specification/operations.ts'
import { formatDuration } from '../../../simulator/time/duration.ts'
import { Badge } from '../../pages/components/badge.tsx'
import { Cell, Table } from '../../pages/components/table.tsx'
import type { AttemptFailure } from '../../webhooks/attempt-failure.ts'
import { Instant } from '../time/instants.tsx'

const statusTones = { pending: 'note', succeeded: 'good', failed: 'bad' } as const

export function DeliveryBadge({ status }: Pick<DeliveryRecord, 'status'>) {
  return <Badge tone={statusTones[status]}>{status}</Badge>
}

type Attempt = DeliveryRecord['attempts'][number]

/** Formats the result of an attempt: the receiver's status, or the reason why there is none. */
function formatAttemptResult({ responseCode, failure }: Attempt): string {
  return responseCode === null ? (failure ?? 'no response') : String(responseCode)
}

/** Describes in one sentence how an attempt ended. */
export function describeAttempt(attempt: Attempt): string {
  const { responseCode, failure } = attempt
  if (isAccepted(attempt)) return `The receiver accepted it with ${responseCode}.`
  if (responseCode !== null) return `The receiver responded with ${responseCode}, which is not a success.`
  const isKnown = (name: string | null): name is keyof typeof failureSentences =>
    name !== null && Object.hasOwn(failureSentences, name)
  return isKnown(failure) ? failureSentences[failure] : 'The receiver gave no response.'
}

const failureSentences: Readonly<Record<AttemptFailure | 'dropped', string>> = {
  dropped: 'A fault dropped it before it reached the receiver.',
  refused: 'The receiver refused the connection, or cannot be reached.',
  dns: "The receiver's host name was not found.",
  tls: 'The TLS handshake with the receiver failed.',
  reset: 'The connection closed before the receiver responded.',
  timeout: 'The receiver did not respond in time.',
  protocol: 'The receiver did not respond in valid HTTP.',
  blocked: "The receiver's address is not allowed.",
}

function isAccepted({ responseCode }: Attempt): boolean {
  return responseCode !== null && responseCode >= 200 && responseCode < 300
}

interface DueAttempt {
  readonly atMs: number
  /** The delay after the previous attempt; undefined for a requested redelivery. */
  readonly afterMs: number | undefined
  /** Whether the attempt happens only if the previous one fails. */
  readonly isDoubtful: boolean
}

/** Returns the attempts that are still due if all of them fail, in order of time. */
export function listDueAttempts(delivery: DeliveryRecord): readonly DueAttempt[] {
  const { nextAttemptAtMs, scheduledAttempts } = delivery
  const due: DueAttempt[] = listRedeliveries(delivery).map(({ atMs }) => ({
    atMs,
    afterMs: undefined,
    isDoubtful: false,
  }))
  if (nextAttemptAtMs === null) return due
  let atMs = nextAttemptAtMs
  for (const [at, afterMs] of webhookDelaysMs.entries()) {
    if (at < scheduledAttempts) continue
    const isDoubtful = at > scheduledAttempts
    if (isDoubtful) atMs += afterMs
    due.push({ atMs, afterMs, isDoubtful })
  }
  return due.sort((one, other) => one.atMs - other.atMs)
}

const columns = [
  { name: '#', isNumber: true },
  { name: 'When' },
  { name: 'Result' },
  { name: 'Schedule', isMinor: true },
]

/** Renders a delivery's past and planned attempts on its schedule. */
export function AttemptTable({
  delivery,
  nowMs,
}: {
  readonly delivery: DeliveryRecord
  readonly nowMs: number
}) {
  const { attempts } = delivery
  return (
    <Table caption="Attempts" columns={columns}>
      {attempts.map((attempt, at) => {
        const { atMs } = attempt
        return (
          <tr>
            <Cell isNumber>{at + 1}</Cell>
            <Cell>
              <Instant atMs={atMs} nowMs={nowMs} />
            </Cell>
            <Cell>
              <Badge tone={isAccepted(attempt) ? 'good' : 'bad'}>{formatAttemptResult(attempt)}</Badge>{' '}
              {describeAttempt(attempt)}
            </Cell>
            <Cell isMinor>made</Cell>
          </tr>
        )
      })}
      {listDueAttempts(delivery).map(({ atMs, afterMs, isDoubtful }, at) => (
        <tr>
          <Cell isNumber>{attempts.length + at + 1}</Cell>
          <Cell>
            <Instant atMs={atMs} nowMs={nowMs} />
          </Cell>
          <Cell>
            {isDoubtful ? (
              <span class="muted">if the attempt before fails</span>
            ) : (
              <Badge tone="note">due</Badge>
            )}
          </Cell>
          <Cell isMinor>{describeSchedule(afterMs)}</Cell>
        </tr>
      ))}
    </Table>
  )
}

function describeSchedule(afterMs: number | undefined): string {
  if (afterMs === undefined) return 'requested'
  return afterMs === 0 ? 'at once' : `${formatDuration(afterMs)} after the attempt before`
}
