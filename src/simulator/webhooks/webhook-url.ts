import { explainForbiddenAddress, explainForbiddenHostName } from './forbidden-address.ts'

export const maxUrlLength = 2048

/** A pattern that approximately describes allowed URLs, for OpenAPI documents. */
export const webhookUrlPattern = '^[Hh][Tt][Tt][Pp][Ss]?:[/]{2}[^\\s/?#@]+([/?][^#]*)?$'

/**
 * Returns why a webhook URL is refused, as the rest of a sentence; undefined if it is accepted. Loopback and
 * private addresses are allowed, because receivers often run on the same machine; cloud metadata addresses are not.
 * A host name can still resolve to a forbidden address, so the transport checks again when it connects.
 */
export function explainRefusedUrl(url: string): string | undefined {
  if (url.length > maxUrlLength) return `is longer than ${maxUrlLength} characters`
  if (!URL.canParse(url)) return 'is not an absolute URL, such as http://127.0.0.1:3000/webhooks'
  const { protocol, username, password, hostname } = new URL(url)
  if (protocol !== 'http:' && protocol !== 'https:') return 'begins with neither http:// nor https://'
  if (username !== '' || password !== '') return 'contains a user name or password'
  if (url.includes('#')) return 'contains a fragment (#), which HTTP does not send to the receiver; remove it'
  // The URL parser has converted every IPv4 address to dotted decimal form, and every IPv6 address to its shortest form
  // in brackets.
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return explainForbiddenHostName(host) ?? explainForbiddenAddress(host.replace(/\.$/, ''))
}
