import type { ApiError } from '../simulator/specification/errors.ts'
import { asRefusal } from './defects.ts'
import type { ServerContext } from './exchange.ts'

/**
 * What every answer has to wait for, a refusal too: until whatever changed before it is in the data file (one place, for
 * every route). Undefined where there is nothing to wait for.
 */
export function commit(
  { simulator, tellDefect }: ServerContext,
  requestId: string,
): Promise<void> | undefined {
  return simulator.commit()?.catch((error) => {
    throw asRefusal(error, requestId, tellDefect)
  })
}

/** The refusal that an error makes, once what changed before it is kept; should that fail, the refusal which says so. */
export async function commitRefusal(
  server: ServerContext,
  requestId: string,
  error: unknown,
): Promise<ApiError> {
  const refusal = asRefusal(error, requestId, server.tellDefect)
  if (refusal.code === 'REQUEST.STORAGE.FAILED') return refusal
  try {
    await commit(server, requestId)
    return refusal
  } catch (failure) {
    return asRefusal(failure, requestId, server.tellDefect)
  }
}
