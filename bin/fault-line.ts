import type { FaultBody } from '../src/simulator/faults/fault-body.ts'

/** A fault as the cells of one line. */
export function showFault(fault: FaultBody): readonly string[] {
  const { id, target, operation, mode } = fault
  return [id, target, operation, mode, fault.code ?? '', conditionsOf(fault), bitesOf(fault)]
}

function conditionsOf(fault: FaultBody): string {
  return [
    fault.phase === 'after' && 'after it was carried out',
    fault.status !== null && `status ${fault.status}`,
    fault.latency_ms !== null && `${fault.latency_ms} ms`,
    fault.probability < 1 && `${Math.round(fault.probability * 1000) / 10} % of the time`,
    fault.after > 0 && `not the first ${fault.after}`,
    fault.starts_in !== '0s' && `from ${fault.starts_at}`,
    fault.ends_at !== null && `until ${fault.ends_at}`,
    fault.scenario !== null && `by ${fault.scenario}`,
  ]
    .filter((condition) => condition !== false)
    .join(', ')
}

function bitesOf({ hits, remaining }: FaultBody): string {
  const bitten = `bitten ${hits} ${hits === 1 ? 'time' : 'times'}`
  return remaining === null ? bitten : `${bitten}, ${remaining} left`
}
