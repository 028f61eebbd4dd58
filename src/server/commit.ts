import { ApiError } from '../simulator/errors.ts'
import type { Simulator } from '../simulator/simulator.ts'

/** Holds an answer back until the change it reports is in the data file (one place, for every surface). */
export async function commit(simulator: Simulator): Promise<void> {
  try {
    await simulator.commit()
  } catch {
    throw new ApiError('REQUEST.STORAGE.FAILED')
  }
}
