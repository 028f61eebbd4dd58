import type { FaultBody } from '../../src/simulator/bodies/control/faults.ts'
import type { ConditionField, ModeField } from '../../src/simulator/faults/fields.ts'

/** Formats a fault as the cells of one line. */
export function formatFault(fault: FaultBody): readonly string[] {
  const { id, target, operation, mode } = fault
  return [
    id,
    target,
    operation,
    mode,
    fault.code ?? '',
    describeFaultConditions(fault),
    describeTriggers(fault),
  ]
}

type Field = ModeField | ConditionField | 'scenario'

/** The text for each field of a fault; false if the field is not shown among the conditions. */
const conditionTexts: Readonly<Record<Field, (fault: FaultBody) => string | false>> = {
  // The error code has its own column.
  code: () => false,
  // The message is not shown: clients see it when the fault triggers.
  message: () => false,
  phase: ({ phase }) => phase === 'after' && 'after it was carried out',
  status: ({ status }) => status !== null && `status ${status}`,
  latency_ms: ({ latency_ms }) => latency_ms !== null && `${latency_ms} ms`,
  probability: ({ probability }) => probability < 1 && `${Math.round(probability * 1000) / 10} % of the time`,
  // `times` is shown with the number of triggers.
  times: () => false,
  after: ({ after }) => after > 0 && `not the first ${after}`,
  starts_in: ({ starts_in, starts_at }) => starts_in !== '0s' && `from ${starts_at}`,
  lasts: ({ ends_at }) => ends_at !== null && `until ${ends_at}`,
  scenario: ({ scenario }) => scenario !== null && `by ${scenario}`,
}

function describeFaultConditions(fault: FaultBody): string {
  return Object.values(conditionTexts)
    .map((describeCondition) => describeCondition(fault))
    .filter((text) => text !== false)
    .join(', ')
}

function describeTriggers({ hits, remaining }: FaultBody): string {
  const triggered = `triggered ${hits} ${hits === 1 ? 'time' : 'times'}`
  return remaining === null ? triggered : `${triggered}, ${remaining} left`
}
