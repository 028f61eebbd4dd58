import type { ApiError } from '../simulator/specification/errors.ts'
import { asRefusal } from './defects.ts'
import type { Surface } from './exchange.ts'

/**
 * What every answer has to wait for, a refusal too: until whatever changed before it is in the data file (one place, for
 * every surface). Undefined where there is nothing to wait for.
 */
export function commit({ simulator, tellDefect }: Surface, requestId: string): Promise<void> | undefined {
  return simulator.commit()?.catch((error) => {
    throw asRefusal(error, requestId, tellDefect)
  })
}

/** The refusal that an error makes, once what changed before it is kept; should that fail, the refusal which says so. */
export async function commitRefusal(surface: Surface, requestId: string, error: unknown): Promise<ApiError> {
  const refusal = asRefusal(error, requestId, surface.tellDefect)
  if (refusal.code === 'REQUEST.STORAGE.FAILED') return refusal
  try {
    await commit(surface, requestId)
    return refusal
  } catch (failure) {
    return asRefusal(failure, requestId, surface.tellDefect)
  }
}
