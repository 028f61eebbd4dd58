import type { Alteration } from './mutant.ts'

/** A service that the specification allows, unlike the simulator in one way: no rule may fail on it. */
export interface Variation {
  /** In kebab-case, never used twice. */
  readonly id: string
  /** What this service does otherwise, and may. */
  readonly what: string
  open(): Alteration
}
