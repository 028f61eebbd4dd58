import type { Context } from '../accounts/context.ts'
import type { FaultRecord } from '../accounts/records/faults.ts'
import { fail } from '../specification/errors.ts'
import { readFault } from './read-fault.ts'
import { storeFault } from './store-fault.ts'

/**
 * Adds a fault from the fields of a request. Throws CONTROL.FAULT.INVALID for a fault that can never trigger.
 */
export function addFault(context: Context, input: Readonly<Record<string, unknown>>): FaultRecord {
  const read = readFault(input)
  if ('fault' in read) return storeFault(context, read.fault, null)
  const [problem] = read.problems
  const field = problem?.field ?? 'body'
  return fail('CONTROL.FAULT.INVALID', {
    message: `${field} ${problem?.reason ?? 'is not a fault'}.`,
    extras: { field },
    problems: read.problems,
  })
}
