import type { ApiError } from '../../simulator/specification/errors.ts'
import { toApiError } from '../defects.ts'
import type { ServerContext } from './exchange.ts'

/**
 * Resolves once all changes so far are in the data file; returns undefined if they are already. Every response waits
 * for this, also a refusal.
 */
export function commitResponse(
  { simulator, reportDefect }: ServerContext,
  requestId: string,
): Promise<void> | undefined {
  return simulator.commit()?.catch((error) => {
    throw toApiError(error, requestId, reportDefect)
  })
}

/**
 * Returns the error that a request is refused with, once earlier changes are stored; if storing fails, the error of the
 * failed write.
 */
export async function commitRefusal(
  server: ServerContext,
  requestId: string,
  error: unknown,
): Promise<ApiError> {
  const refusal = toApiError(error, requestId, server.reportDefect)
  if (refusal.code === 'REQUEST.STORAGE.FAILED') return refusal
  try {
    await commitResponse(server, requestId)
    return refusal
  } catch (failure) {
    return toApiError(failure, requestId, server.reportDefect)
  }
}
