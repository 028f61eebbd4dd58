import { sendHttpRequest } from '../src/client/http/exchange.ts'

/** The query parameter with the account's earlier webhook URL, in the webhook URL that `webhook listen --set` sets. */
const replacedUrlParameter = 'listens-instead-of'
const probeTimeoutMs = 1_000

/**
 * Adds the webhook URL that a listener replaces to the listener's own URL, so that a later listener can restore the
 * replaced webhook.
 */
export function buildListenerUrl(replacedUrl: string | null, listenerUrl: string): string {
  const url = new URL(listenerUrl)
  url.searchParams.set(replacedUrlParameter, replacedUrl ?? '')
  return url.href
}

/**
 * Returns the webhook URL to restore: `url` itself or, if `url` is that of a listener that has stopped, the webhook URL
 * that this listener had replaced.
 */
export async function findWebhookToRestore(url: string | null, ownUrl: string): Promise<string | null> {
  if (url === null || !URL.canParse(url)) return url
  const { origin, searchParams } = new URL(url)
  const before = searchParams.get(replacedUrlParameter)
  if (before === null) return url
  const isListenerRunning = origin !== new URL(ownUrl).origin && (await isListening(url))
  return isListenerRunning ? url : findWebhookToRestore(before === '' ? null : before, ownUrl)
}

async function isListening(url: string): Promise<boolean> {
  try {
    // A running listener refuses GET with status 405.
    const { status } = await sendHttpRequest({
      url,
      method: 'GET',
      headers: {},
      signal: AbortSignal.timeout(probeTimeoutMs),
    })
    return status === 405
  } catch {
    return false
  }
}
