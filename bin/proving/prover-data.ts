import type { WalkOptions } from '../../src/conformance/proof/prove-case.ts'
import type { SelectionOptions } from '../../src/conformance/runner/selection.ts'

/** The data that a thread of the self-test gets at its start. */
export interface ProverData {
  readonly selection: SelectionOptions
  readonly walks: WalkOptions
  /** The seed of the thread's simulator. */
  readonly seed: string
}

/**
 * The maximum number of cases that one thread runs at the same time. It is more than one, because a case mostly waits for
 * responses.
 */
export const maxCasesPerThread = 3
