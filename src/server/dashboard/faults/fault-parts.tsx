import type { FaultRecord } from '../../../simulator/accounts/records/faults.ts'
import { listRemovedFaults, type RemovedFault } from '../../../simulator/faults/remove-fault.ts'
import { canTriggerAt, hasEnded } from '../../../simulator/faults/trigger-fault.ts'
import { findRunningScenario } from '../../../simulator/scenarios/running.ts'
import { Badge } from '../../pages/components/badge.tsx'
import { Card } from '../../pages/components/card.tsx'
import { Cell, Empty, Table } from '../../pages/components/table.tsx'
import { ActionForm } from '../action-form.tsx'
import { countOf, countText } from '../money/money.ts'
import type { PageProps } from '../page.ts'
import { formatSpan, Instant } from '../time/instants.tsx'

const columns = [
  { name: 'Where' },
  { name: 'What' },
  { name: 'State' },
  { name: 'Triggered', isNumber: true, isMinor: true },
  { name: 'Remaining', isNumber: true, isMinor: true },
  { name: 'When', isMinor: true },
  { name: 'Action', stays: true },
]

/** Lists the faults that can still trigger, and below them the past faults: those that ended or were removed. */
export function FaultTable({ page }: PageProps) {
  const nowMs = page.context.clock.now()
  const faults = [...page.context.state.faults.values()]
  const past = [...listRemovedFaults(page.context), ...faults.filter((fault) => hasEnded(fault, nowMs))]
  const present = faults.filter((fault) => !hasEnded(fault, nowMs))
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
            <ActionForm
              page={page}
              action="clear"
              submit="Remove all"
              kind="danger"
              confirm="Remove all faults?"
            />
            <ScenarioEndHint page={page} removedIds={present.map(({ id }) => id)} />
          </div>
        </Card>
      )}
      {past.length === 0 ? null : (
        <details class="more" id="past-faults">
          <summary>{countOf(past.length, 'past fault')}</summary>
          <FaultRows page={page} faults={past} caption="Past faults" />
        </details>
      )}
    </>
  )
}

interface FaultRowsProps extends PageProps {
  readonly faults: readonly (FaultRecord | RemovedFault)[]
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

function FaultRow({ page, fault }: PageProps & { readonly fault: FaultRecord | RemovedFault }) {
  const nowMs = page.context.clock.now()
  const { id, target, operation, mode, code, hits, scenario } = fault
  const isPast = 'removedAtMs' in fault || hasEnded(fault, nowMs)
  return (
    <tr id={id}>
      <Cell>
        {target}
        {operation === '*' ? '' : `, ${operation}`}
      </Cell>
      <Cell>
        {mode} {code === null ? null : <code>{code}</code>}{' '}
        {scenario === null ? null : <span class="muted">of {scenario}</span>}
      </Cell>
      <Cell>
        {isPast ? (
          <Badge>{'removedAtMs' in fault ? 'removed' : 'ended'}</Badge>
        ) : canTriggerAt(fault, nowMs) ? (
          <Badge tone="bad">on</Badge>
        ) : (
          <Badge tone="note">to come</Badge>
        )}
      </Cell>
      <Cell isNumber isMinor>
        {countText(hits)}
      </Cell>
      <Cell isNumber isMinor>
        {isPast ? 'nothing' : describeFaultRemainder(fault, nowMs, 'no end')}
      </Cell>
      <Cell isMinor>
        <FaultTimes fault={fault} nowMs={nowMs} />
      </Cell>
      <Cell stays>
        {'removedAtMs' in fault ? null : (
          <ActionForm
            page={page}
            action="remove"
            submit="Remove"
            about={`${target} ${mode}`}
            values={{ fault: id }}
          />
        )}
        <ScenarioEndHint page={page} removedIds={[id]} />
      </Cell>
    </tr>
  )
}

interface FaultTimesProps {
  readonly fault: FaultRecord | RemovedFault
  readonly nowMs: number
}

/** Renders when a fault begins, if it has not begun yet, and when it ends or what ends it. */
function FaultTimes({ fault, nowMs }: FaultTimesProps) {
  const { startsAtMs, times } = fault
  const endMs = 'removedAtMs' in fault ? fault.removedAtMs : fault.endsAtMs
  return (
    <>
      {nowMs < startsAtMs ? (
        <div>
          from <Instant atMs={startsAtMs} nowMs={nowMs} />
        </div>
      ) : null}
      <div>
        until{' '}
        {endMs === null ? (
          `it is ${times === null ? 'removed' : 'used up'}`
        ) : (
          <Instant atMs={endMs} nowMs={nowMs} />
        )}
      </div>
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
  const calls = times === null ? [] : [`${countOf(times - hits, 'call')} left`]
  return [...time, ...calls].join(', ') || endless
}

interface ScenarioEndHintProps extends PageProps {
  /** The ids of the faults that an action removes. */
  readonly removedIds: readonly string[]
}

/** Warns beside a button that removes faults if their removal ends the running scenario. */
export function ScenarioEndHint({ page: { context }, removedIds }: ScenarioEndHintProps) {
  const name = findRunningScenario(context)
  if (name === null || findRunningScenario(context, removedIds) !== null) return null
  return <p class="hint">Ends the scenario {name}.</p>
}
