import { DrydockError } from '../src/client/drydock-error.ts'

/** Whether the simulator refuses what it was sent for what it is, as it does a file that is not what it should be. */
export function isBadInput(error: unknown): error is DrydockError {
  return error instanceof DrydockError && error.status === 422
}
