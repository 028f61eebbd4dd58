import type { Context } from '../accounts/context.ts'
import type { FaultRecord } from '../accounts/records/faults.ts'
import { fail } from '../specification/errors.ts'
import type { ParsedFault } from './fault-input.ts'
import { readFault } from './read-fault.ts'
import { storeFault } from './store-fault.ts'

type FaultInput = Readonly<Record<string, unknown>>

/**
 * Adds a fault from the fields of a request. Throws CONTROL.FAULT.INVALID for a fault that can never trigger.
 */
export function addFault(context: Context, input: FaultInput): FaultRecord {
  return storeFault(context, parseFault(input), null)
}

/** Parses the fields of a request. Throws CONTROL.FAULT.INVALID for a fault that can never trigger. */
export function parseFault(input: FaultInput): ParsedFault {
  const read = readFault(input)
  if ('fault' in read) return read.fault
  const [problem] = read.problems
  const field = problem?.field ?? 'body'
  return fail('CONTROL.FAULT.INVALID', {
    message: `${field} ${problem?.reason ?? 'is not a fault'}.`,
    extras: { field },
    problems: read.problems,
  })
}
