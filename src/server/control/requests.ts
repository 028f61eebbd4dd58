import * as z from 'zod'
import { parse } from '../../simulator/parse.ts'
import type { LoggedRequest } from '../../simulator/request-log.ts'
import { toTimestamp } from '../../simulator/timestamp.ts'
import { redactSecrets } from '../redact.ts'
import { instant, only } from './fields.ts'
import { accountRoute, type ControlRequest, type ControlRoute, noContent } from './route.ts'

const filter = only({
  method: z
    .string()
    .regex(/^[A-Za-z-]+$/, 'must be a method such as GET')
    .transform((method) => method.toUpperCase())
    .optional(),
  path: z.string().startsWith('/', 'must be a path such as /v1/rates').optional(),
  status: z
    .string()
    .regex(/^[1-5]\d\d$/, 'must be a status from 100 to 599')
    .transform(Number)
    .optional(),
  since: instant.optional(),
})

export const requestRoutes: readonly ControlRoute[] = [
  {
    ...accountRoute('GET', '/requests', ({ requestLog }, request) => ({
      status: 200,
      body: { requests: requestLog.list().filter(wantedBy(request)).map(showRequest) },
    })),
    query: Object.keys(filter.shape),
  },
  accountRoute('DELETE', '/requests', ({ requestLog }) => {
    requestLog.clear()
    return noContent
  }),
]

function wantedBy({ query }: ControlRequest): (entry: LoggedRequest) => boolean {
  const { method, path, status, since } = parse(filter, {
    method: query('method'),
    path: query('path'),
    status: query('status'),
    since: query('since'),
  })
  return (entry) =>
    (method === undefined || entry.method === method) &&
    (path === undefined || entry.path === path) &&
    (status === undefined || entry.status === status) &&
    (since === undefined || entry.atMs >= since)
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
