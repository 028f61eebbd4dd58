const withoutScheme = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?([/?#].*)?$/i

/**
 * An http or https address as people write it: one of this machine, such as `127.0.0.1:4010`, may lack its scheme. Else
 * what is wrong with it and what would do, in words that go on from its name.
 */
export function readWebAddress(given: string): { readonly url: string } | { readonly reason: string } {
  if (isWeb(given)) return { url: given }
  const [, host] = withoutScheme.exec(given) ?? []
  const completed = `http://${given}`
  if (host === undefined || !URL.canParse(completed)) {
    return { reason: `must be an address that begins with http:// or https://, not "${given}"` }
  }
  if (isLoopback(new URL(completed).hostname)) return { url: completed }
  return { reason: `must begin with http:// or https://: write ${completed} or https://${given}` }
}

function isWeb(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}
