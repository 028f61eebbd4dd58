import type { ApiError } from '../../simulator/specification/errors.ts'
import { toApiError } from '../defects.ts'
import type { ServerContext } from './exchange.ts'

/**
 * Returns a promise that resolves once all changes so far are in the data file; undefined if they are there already.
 * Every response waits for it, also a refusal.
 */
export function commitBeforeResponse(
  { simulator, reportDefect }: ServerContext,
  requestId: string,
): Promise<void> | undefined {
  return simulator.commit()?.catch((error) => {
    throw toApiError(error, requestId, reportDefect)
  })
}

/**
 * Waits until all changes so far are stored. Then returns the error with which a request is refused; if the changes
 * cannot be stored, returns the error of the data file instead.
 */
export async function commitBeforeRefusal(
  server: ServerContext,
  requestId: string,
  error: unknown,
): Promise<ApiError> {
  const refusal = toApiError(error, requestId, server.reportDefect)
  if (refusal.code === 'REQUEST.STORAGE.FAILED') return refusal
  try {
    await commitBeforeResponse(server, requestId)
    return refusal
  } catch (failure) {
    return toApiError(failure, requestId, server.reportDefect)
  }
}
