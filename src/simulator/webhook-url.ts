const longestUrl = 2048

/**
 * Why a webhook URL cannot be taken, in words that go on from its name; undefined if it can.
 * Loopback and private addresses are welcome, since receivers run beside the simulator; link-local ones are not, for
 * that is where clouds answer with the machine's credentials. A name may still resolve to one: the transport looks
 * again when it connects. (Events, Configuration)
 */
export function validateWebhookUrl(url: string): string | undefined {
  if (url.length > longestUrl) return `is longer than ${longestUrl} characters`
  if (!URL.canParse(url)) return 'is not an absolute URL, such as http://127.0.0.1:3000/webhooks'
  const { protocol, username, password, hostname } = new URL(url)
  if (protocol !== 'http:' && protocol !== 'https:') return 'begins with neither http:// nor https://'
  if (username !== '' || password !== '') return 'holds a user name or password'
  if (url.includes('#')) return 'holds a fragment (#), which no receiver would see'
  if (isLinkLocalHost(hostname)) return 'leads to a link-local address'
  return undefined
}

/** The hostname must come from a parsed URL, where decimal, octal and hexadecimal forms are already dotted or hex. */
function isLinkLocalHost(hostname: string): boolean {
  return linkLocalForms.some((form) => form.test(hostname))
}

const linkLocalForms = [
  /^169\.254\.\d+\.\d+$/,
  /^\[fe[89ab][0-9a-f]:/,
  // An IPv4 address inside an IPv6 one: mapped, compatible, and as translated by NAT64.
  /^\[(?:64:ff9b)?::(?:ffff:)?a9fe:[0-9a-f]{1,4}\]$/,
] as const
