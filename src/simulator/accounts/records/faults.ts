import * as z from 'zod'
import { modeFields } from '../../faults/fields.ts'
import { faultModes, faultTargets, findMode } from '../../faults/targets.ts'
import { count, errorCode, instant, optional, text } from './fields.ts'
import type { ReadonlyRecord } from './readonly-record.ts'

/** What an account keeps of a fault. The fields that only some modes take are null where the fault says nothing. */
export type FaultRecord = ReadonlyRecord<typeof fault>

export const fault = z
  .strictObject({
    id: text,
    target: z.enum(faultTargets),
    operation: text,
    /** One of its target's. */
    mode: z.enum(faultModes),
    code: optional(errorCode),
    phase: z.enum(modeFields.phase.choices),
    status: optional(z.int()),
    latencyMs: optional(count),
    message: optional(text),
    probability: z.number().min(0).max(1),
    times: optional(count),
    after: count,
    createdAtMs: instant,
    startsAtMs: instant,
    endsAtMs: optional(instant),
    /**
     * How many faults the account was given before: what its random draws are named by. Faults of the first days have
     * none.
     */
    number: count.default(0),
    /** Calls that matched, bitten or not: what `after` counts and random draws are numbered by. */
    seen: count,
    hits: count,
    /** The scenario that brought it, so that stopping the scenario takes it away. */
    scenario: optional(text),
  })
  .refine(({ target, mode }) => findMode(target, mode) !== undefined, {
    path: ['mode'],
    error: 'is no mode of its target',
  })
  .refine(({ createdAtMs, startsAtMs }) => startsAtMs >= createdAtMs, {
    path: ['startsAtMs'],
    error: 'must not be before createdAtMs',
  })
  .refine(({ startsAtMs, endsAtMs }) => endsAtMs === null || endsAtMs > startsAtMs, {
    path: ['endsAtMs'],
    error: 'must be after startsAtMs',
  })
