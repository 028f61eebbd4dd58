import { DrydockError } from '../../src/client/http/drydock-error.ts'

/** Whether the simulator returned this error because of the content of a request, such as an invalid file. */
export function isBadInput(error: unknown): error is DrydockError {
  return error instanceof DrydockError && error.status === 422
}
