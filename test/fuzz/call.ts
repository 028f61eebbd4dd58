import type { z } from 'zod'
import type { Seeded } from '../support/seeded.ts'
import type { Pool } from './pool.ts'

/** One call of the service or of the control protocol: its request, and the responses that it may have. */
export interface Call {
  readonly surface: 'service' | 'control'
  readonly method: string
  /** The path, with `{name}` for each variable part. */
  readonly path: string
  /** The prefix of an id in the path. */
  readonly idPrefix?: string
  readonly body?: (pool: Pool, draw: Seeded) => unknown
  readonly query?: (draw: Seeded) => string
  /** Whether the call is only sent mutated, because it would otherwise change too much of the account. */
  readonly alwaysMutated?: boolean
  /** How often the call is drawn, relative to the other calls. */
  readonly weight: number
  readonly successStatus: number
  /** The schema of a success body; null for no body, undefined for a body that is not JSON. */
  readonly shape: z.ZodType | null | undefined
  /** The error codes that are documented for the call, besides those that any call may return. */
  readonly codes: ReadonlySet<string>
}
