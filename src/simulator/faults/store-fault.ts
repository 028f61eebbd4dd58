import type { Context } from '../accounts/context.ts'
import type { FaultRecord } from '../accounts/records/faults.ts'
import { isErrorCode } from '../specification/errors.ts'
import { parseCheckedDuration } from '../time/duration.ts'
import type { ParsedFault } from './fault-input.ts'
import { findMode } from './targets.ts'

/** Adds a fault that has been read. `scenario` names the scenario that adds it; null for a fault from a client. */
export function storeFault(context: Context, input: ParsedFault, scenario: string | null): FaultRecord {
  const nowMs = context.clock.now()
  const startsAtMs = nowMs + parseCheckedDuration(input.starts_in ?? '0s')
  const code = input.code ?? null
  const number = context.random.countDraws('flt')
  const fault: FaultRecord = {
    id: context.random.drawId('flt'),
    target: input.target,
    operation: input.operation ?? '*',
    mode: input.mode,
    code: code !== null && isErrorCode(code) ? code : null,
    phase: input.phase ?? 'before',
    status: input.status ?? null,
    latencyMs: input.latency_ms ?? findMode(input.target, input.mode)?.latencyMs ?? null,
    message: input.message ?? null,
    probability: input.probability ?? 1,
    times: input.times ?? null,
    after: input.after ?? 0,
    createdAtMs: nowMs,
    startsAtMs,
    endsAtMs: input.lasts === undefined ? null : startsAtMs + parseCheckedDuration(input.lasts),
    number,
    seen: 0,
    hits: 0,
    scenario,
  }
  context.state.faults.set(fault.id, fault)
  return fault
}
