import type { FaultRecord } from '../../../simulator/accounts/records/faults.ts'
import { conditionFields, type Field, modeFields } from '../../../simulator/faults/fields.ts'
import { hasEnded } from '../../../simulator/faults/trigger-fault.ts'
import { formatDuration } from '../../../simulator/time/duration.ts'
import type { ControlCall } from '../control-call.ts'
import { quoteShellWord } from '../control-call.ts'
import { parseFormNumber } from '../form.ts'
import type { FormValues } from '../page.ts'

/** The fields of a fault besides its target, operation and mode, by name. */
const faultFields: Readonly<Record<string, Field>> = { ...modeFields, ...conditionFields }

/** Returns the call that adds the fault of a form, without empty fields. */
export function buildAddFaultCall(values: FormValues) {
  const body: Record<string, unknown> = {}
  const options: string[] = []
  for (const [name, value] of Object.entries(values)) {
    if (value === '') continue
    body[name] = parseFieldValue(value, faultFields[name])
    if (name !== 'target' && name !== 'mode')
      options.push(`--${name.replaceAll('_', '-')} ${quoteShellWord(value)}`)
  }
  const { target = '', mode = '' } = values
  const command = ['fault add', quoteShellWord(target), mode, ...options].join(' ')
  return { call: 'POST /accounts/{account}/faults', body, command } satisfies ControlCall
}

/**
 * Returns form values that add a fault again for its remaining time and calls; undefined if the fault has ended.
 */
export function buildFaultFormValues(fault: FaultRecord, nowMs: number): FormValues | undefined {
  const { target, operation, mode, times, hits, endsAtMs, phase, probability } = fault
  const beginsMs = Math.max(nowMs, fault.startsAtMs)
  if (hasEnded(fault, nowMs)) return undefined
  const all = {
    target,
    operation: operation === '*' ? null : operation,
    mode,
    code: fault.code,
    phase: phase === 'before' ? null : phase,
    status: fault.status,
    latency_ms: fault.latencyMs,
    message: fault.message,
    probability: probability === 1 ? null : probability,
    times: times === null ? null : times - hits,
    after: Math.max(0, fault.after - fault.seen) || null,
    starts_in: beginsMs === nowMs ? null : formatDuration(beginsMs - nowMs),
    lasts: endsAtMs === null ? null : formatDuration(endsAtMs - beginsMs),
  }
  const given = Object.entries(all).filter(([, value]) => value !== null)
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
}

/** Returns the text of a numeric field as a number; the text of any other field unchanged. */
function parseFieldValue(value: string, field: Field | undefined): unknown {
  const isNumber = field?.kind === 'whole' || field?.kind === 'fraction'
  return isNumber ? parseFormNumber(value) : value
}
