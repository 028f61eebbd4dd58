import type { RequestEntry } from '../../simulator/bodies/control/requests.ts'
import { isDeeperThan, isObject, maxDepth } from '../../simulator/requests/json-body.ts'
import type { LoggedRequest } from '../../simulator/requests/request-log.ts'
import { toTimestamp } from '../../simulator/time/timestamp.ts'
import type { Conceal } from '../service/redact.ts'

/** Returns an exchange as the control protocol shows it, with secrets shortened. */
export function showRequest(entry: LoggedRequest, conceal: Conceal): RequestEntry {
  return {
    id: entry.id,
    at: toTimestamp(entry.atMs),
    method: entry.method,
    path: conceal(entry.path),
    status: entry.status,
    error_code: entry.errorCode,
    request_body: showLoggedBody(entry.requestBody, conceal),
    response_body: showLoggedBody(entry.responseBody, conceal),
    duration_ms: Math.round(entry.durationMs * 1000) / 1000,
    decided_by: entry.decidedBy,
    lost: entry.lost,
  }
}

/** Parses a JSON body for display. Returns the text if it is no JSON, or nested too deeply to be written again. */
function showLoggedBody(body: string | null, conceal: Conceal): unknown {
  if (body === null) return null
  const text = conceal(body)
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) && isDeeperThan(value, maxDepth) ? text : value
  } catch {
    return text
  }
}
