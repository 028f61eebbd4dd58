import type { FaultRecord } from '../accounts/records/faults.ts'
import type { FieldProblem } from '../specification/errors.ts'
import { showFault } from './fault-body.ts'
import { knownFields, readFault } from './read-fault.ts'

/**
 * Returns the problems that a request for a stored fault would have now, by the field names of its record.
 */
export function findStoredFaultProblems(fault: FaultRecord): readonly FieldProblem[] {
  const shown = Object.entries(showFault(fault)).filter(
    ([field, value]) => knownFields.includes(field) && value !== null,
  )
  const { phase, ...asked } = Object.fromEntries(shown)
  // Every record has a phase, whether or not its mode takes one.
  const read = readFault(phase === 'before' ? asked : { ...asked, phase })
  return 'fault' in read
    ? []
    : read.problems.map(({ field, reason }) => ({ field: toRecordField(field), reason }))
}

function toRecordField(field: string): string {
  if (field === 'starts_in') return 'startsAtMs'
  if (field === 'lasts') return 'endsAtMs'
  return field.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
}
