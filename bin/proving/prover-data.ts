import type { SelectionOptions } from '../../src/conformance/running/selection.ts'

/** What a thread that proves is told at its start. */
export interface ProverData {
  readonly selection: SelectionOptions
  /** Of its simulator. */
  readonly seed: string
}

/** Cases at a time in one thread: while one waits, others go on. */
export const proverWidth = 3
