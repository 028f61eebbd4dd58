import type { Context } from '../../simulator/accounts/context.ts'

/**
 * Matches the paths of calls that are logged for the tests that the dashboard generates, which repeat these calls. Such
 * a test moves the clock itself, and needs no webhook, key or snapshot.
 */
const loggedPath = /^\/(?:faults|wallet|tracking|labels|carrier-accounts)\b/

/** Returns a function that logs a control call once it has succeeded; undefined for calls that are not logged. */
export function createChangeLogger(
  context: Context,
  { method, path }: { readonly method: string; readonly path: string },
  request: { param(name: string): string; json(): unknown },
): ((response: { readonly status: number; readonly body?: unknown }) => void) | undefined {
  if (method === 'GET' || !loggedPath.test(path)) return undefined
  const [newest] = context.requestLog.newest()
  const atMs = context.clock.now()
  return ({ status, body: response }) =>
    context.controlLog.add({
      atMs,
      afterRequest: newest?.id ?? null,
      method,
      path: path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(request.param(name))),
      body: method === 'DELETE' ? undefined : request.json(),
      status,
      response,
    })
}
