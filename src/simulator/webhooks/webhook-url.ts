import { forbiddenAddress, forbiddenName } from './forbidden-address.ts'

const longestUrl = 2048

/**
 * Why a webhook URL cannot be taken, in words that go on from its name; undefined if it can.
 * Loopback and private addresses are welcome, since receivers run beside the simulator; those where clouds answer with the
 * machine's credentials are not. A name may still resolve to one: the transport looks again when it connects.
 */
export function validateWebhookUrl(url: string): string | undefined {
  if (url.length > longestUrl) return `is longer than ${longestUrl} characters`
  if (!URL.canParse(url)) return 'is not an absolute URL, such as http://127.0.0.1:3000/webhooks'
  const { protocol, username, password, hostname } = new URL(url)
  if (protocol !== 'http:' && protocol !== 'https:') return 'begins with neither http:// nor https://'
  if (username !== '' || password !== '') return 'holds a user name or password'
  if (url.includes('#')) return 'holds a fragment (#), which no receiver would see'
  // A parsed URL has decimal, octal and hexadecimal forms dotted already, and IPv6 in its shortest form in brackets.
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return forbiddenName(host) ?? forbiddenAddress(host.replace(/\.$/, ''))
}
