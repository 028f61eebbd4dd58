import { type DeliveryRecord, redeliveriesOf } from '../../../simulator/accounts/records/deliveries.ts'
import { webhookDelaysMs } from '../../../simulator/specification/operations.ts'
import { formatDuration } from '../../../simulator/time/duration.ts'
import { Badge } from '../../pages/components/badge.tsx'
import { Cell, Table } from '../../pages/components/table.tsx'
import { Instant } from '../time/instants.tsx'

const tones = { pending: 'note', succeeded: 'good', failed: 'bad' } as const

export function DeliveryBadge({ status }: Pick<DeliveryRecord, 'status'>) {
  return <Badge tone={tones[status]}>{status}</Badge>
}

/** Shows the result of an attempt: the receiver's status, or the reason for its absence. */
export function attemptResultText({ responseCode, failure }: DeliveryRecord['attempts'][number]): string {
  return responseCode === null ? (failure ?? 'no response') : String(responseCode)
}

interface DueAttempt {
  readonly atMs: number
  /** The delay after the previous attempt; undefined for a manual one. */
  readonly afterMs: number | undefined
  /** Whether it happens only if the previous attempt fails, too. */
  readonly isDoubtful: boolean
}

/** Returns the attempts that follow if all of them fail, in order of time. */
export function dueAttempts(delivery: DeliveryRecord): readonly DueAttempt[] {
  const { nextAttemptAtMs, scheduledAttempts } = delivery
  const due: DueAttempt[] = redeliveriesOf(delivery).map(({ atMs }) => ({
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
export function Attempts({ delivery, nowMs }: { readonly delivery: DeliveryRecord; readonly nowMs: number }) {
  const { attempts } = delivery
  return (
    <Table caption="Attempts" columns={columns}>
      {attempts.map((attempt, at) => {
        const { atMs, responseCode } = attempt
        const isTaken = responseCode !== null && responseCode >= 200 && responseCode < 300
        return (
          <tr>
            <Cell isNumber>{at + 1}</Cell>
            <Cell>
              <Instant atMs={atMs} nowMs={nowMs} />
            </Cell>
            <Cell>
              <Badge tone={isTaken ? 'good' : 'bad'}>{attemptResultText(attempt)}</Badge>
            </Cell>
            <Cell isMinor>made</Cell>
          </tr>
        )
      })}
      {dueAttempts(delivery).map(({ atMs, afterMs, isDoubtful }, at) => (
        <tr>
          <Cell isNumber>{attempts.length + at + 1}</Cell>
          <Cell>
            <Instant atMs={atMs} nowMs={nowMs} />
          </Cell>
          <Cell>
            {isDoubtful ? <span class="muted">if that fails, too</span> : <Badge tone="note">due</Badge>}
          </Cell>
          <Cell isMinor>{scheduleText(afterMs)}</Cell>
        </tr>
      ))}
    </Table>
  )
}

function scheduleText(afterMs: number | undefined): string {
  if (afterMs === undefined) return 'by hand'
  return afterMs === 0 ? 'at once' : `${formatDuration(afterMs)} after the one before`
}
