import { isLoopback } from '../../local-address.ts'

const withoutScheme = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?([/?#].*)?$/i

/**
 * Reads an http or https URL; one of this machine, such as `127.0.0.1:4010`, may lack its scheme. For any
 * other text returns the reason, as the rest of a sentence that begins with its name.
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

/** Returns the base URL of a simulator, without paths. */
export function readBaseAddress(given: string): { readonly url: string } | { readonly reason: string } {
  const address = readWebAddress(given)
  if ('reason' in address) return address
  const { url } = address
  const end = url.search(/\/(?:v1|_drydock)(?:\/|$)/)
  if (end === -1) return address
  return { reason: `must be what comes before ${url.slice(end)}: ${url.slice(0, end)}` }
}

/** Returns the message for a base URL that already ends in a path of the API; undefined for any other. */
export function apiPathProblem(url: string): string | undefined {
  const [, base, rest] = /^(.*?)(\/(?:v1|_drydock)\/*)$/.exec(url) ?? []
  return rest === undefined ? undefined : `must be what comes before ${rest}: ${base}`
}

function isWeb(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
