import type { FaultRecord } from '../accounts/records/faults.ts'
import type { FieldProblem } from '../specification/errors.ts'
import { buildFaultBody } from './fault-body.ts'
import { knownFields, readFault } from './read-fault.ts'

/**
 * Returns the problems of a stored fault for which a request to add the same fault would be refused now. Each problem
 * names a field of the stored record.
 */
export function findStoredFaultProblems(fault: FaultRecord): readonly FieldProblem[] {
  const shown = Object.entries(buildFaultBody(fault)).filter(
    ([field, value]) => knownFields.includes(field) && value !== null,
  )
  const { phase, ...asked } = Object.fromEntries(shown)
  // Every stored fault has a `phase`, even if its mode takes none.
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
