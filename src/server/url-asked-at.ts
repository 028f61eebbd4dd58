import type { HttpContext, ServerContext } from './exchange.ts'
import { hostAskedFor } from './host-guard.ts'

/** The address that whoever asked has asked at: from where they are, it leads to the simulator. */
export function urlAskedAt({ simulator }: ServerContext, http: HttpContext): string {
  const baseUrl = simulator.defaultAccount.settings.baseUrl()
  const host = hostAskedFor(http.env.incoming)
  return host === undefined || host === new URL(baseUrl).host ? baseUrl : `http://${host}`
}
