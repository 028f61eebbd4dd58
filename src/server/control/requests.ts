import { parse } from '../../simulator/parse.ts'
import type { LoggedRequest } from '../../simulator/request-log.ts'
import { toTimestamp } from '../../simulator/timestamp.ts'
import { redactSecrets } from '../redact.ts'
import { instant, only } from './fields.ts'
import { accountRoute, type ControlRequest, type ControlRoute, noContent } from './route.ts'

const since = only({ since: instant })

export const requestRoutes: readonly ControlRoute[] = [
  accountRoute('GET', '/requests', ({ requestLog }, request) => ({
    status: 200,
    body: { requests: requestLog.list().filter(wantedBy(request)).map(showRequest) },
  })),
  accountRoute('DELETE', '/requests', ({ requestLog }) => {
    requestLog.clear()
    return noContent
  }),
]

function wantedBy({ query }: ControlRequest): (entry: LoggedRequest) => boolean {
  const method = query('method')?.toUpperCase()
  const path = query('path')
  const status = query('status')
  const sinceText = query('since')
  const sinceMs = sinceText === undefined ? null : parse(since, { since: sinceText }).since
  return (entry) =>
    (method === undefined || entry.method === method) &&
    (path === undefined || entry.path === path) &&
    (status === undefined || String(entry.status) === status) &&
    (sinceMs === null || entry.atMs >= sinceMs)
}

function showRequest(entry: LoggedRequest) {
  return {
    id: entry.id,
    at: toTimestamp(entry.atMs),
    method: entry.method,
    path: redactSecrets(entry.path),
    status: entry.status,
    error_code: entry.errorCode,
    request_body: showBody(entry.requestBody),
    response_body: showBody(entry.responseBody),
    duration_ms: Math.round(entry.durationMs * 1000) / 1000,
    decided_by: entry.decidedBy,
  }
}

/** As JSON where it is JSON, else as the text that came. */
function showBody(body: string | null): unknown {
  if (body === null) return null
  const text = redactSecrets(body)
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
