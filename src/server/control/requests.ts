import * as z from 'zod'
import type { RequestEntry } from '../../simulator/bodies/control/requests.ts'
import type { LoggedRequest } from '../../simulator/requests/request-log.ts'
import { JsonRows } from '../http/json-pieces.ts'
import type { Conceal } from '../service/redact.ts'
import { createStrictSchema, instant, listChoice } from './fields.ts'
import { type ControlRoute, defineAccountRoute, defineQueryRoute, noContent } from './route.ts'
import { showRequest } from './show-request.ts'

/** The query parameters that filter the request log. */
export const requestFilter = createStrictSchema({
  method: z
    .string()
    .regex(/^[A-Za-z-]+$/, 'must be a method such as GET')
    .transform((method) => method.toUpperCase())
    .optional()
    .describe('Return only requests with this HTTP method.'),
  path: z
    .string()
    .regex(
      /^[/*]/,
      'must be a path such as /v1/rates, or a pattern such as /v1/labels* for all paths that begin with /v1/labels',
    )
    .max(500, 'must be at most 500 characters long')
    .transform(createGlobMatcher)
    .optional()
    .describe('Return only requests with this path. Each `*` stands for any characters.'),
  status: z
    .string()
    .regex(/^[1-5](\d\d|xx)$/i, 'must be a status from 100 to 599, or a group of statuses such as 4xx')
    // safe regex: it matches exactly three characters.
    .transform((status) => new RegExp(`^${status.toLowerCase().replace('xx', '\\d\\d')}$`))
    .optional()
    .describe(
      'Return only requests that were answered with this HTTP status, or with one of a class such as `4xx`.',
    ),
  since: instant
    .optional()
    .describe("Return only requests that arrived at this time of the account's clock or later."),
  limit: listChoice.shape.limit,
})

export const requestRoutes: readonly ControlRoute[] = [
  defineQueryRoute('/requests', requestFilter, ({ requestLog }, wanted, { conceal }) => {
    const entries = requestLog.list().filter((entry) => matchesRequestFilter(entry, wanted))
    // Each row is made only when it is written: the search for secrets in megabytes of bodies takes long.
    return {
      status: 200,
      body: { requests: new JsonRows(showRequestEntries(entries.slice(0, wanted.limit), conceal)) },
    }
  }),
  defineAccountRoute('DELETE', '/requests', ({ requestLog }) => {
    requestLog.clear()
    return noContent
  }),
]

function* showRequestEntries(entries: readonly LoggedRequest[], conceal: Conceal): Generator<RequestEntry> {
  for (const entry of entries) yield showRequest(entry, conceal)
}

/** Whether an exchange of the request log matches a filter. */
export function matchesRequestFilter(
  entry: LoggedRequest,
  { method, path, status, since }: z.infer<typeof requestFilter>,
): boolean {
  return (
    (method === undefined || entry.method === method) &&
    (path === undefined || path(entry.path)) &&
    (status === undefined || status.test(String(entry.status))) &&
    (since === undefined || entry.atMs >= since)
  )
}

/**
 * Returns a function that checks whether a path matches a glob, in which `*` matches any characters. It looks for each
 * part of the glob in order, without backtracking.
 */
function createGlobMatcher(glob: string): (path: string) => boolean {
  const [first = '', ...rest] = glob.split('*')
  const last = rest.pop()
  if (last === undefined) return (path) => path === glob
  return (path) => {
    if (!path.startsWith(first)) return false
    let at = first.length
    for (const part of rest) {
      const found = path.indexOf(part, at)
      if (found === -1) return false
      at = found + part.length
    }
    return path.length - last.length >= at && path.endsWith(last)
  }
}
