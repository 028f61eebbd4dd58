/**
 * Finds addresses to which the simulator may never send a webhook: link-local addresses, and cloud metadata services,
 * which give the credentials of a machine to any caller. All notations of an address are recognised.
 */

/** Returns why an IP address (without brackets) is forbidden, as the rest of a sentence; undefined if it is allowed. */
export function explainForbiddenAddress(address: string): string | undefined {
  const bytes = address.includes(':') ? parseIpv6(address) : parseIpv4(address)
  if (bytes === undefined) return undefined
  const inner = bytes.length === 16 ? findEmbeddedIpv4(bytes) : undefined
  return [bytes, ...(inner === undefined ? [] : [inner])]
    .map(findForbiddenReason)
    .find((reason) => reason !== undefined)
}

/** Returns why a host name is forbidden, whatever its addresses are; undefined if it is allowed. */
export function explainForbiddenHostName(name: string): string | undefined {
  return metadataNames.has(name.toLowerCase().replace(/\.$/, '')) ? metadata : undefined
}

const linkLocal = 'leads to a link-local address'
const metadata = 'leads to a cloud metadata service, which gives out the credentials of a machine'

const metadataNames: ReadonlySet<string> = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'metadata.azure.internal',
  'metadata.tencentyun.com',
  'instance-data',
  'instance-data.ec2.internal',
  'rancher-metadata',
])

interface Network {
  readonly bytes: readonly number[]
  readonly bits: number
  readonly reason: string
}

const networks: readonly Network[] = [
  parseNetwork('169.254.0.0', 16, linkLocal),
  parseNetwork('fe80::', 10, linkLocal),
  // The metadata services of AWS over IPv6, for virtual machines and for containers.
  parseNetwork('fd00:ec2::', 32, metadata),
  // The metadata service of Google Cloud over IPv6.
  parseNetwork('fd20:ce::', 32, metadata),
  // The metadata service of Scaleway over IPv6.
  parseNetwork('fd00:42::42', 128, metadata),
  // The metadata service of Alibaba Cloud.
  parseNetwork('100.100.100.200', 32, metadata),
  // The older metadata service of Oracle Cloud.
  parseNetwork('192.0.0.192', 32, metadata),
  // The host service of Azure, which also gives out certificates.
  parseNetwork('168.63.129.16', 32, metadata),
]

function parseNetwork(address: string, bits: number, reason: string): Network {
  return { bytes: parseIpv6(address) ?? parseIpv4(address) ?? [], bits, reason }
}

function findForbiddenReason(bytes: readonly number[]): string | undefined {
  return networks.find((candidate) => isInNetwork(bytes, candidate))?.reason
}

function isInNetwork(bytes: readonly number[], { bytes: networkBytes, bits }: Network): boolean {
  if (bytes.length !== networkBytes.length) return false
  return networkBytes.every((byte, at) => {
    const mask = 0xff & (0xff00 >> Math.min(8, Math.max(0, bits - 8 * at)))
    return (byte & mask) === ((bytes[at] ?? 0) & mask)
  })
}

/** The networks of IPv6 addresses that contain an IPv4 address, with the position of its first byte. */
const embeddingPrefixes: readonly (readonly [Network, number])[] = [
  // IPv4-mapped, IPv4-compatible and IPv4-translated addresses.
  [parseNetwork('::ffff:0:0', 96, ''), 12],
  [parseNetwork('::', 96, ''), 12],
  [parseNetwork('::ffff:0:0:0', 96, ''), 12],
  // NAT64 with the well-known and the local-use prefix; 6to4.
  [parseNetwork('64:ff9b::', 96, ''), 12],
  [parseNetwork('64:ff9b:1::', 48, ''), 12],
  [parseNetwork('2002::', 16, ''), 2],
]

function findEmbeddedIpv4(bytes: readonly number[]): readonly number[] | undefined {
  const found = embeddingPrefixes.find(([prefix]) => isInNetwork(bytes, prefix))
  return found && bytes.slice(found[1], found[1] + 4)
}

/** Parses an IPv4 address in dotted decimal form, to which the URL parser has converted all other forms. */
function parseIpv4(address: string): readonly number[] | undefined {
  const parts = address.split('.')
  const isAddress = parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255)
  return isAddress ? parts.map(Number) : undefined
}

function parseIpv6(address: string): readonly number[] | undefined {
  const [plain = ''] = address.split('%')
  const [, last] = /:([\d.]+)$/.exec(plain) ?? []
  const dotted = last?.includes('.') ? last : undefined
  const tail = dotted === undefined ? undefined : parseIpv4(dotted)
  const text = tail === undefined ? plain : plain.slice(0, -(dotted?.length ?? 0)) + toHexGroups(tail)
  const halves = text.split('::').map((half) => (half === '' ? [] : half.split(':')))
  const [head = [], rest] = halves
  const missing = 8 - head.length - (rest?.length ?? 0)
  const groups =
    rest === undefined ? head : [...head, ...Array<string>(Math.max(0, missing)).fill('0'), ...rest]
  const isAddress =
    halves.length <= 2 && groups.length === 8 && groups.every((group) => /^[\da-f]{1,4}$/i.test(group))
  if (!isAddress) return undefined
  return groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff])
}

function toHexGroups([a = 0, b = 0, c = 0, d = 0]: readonly number[]): string {
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}
