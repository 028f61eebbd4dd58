import * as z from 'zod'
import { modeFields } from '../../faults/fields.ts'
import { faultModes, faultTargets, findMode } from '../../faults/targets.ts'
import { count, errorCode, instant, nullable, text } from './fields.ts'
import type { ReadonlyRecord } from './readonly-record.ts'

/** A fault as an account stores it. Fields that only some modes take are null if the fault has no value for them. */
export type FaultRecord = ReadonlyRecord<typeof fault>

export const fault = z
  .strictObject({
    id: text,
    target: z.enum(faultTargets),
    operation: text,
    /** The way in which the target of the fault fails, such as `timeout`. */
    mode: z.enum(faultModes),
    code: nullable(errorCode),
    phase: z.enum(modeFields.phase.choices),
    status: nullable(z.int()),
    latencyMs: nullable(count),
    message: nullable(text),
    probability: z.number().min(0).max(1),
    times: nullable(count),
    after: count,
    createdAtMs: instant,
    startsAtMs: instant,
    endsAtMs: nullable(instant),
    /**
     * The number of faults that the account had before this one. The number names the stream of the fault's random
     * draws. Faults of the first versions lack it.
     */
    number: count.default(0),
    /** The number of calls that matched the fault, triggered or not. `after` and the random draws depend on it. */
    seen: count,
    hits: count,
    /** The scenario that added the fault. Stopping the scenario removes the fault. */
    scenario: nullable(text),
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
