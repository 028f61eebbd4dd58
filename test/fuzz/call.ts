import type { z } from 'zod'
import type { Seeded } from '../support/seeded.ts'
import type { Pool } from './pool.ts'

/** One call of the service or of the control protocol: how it is made, and what may be answered. */
export interface Call {
  readonly surface: 'service' | 'control'
  readonly method: string
  /** With `{name}` where a part varies. */
  readonly path: string
  /** The prefix of an id in the path. */
  readonly idPrefix?: string
  readonly body?: (pool: Pool, draw: Seeded) => unknown
  readonly query?: (draw: Seeded) => string
  /** Sent as it is drawn it would change too much. */
  readonly alwaysMutated?: boolean
  /** How often it is drawn, among all. */
  readonly weight: number
  readonly successStatus: number
  /** The whole body of a success; null where there is none, undefined where it is no JSON. */
  readonly shape: z.ZodType | null | undefined
  /** Error codes documented for it, beside those that any call may answer. */
  readonly codes: ReadonlySet<string>
}
