import * as z from 'zod'
import type { FaultRecord } from '../../simulator/accounts/records.ts'
import { addFault } from '../../simulator/faults/fault.ts'
import { parse } from '../../simulator/requests/parse.ts'
import { fail } from '../../simulator/specification/errors.ts'
import { formatDuration } from '../../simulator/time/duration.ts'
import { toTimestamp, toTimestampOrNull } from '../../simulator/time/timestamp.ts'
import { accountRoute, type ControlRoute, noContent } from './route.ts'

const anything = z.record(z.string(), z.unknown(), { error: 'must be an object' })

export const faultRoutes: readonly ControlRoute[] = [
  accountRoute('POST', '/faults', (context, { json }) => ({
    status: 201,
    body: showFault(addFault(context, parse(anything, json()))),
  })),
  accountRoute('GET', '/faults', ({ state }) => ({
    status: 200,
    body: { faults: [...state.faults.values()].map(showFault) },
  })),
  accountRoute('DELETE', '/faults', ({ state }) => {
    state.faults.clear()
    return noContent
  }),
  accountRoute('DELETE', '/faults/{fault}', ({ state }, { param }) => {
    if (!state.faults.delete(param('fault'))) fail('CONTROL.RESOURCE.NOT_FOUND')
    return noContent
  }),
]

function showFault(fault: FaultRecord) {
  return {
    id: fault.id,
    target: fault.target,
    operation: fault.operation,
    mode: fault.mode,
    code: fault.code,
    phase: fault.phase,
    status: fault.status,
    latency_ms: fault.latencyMs,
    message: fault.message,
    probability: fault.probability,
    times: fault.times,
    after: fault.after,
    starts_in: formatDuration(fault.startsAtMs - fault.createdAtMs),
    lasts: fault.endsAtMs === null ? null : formatDuration(fault.endsAtMs - fault.startsAtMs),
    starts_at: toTimestamp(fault.startsAtMs),
    ends_at: toTimestampOrNull(fault.endsAtMs),
    hits: fault.hits,
    remaining: fault.times === null ? null : fault.times - fault.hits,
    scenario: fault.scenario,
  }
}
