import { isLoopback } from '../../local-address.ts'

const schemelessUrl = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?([/?#].*)?$/i

/**
 * Reads an http or https URL and adds `http://` to an address of this machine, such as `127.0.0.1:4010`. For any other
 * text returns why it is refused, as the end of a sentence that begins with the name of the option.
 */
export function readWebAddress(text: string): { readonly url: string } | { readonly reason: string } {
  if (isHttpUrl(text)) return { url: text }
  const [, host] = schemelessUrl.exec(text) ?? []
  const completed = `http://${text}`
  if (host === undefined || !URL.canParse(completed)) {
    return { reason: `must be an address that begins with http:// or https://, not "${text}"` }
  }
  if (isLoopback(new URL(completed).hostname)) return { url: completed }
  return { reason: `must begin with http:// or https://: write ${completed} or https://${text}` }
}

/** Reads the base URL of a simulator like `readWebAddress`; refuses a URL with a path of the API. */
export function readBaseAddress(text: string): { readonly url: string } | { readonly reason: string } {
  const address = readWebAddress(text)
  if ('reason' in address) return address
  const { url } = address
  const end = url.search(/\/(?:v1|_drydock)(?:\/|$)/)
  if (end === -1) return address
  return { reason: `must end before ${url.slice(end)}: write ${url.slice(0, end)}` }
}

/** Returns why a base URL that ends in a path of the API is refused; undefined for any other URL. */
export function describeApiPathProblem(url: string): string | undefined {
  const [, base, rest] = /^(.*?)(\/(?:v1|_drydock)\/*)$/.exec(url) ?? []
  return rest === undefined ? undefined : `must end before ${rest}: write ${base}`
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
