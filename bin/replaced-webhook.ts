import { sendHttpRequest } from '../src/client/http/exchange.ts'

/** The query parameter in the URL of `webhook listen --set` with the webhook URL that it replaced. */
const replacedUrlParameter = 'listens-instead-of'
const probeTimeoutMs = 1_000

/**
 * Returns the URL of a listener with the webhook URL that it replaces, so that a later listener can restore that webhook.
 */
export function buildListenerUrl(before: string | null, own: string): string {
  const url = new URL(own)
  url.searchParams.set(replacedUrlParameter, before ?? '')
  return url.href
}

/** Returns the webhook URL to restore: the URL itself, or the webhook that a stopped listener replaced. */
export async function findEffectiveWebhook(url: string | null, own: string): Promise<string | null> {
  if (url === null || !URL.canParse(url)) return url
  const { origin, searchParams } = new URL(url)
  const before = searchParams.get(replacedUrlParameter)
  if (before === null) return url
  const isListenerRunning = origin !== new URL(own).origin && (await isListening(url))
  return isListenerRunning ? url : findEffectiveWebhook(before === '' ? null : before, own)
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
