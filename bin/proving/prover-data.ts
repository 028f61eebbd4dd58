import type { WalkOptions } from '../../src/conformance/proof/prove-case.ts'
import type { SelectionOptions } from '../../src/conformance/runner/selection.ts'

/** The data that a thread of the self-test gets at its start. */
export interface ProverData {
  readonly selection: SelectionOptions
  readonly walks: WalkOptions
  /** The seed of the thread's simulator. */
  readonly seed: string
}

/** The maximum number of cases that run in one thread at the same time: while one case waits, others run. */
export const maxCasesPerThread = 3
