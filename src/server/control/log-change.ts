import type { Context } from '../../simulator/accounts/context.ts'

/**
 * Matches the paths of calls that are logged, because the tests that the dashboard generates repeat them. A generated
 * test moves the clock by itself and needs no calls about webhooks, keys or snapshots.
 */
const loggedPath = /^\/(?:faults|scenario|wallet|tracking|labels|carrier-accounts)\b/

/** Returns a function that logs a control call once it has succeeded; undefined for calls that are not logged. */
export function createChangeLogger(
  context: Context,
  { method, path }: { readonly method: string; readonly path: string },
  request: { param(name: string): string; json(): unknown },
): ((response: { readonly status: number; readonly body?: unknown }) => void) | undefined {
  if (method === 'GET' || !loggedPath.test(path)) return undefined
  const [newest] = context.requestLog.iterateNewest()
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
