import type { WalkOptions } from '../../src/conformance/proof/prove-case.ts'
import type { SelectionOptions } from '../../src/conformance/runner/selection.ts'

/** The start data of a prover thread. */
export interface ProverData {
  readonly selection: SelectionOptions
  readonly walks: WalkOptions
  /** The seed of its simulator. */
  readonly seed: string
}

/** The number of parallel cases in one thread: while one waits, others run. */
export const proverWidth = 3
