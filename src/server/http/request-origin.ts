import { cacheLastResult } from '../../remember-last.ts'
import type { RequestHead, ServerContext } from '../service/exchange.ts'
import { findKnownHost } from './host-guard.ts'

/**
 * Returns the URL by which the client reaches the simulator: that of the request, if the host guard knows its host.
 * Otherwise returns the public URL, or the address that the simulator listens at (choices 33).
 */
export function findRequestOrigin(
  { simulator, hostGuard }: ServerContext,
  { env }: Pick<RequestHead, 'env'>,
): string {
  const baseUrl = simulator.defaultAccount.settings.baseUrl()
  const host = findKnownHost(env.incoming, hostGuard)
  return host === undefined || isHostOf(baseUrl, host) ? baseUrl : `http://${host}`
}

/** Whether a Host header names the host of a URL, ignoring letter case; some proxies add the default port. */
const isHostOf = cacheLastResult((url: string, host: string): boolean => {
  const { protocol, host: wanted } = new URL(url)
  const asked = `${protocol}//${host}`
  return URL.canParse(asked) && new URL(asked).host === wanted
})

/**
 * The URL of the simulator in generated documents, recorded responses and pages: that of a simulator started without
 * options.
 */
export const writtenUrl = 'http://127.0.0.1:4010'

/** Returns a text of a generated file with the simulator's present URL. */
export function replaceOrigin(text: string, url: string): string {
  if (url === writtenUrl) return text
  return text.replaceAll(writtenUrl, () => url).replaceAll(new URL(writtenUrl).host, () => new URL(url).host)
}
