import type { FaultRecord } from '../../../simulator/accounts/records/faults.ts'
import { listRemovedFaults, type RemovedFault } from '../../../simulator/faults/remove-fault.ts'
import { canTriggerAt, hasEnded } from '../../../simulator/faults/trigger-fault.ts'
import { findRunningScenario } from '../../../simulator/scenarios/running.ts'
import { Badge, Card, Empty, Row, Table } from '../../pages/components.ts'
import { ActionForm, type ActionFormProps } from '../action-form.tsx'
import { formatCount, formatCountWithNoun, formatSpan, Instant } from '../format.tsx'
import type { PageProps } from '../page.ts'

const columns = {
  Where: '',
  What: '',
  State: '',
  Triggered: 'number minor',
  Remaining: 'number minor',
  When: 'minor',
  Action: 'stays',
}

/** Lists the faults that can still trigger, and below them the past faults: those that ended or were removed. */
export function FaultTable({ page }: PageProps) {
  const nowMs = page.context.clock.now()
  const faults = [...page.context.state.faults.values()]
  const past = [...listRemovedFaults(page.context), ...faults.filter((fault) => hasEnded(fault, nowMs))]
  const present = faults.filter((fault) => !hasEnded(fault, nowMs))
  const ids = present.map(({ id }) => id)
  const clear = { page, action: 'clear', submit: 'Remove all', kind: 'danger' } as const
  return (
    <>
      {present.length === 0 ? (
        <Empty title="No faults">
          <p>
            Take a carrier down above, or add any fault below: on requests, webhooks, purchases or addresses.
          </p>
        </Empty>
      ) : (
        <Card title="Faults" id="fault-list">
          <FaultRows page={page} faults={present} />
          <div class="row">
            <FaultRemovalForm {...clear} confirm="Remove all faults?" removedIds={ids} />
          </div>
        </Card>
      )}
      {past.length === 0 ? null : (
        <details class="more" id="past-faults">
          <summary>{formatCountWithNoun(past.length, 'past fault')}</summary>
          <FaultRows page={page} faults={past} caption="Past faults" />
        </details>
      )}
    </>
  )
}

type AnyFault = FaultRecord | RemovedFault

interface FaultRowsProps extends PageProps {
  readonly faults: readonly AnyFault[]
  readonly caption?: string
}

/** Renders a table of faults, each with a button that removes it. The page must have the action `remove`. */
export function FaultRows({ page, faults, caption = 'Faults' }: FaultRowsProps) {
  return (
    <Table caption={caption} columns={columns}>
      {faults.map((fault) => (
        <FaultRow page={page} fault={fault} />
      ))}
    </Table>
  )
}

function FaultRow({ page, fault }: PageProps & { readonly fault: AnyFault }) {
  const nowMs = page.context.clock.now()
  const { id, target, operation, mode, code, hits, scenario } = fault
  const remove = { page, action: 'remove', submit: 'Remove', about: `${target} ${mode}` }
  const isPast = 'removedAtMs' in fault || hasEnded(fault, nowMs)
  const present = canTriggerAt(fault, nowMs) ? (
    <Badge tone="bad">on</Badge>
  ) : (
    <Badge tone="note">to come</Badge>
  )
  const cells = [
    operation === '*' ? target : `${target}, ${operation}`,
    <>
      {mode} {code === null ? null : <code>{code}</code>}{' '}
      {scenario === null ? null : <span class="muted">of {scenario}</span>}
    </>,
    isPast ? <Badge>{'removedAtMs' in fault ? 'removed' : 'ended'}</Badge> : present,
    formatCount(hits),
    isPast ? 'nothing' : describeFaultRemainder(fault, nowMs, 'no end'),
    <FaultTimes fault={fault} nowMs={nowMs} />,
    'removedAtMs' in fault ? null : <FaultRemovalForm {...remove} values={{ fault: id }} removedIds={[id]} />,
  ]
  return <Row columns={columns} cells={cells} id={id} />
}

/** Renders when a fault begins, if it has not begun yet, and its end: a time, or the event that ends it. */
function FaultTimes({ fault, nowMs }: { readonly fault: AnyFault; readonly nowMs: number }) {
  const { startsAtMs, times } = fault
  const endMs = 'removedAtMs' in fault ? fault.removedAtMs : fault.endsAtMs
  const end = `it is ${times === null ? 'removed' : 'used up'}`
  return (
    <>
      {nowMs < startsAtMs ? (
        <div>
          from <Instant atMs={startsAtMs} nowMs={nowMs} />
        </div>
      ) : null}
      <div>until {endMs === null ? end : <Instant atMs={endMs} nowMs={nowMs} />}</div>
    </>
  )
}

/** Describes how much of a fault remains, in time, in calls or in both. Returns `endless` if the fault has no end. */
export function describeFaultRemainder(
  { startsAtMs, endsAtMs, times, hits }: Pick<FaultRecord, 'startsAtMs' | 'endsAtMs' | 'times' | 'hits'>,
  nowMs: number,
  endless: string,
): string {
  const time = endsAtMs === null ? [] : [`${formatSpan(endsAtMs - Math.max(startsAtMs, nowMs))} left`]
  const calls = times === null ? [] : [`${formatCountWithNoun(times - hits, 'call')} left`]
  return [...time, ...calls].join(', ') || endless
}

interface FaultRemovalProps extends ActionFormProps {
  /** The ids of the faults that the action removes. */
  readonly removedIds: readonly string[]
}

/** Renders a form that removes faults, with a warning if their removal ends the running scenario. */
export function FaultRemovalForm({ removedIds, ...form }: FaultRemovalProps) {
  const { context } = form.page
  const name = findRunningScenario(context)
  const isEnded = name !== null && findRunningScenario(context, removedIds) === null
  return (
    <>
      <ActionForm {...form} />
      {isEnded ? <p class="hint">Ends the scenario {name}.</p> : null}
    </>
  )
}
