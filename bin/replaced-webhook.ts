import { exchange } from '../src/client/http/exchange.ts'

/** The query parameter of a `webhook listen --set` address that holds the webhook it replaced. */
const mark = 'listens-instead-of'
const patienceMs = 1_000

/**
 * Returns the URL of a listener, with the webhook it replaces, so that a later listener can restore that one.
 */
export function buildListenerUrl(before: string | null, own: string): string {
  const url = new URL(own)
  url.searchParams.set(mark, before ?? '')
  return url.href
}

/** Returns the effective webhook: if a listener has gone, the one that it replaced. */
export async function findEffectiveWebhook(url: string | null, own: string): Promise<string | null> {
  if (url === null || !URL.canParse(url)) return url
  const { origin, searchParams } = new URL(url)
  const before = searchParams.get(mark)
  if (before === null) return url
  const stands = origin !== new URL(own).origin && (await isListening(url))
  return stands ? url : findEffectiveWebhook(before === '' ? null : before, own)
}

async function isListening(url: string): Promise<boolean> {
  try {
    // A listener refuses anything but POST.
    const { status } = await exchange({
      url,
      method: 'GET',
      headers: {},
      signal: AbortSignal.timeout(patienceMs),
    })
    return status === 405
  } catch {
    return false
  }
}
