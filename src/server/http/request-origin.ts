import { cacheLastResult } from '../../remember-last.ts'
import type { RequestHead, ServerContext } from '../service/exchange.ts'
import { findKnownHost } from './host-guard.ts'

/**
 * Returns the URL by which the client reaches the simulator: the URL of the request, if the host guard knows its host;
 * else the public URL or the bound address (choices 33).
 */
export function findRequestOrigin(
  { simulator, hostGuard }: ServerContext,
  { env }: Pick<RequestHead, 'env'>,
): string {
  const baseUrl = simulator.defaultAccount.settings.baseUrl()
  const host = findKnownHost(env.incoming, hostGuard)
  return host === undefined || isHostOf(baseUrl, host) ? baseUrl : `http://${host}`
}

/** Whether a Host header names the host of a URL. Ignores letter case and a default port. */
const isHostOf = cacheLastResult((url: string, host: string): boolean => {
  const { protocol, host: wanted } = new URL(url)
  const asked = `${protocol}//${host}`
  return URL.canParse(asked) && new URL(asked).host === wanted
})

/**
 * The URL of the simulator in generated documents, recorded responses and docs pages. It is the URL of a simulator that
 * was started without options.
 */
export const defaultUrl = 'http://127.0.0.1:4010'

/** Replaces `defaultUrl` in the text of a generated file by the simulator's current URL. Returns the new text. */
export function replaceDefaultUrl(text: string, url: string): string {
  if (url === defaultUrl) return text
  return text.replaceAll(defaultUrl, () => url).replaceAll(new URL(defaultUrl).host, () => new URL(url).host)
}
