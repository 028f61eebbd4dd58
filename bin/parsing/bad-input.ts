import { DrydockError } from '../../src/client/http/drydock-error.ts'

/** Whether an error is a refusal of the simulator because of the content of a request, such as an invalid file. */
export function isBadInput(error: unknown): error is DrydockError {
  return error instanceof DrydockError && error.status === 422
}
