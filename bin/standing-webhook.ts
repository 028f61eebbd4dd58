import { exchange } from '../src/client/exchange.ts'

/** What an address of a `webhook listen --set` has behind it where it took the place of another: that other. */
const mark = 'listens-instead-of'
const patienceMs = 1_000

/** The address of a listener that says whose place it takes, so that whoever comes after it can put that back. */
export function urlReplacing(before: string | null, own: string): string {
  const url = new URL(own)
  url.searchParams.set(mark, before ?? '')
  return url.href
}

/** The webhook that counts: a listener that has gone gives way to what was there before it. */
export async function findStanding(url: string | null, own: string): Promise<string | null> {
  if (url === null || !URL.canParse(url)) return url
  const { origin, searchParams } = new URL(url)
  const before = searchParams.get(mark)
  if (before === null) return url
  const stands = origin !== new URL(own).origin && (await isListening(url))
  return stands ? url : findStanding(before === '' ? null : before, own)
}

async function isListening(url: string): Promise<boolean> {
  try {
    // It takes deliveries alone, and says so.
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
