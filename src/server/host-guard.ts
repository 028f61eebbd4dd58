import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { isLoopback } from '../local-address.ts'

/** The host names under which the simulator accepts requests outside /v1. */
export interface HostGuardOptions {
  /** The bound address, as given. */
  readonly host: string
  readonly publicUrl: string | undefined
  readonly allowedHosts: readonly string[]
}

/**
 * Whether a request may use what lies outside /v1. Its Host must be loopback, the bound address, the host of the
 * public URL, or an allowed host; its Origin, if present, must be the simulator's own. So no page of another site
 * can drive the simulator, not even one whose name was made to point here (DNS rebinding). A request target that
 * is a full URL names a host as well: both must be known. Never throws.
 */
export function isAdmitted(incoming: IncomingMessage, options: HostGuardOptions): boolean {
  const hosts = valuesOf(incoming, 'host')
  const [host] = hosts
  if (host === undefined || hosts.length !== 1) return false
  const asked = targetHost(incoming.url ?? '') ?? host
  if (![host, asked].every((each) => isKnownHost(each, incoming, options))) return false
  return valuesOf(incoming, 'origin').every((origin) => isOwnOrigin(origin, asked, options))
}

/** The host that a request was sent to, as the client wrote it; undefined if it is missing. */
export function hostAskedFor(incoming: IncomingMessage): string | undefined {
  return targetHost(incoming.url ?? '') ?? valuesOf(incoming, 'host')[0]
}

/** The host of a request target that is a full URL; undefined for a target that begins with a slash. */
function targetHost(target: string): string | undefined {
  return target.startsWith('/') ? undefined : (/^https?:\/\/([^/?]*)/i.exec(target)?.[1] ?? '')
}

/** A name or a bracketed address, with an optional port. A URL parser would also find a known host in odder texts. */
const plainHost = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d*)?$/i

function isKnownHost(host: string, incoming: IncomingMessage, options: HostGuardOptions): boolean {
  const name = plainHost.test(host) ? hostnameOf(`http://${host}`) : undefined
  return name !== undefined && isKnown(name, incoming, options)
}

/** All values of a header, also repeated ones that Node drops. */
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
  // A server on all addresses is also bound to the one that this connection used.
  const isWildcard = options.host === '0.0.0.0' || options.host === '::'
  return isWildcard && name === incoming.socket.localAddress?.replace(/^::ffff:/, '')
}

/** The host name of an allowed host, given with or without a port; undefined if it is invalid. */
export function allowedName(text: string): string | undefined {
  if (isIP(text) === 6) return hostnameOf(`http://[${text}]`)
  return /^(\[[^\]]+\]|[^\s:/\\?#@%*[\]]+)(:\d+)?$/.test(text) ? hostnameOf(`http://${text}`) : undefined
}

function isOwnOrigin(origin: string, host: string, { publicUrl }: HostGuardOptions): boolean {
  return origin === originOf(`http://${host}`) || origin === originOf(publicUrl)
}

function originOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : parseUrl(url)?.origin
}

/** In lower case, without port and brackets; undefined for an invalid host. */
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
