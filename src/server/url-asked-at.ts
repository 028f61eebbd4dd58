import { rememberLast } from '../remember-last.ts'
import type { Asked, ServerContext } from './exchange.ts'
import { knownHostAskedFor } from './host-guard.ts'

/**
 * The address that a request used, if the host guard knows it: from the client's place, it leads to the simulator. Else
 * the public URL, or the address that the simulator listens at (choices 33).
 */
export function urlAskedAt({ simulator, hostGuard }: ServerContext, { env }: Pick<Asked, 'env'>): string {
  const baseUrl = simulator.defaultAccount.settings.baseUrl()
  const host = knownHostAskedFor(env.incoming, hostGuard)
  return host === undefined || isHostOf(baseUrl, host) ? baseUrl : `http://${host}`
}

/** Whether a Host is that of a URL, in whatever letters; some proxies name the port that goes without saying. */
const isHostOf = rememberLast((url: string, host: string): boolean => {
  const { protocol, host: wanted } = new URL(url)
  const asked = `${protocol}//${host}`
  return URL.canParse(asked) && new URL(asked).host === wanted
})

/** The address that generated documents, recorded answers and pages have: that of a simulator started without options. */
export const writtenUrl = 'http://127.0.0.1:4010'

/** A text of a file, for whoever reaches the simulator at this address. */
export function atUrl(text: string, url: string): string {
  if (url === writtenUrl) return text
  return text.replaceAll(writtenUrl, () => url).replaceAll(new URL(writtenUrl).host, () => new URL(url).host)
}
