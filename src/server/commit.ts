import { ApiError } from '../simulator/errors.ts'
import type { Simulator } from '../simulator/simulator.ts'

/**
 * What an answer has to wait for until the change it reports is in the data file (one place, for every surface);
 * undefined where there is nothing to wait for.
 */
export function commit(simulator: Simulator): Promise<void> | undefined {
  return simulator.commit()?.catch(() => {
    throw new ApiError('REQUEST.STORAGE.FAILED')
  })
}
