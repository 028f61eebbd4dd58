import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/** Names the simulator's own pages may be asked for by. */
export interface HostGuardOptions {
  /** The address bound, as given. */
  readonly host: string
  readonly publicUrl: string | undefined
  readonly allowedHosts: readonly string[]
}

/**
 * Whether a request may use what lies outside /v1: its Host must be loopback, the address bound, the public URL's or
 * an allowed one, and its Origin, where there is one, the simulator's own. So no page of another site, not even one whose
 * name was made to point here, can drive the simulator. A target that is a whole URL names a host of its own, which
 * counts before the header's: both must be known. Never throws.
 */
export function isAdmitted(incoming: IncomingMessage, options: HostGuardOptions): boolean {
  const hosts = valuesOf(incoming, 'host')
  const [host] = hosts
  if (host === undefined || hosts.length !== 1) return false
  const asked = targetHost(incoming.url ?? '') ?? host
  if (![host, asked].every((each) => isKnownHost(each, incoming, options))) return false
  return valuesOf(incoming, 'origin').every((origin) => isOwnOrigin(origin, asked, options))
}

/** The host that a request was sent to, as whoever sent it has it; undefined where it does not say. */
export function hostAskedFor(incoming: IncomingMessage): string | undefined {
  return targetHost(incoming.url ?? '') ?? valuesOf(incoming, 'host')[0]
}

/** The host of a request target in absolute form, as it is written; undefined for one that begins with a slash. */
function targetHost(target: string): string | undefined {
  return target.startsWith('/') ? undefined : (/^https?:\/\/([^/?]*)/i.exec(target)?.[1] ?? '')
}

/** A name or an address in brackets, then perhaps a port: a URL parser would find a known host in stranger texts. */
const plainHost = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d*)?$/i

function isKnownHost(host: string, incoming: IncomingMessage, options: HostGuardOptions): boolean {
  const name = plainHost.test(host) ? hostnameOf(`http://${host}`) : undefined
  return name !== undefined && isKnown(name, incoming, options)
}

/** All values, also those Node drops when a header comes twice. */
function valuesOf(incoming: IncomingMessage, name: string): string[] {
  return incoming.rawHeaders.filter(
    (_, index, all) => index % 2 === 1 && all[index - 1]?.toLowerCase() === name,
  )
}

function isKnown(name: string, incoming: IncomingMessage, options: HostGuardOptions): boolean {
  if (isLoopback(name)) return true
  if (name === unbracketed(options.host)) return true
  if (options.publicUrl !== undefined && name === hostnameOf(options.publicUrl)) return true
  if (options.allowedHosts.some((allowed) => name === allowedName(allowed))) return true
  // Bound to every address of the machine, the one this connection came in by is a bound one.
  const isWildcard = options.host === '0.0.0.0' || options.host === '::'
  return isWildcard && name === incoming.socket.localAddress?.replace(/^::ffff:/, '')
}

/** The name in what is given as an allowed host, with or without a port; undefined for what is no host. */
export function allowedName(text: string): string | undefined {
  if (isIP(text) === 6) return hostnameOf(`http://[${text}]`)
  return /^(\[[^\]]+\]|[^\s:/\\?#@%*[\]]+)(:\d+)?$/.test(text) ? hostnameOf(`http://${text}`) : undefined
}

function isLoopback(name: string): boolean {
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))
}

function isOwnOrigin(origin: string, host: string, { publicUrl }: HostGuardOptions): boolean {
  return origin === originOf(`http://${host}`) || origin === originOf(publicUrl)
}

function originOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : parseUrl(url)?.origin
}

/** Lower case, without port and brackets; undefined for what is no host. */
function hostnameOf(url: string): string | undefined {
  const parsed = parseUrl(url)
  if (parsed === undefined || parsed.username !== '' || parsed.password !== '') return undefined
  return unbracketed(parsed.hostname)
}

function unbracketed(hostname: string): string {
  return hostname.toLowerCase().replace(/^\[(.*)\]$/, '$1')
}

function parseUrl(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined
}
