import type { HttpContext, ServerContext } from './exchange.ts'
import { hostAskedFor } from './host-guard.ts'

/** The address that a request used: from the client's place, it leads to the simulator. */
export function urlAskedAt({ simulator }: ServerContext, http: HttpContext): string {
  const baseUrl = simulator.defaultAccount.settings.baseUrl()
  const host = hostAskedFor(http.env.incoming)
  return host === undefined || host === new URL(baseUrl).host ? baseUrl : `http://${host}`
}
