import { isIP } from 'node:net'
import { isLoopback } from '../../local-address.ts'
import { cacheLastResult } from '../../remember-last.ts'

/** The host names under which the simulator accepts requests from browsers, and all requests outside /v1. */
export interface HostGuardOptions {
  /** The address that the server is bound to, as the user gave it. */
  readonly host: string
  readonly publicUrl: string | undefined
  readonly allowedHosts: readonly string[]
}

/** The parts of a request that name its host. */
export interface HostRequest {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly rawHeaders: readonly string[]
  /** The bytes of the body that have arrived and were not read; absent if they are unknown. */
  readonly readableLength?: number
  readonly socket: { readonly localAddress?: string | undefined; readonly destroyed?: boolean }
}

/**
 * Whether a request may use paths outside /v1. Its Host must be loopback, the bound address, the host of the public
 * URL, or an allowed host. Its Origin, if present, must be the simulator's own. Sec-Fetch-Site must not say that a page
 * of another origin sent it. So no page of another site can control the simulator, not even one whose host name was
 * made to point to this machine (DNS rebinding). A request target that is a full URL names a second host: both must be
 * known. Never throws.
 */
export function isAdmitted(incoming: HostRequest, options: HostGuardOptions): boolean {
  const asked = findOnlyKnownHost(incoming, options)
  if (asked === undefined) return false
  const origins = listHeaderValues(incoming, 'origin')
  return origins.every((origin) => isOwnOrigin(origin, asked, options)) && !isFromForeignPage(incoming)
}

/**
 * Returns the host that a request names if it is known and no other host is named; else undefined. A page of any origin
 * can send such a request. Never throws.
 */
export function findOnlyKnownHost(incoming: HostRequest, options: HostGuardOptions): string | undefined {
  const hosts = listHeaderValues(incoming, 'host')
  const [host] = hosts
  if (host === undefined || hosts.length !== 1) return undefined
  const asked = findTargetHost(incoming.url ?? '') ?? host
  return [host, asked].every((each) => isKnownHost(each, incoming, options)) ? asked : undefined
}

/**
 * Whether a request may use the service. A request that a browser sent must pass the checks of `isAdmitted`; its Origin
 * may also be that of an allowed host. Other clients may use any Host, as the simulator cannot know names such as those
 * of Docker Compose. If the server listens only on loopback, the Host must be known: a browser does not mark a GET from
 * a page whose host name was made to point to this machine. Never throws.
 */
export function isAdmittedToService(incoming: HostRequest, options: HostGuardOptions): boolean {
  const origins = listHeaderValues(incoming, 'origin')
  if (origins.length === 0) {
    if (isFromForeignPage(incoming)) return false
    if (!isLoopback(options.host) && !isFromBrowser(incoming)) return true
  }
  const hosts = listHeaderValues(incoming, 'host')
  const target = findTargetHost(incoming.url ?? '')
  const named = target === undefined ? hosts : [...hosts, target]
  if (!named.every((each) => isKnownHost(each, incoming, options))) return false
  const asked = target ?? hosts[0] ?? ''
  return origins.every((origin) => isOwnOrigin(origin, asked, options) || isAllowedOrigin(origin, options))
}

/**
 * Whether a browser says that a page of another origin sent the request. A followed link and a frame are accepted: the
 * page cannot read the response and cannot add a key.
 */
function isFromForeignPage(incoming: HostRequest): boolean {
  const sites = listHeaderValues(incoming, 'sec-fetch-site')
  if (sites.every((site) => site === 'same-origin' || site === 'none')) return false
  const isReading = incoming.method === 'GET' || incoming.method === 'HEAD'
  return !(isReading && listHeaderValues(incoming, 'sec-fetch-mode').includes('navigate'))
}

/** Whether a browser sent the request. Node's fetch sends Sec-Fetch-Mode and Accept-Language, too; PowerShell sends Mozilla. */
function isFromBrowser(incoming: HostRequest): boolean {
  if (listHeaderValues(incoming, 'sec-fetch-site').length > 0) return true
  const isNamedSo = listHeaderValues(incoming, 'user-agent').some((agent) => agent.startsWith('Mozilla/'))
  return isNamedSo && listHeaderValues(incoming, 'accept-language').length > 0
}

/** Returns a request's host as the client wrote it; undefined if it is missing or unknown. */
export function findKnownHost(incoming: HostRequest, options: HostGuardOptions): string | undefined {
  const host = findTargetHost(incoming.url ?? '') ?? listHeaderValues(incoming, 'host')[0]
  return host !== undefined && isKnownHost(host, incoming, options) ? host : undefined
}

/**
 * Returns the host of a request target that is a full URL; undefined for a target that begins with a slash.
 */
function findTargetHost(target: string): string | undefined {
  return target.startsWith('/') ? undefined : (/^https?:\/\/([^/?]*)/i.exec(target)?.[1] ?? '')
}

/**
 * Matches a host name or a bracketed address, with an optional port. Other texts are refused, although a URL parser may
 * find a known host in them.
 */
const plainHost = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d*)?$/i

/**
 * Returns the host name in a Host header; undefined if the header has another form. The last result is cached, because
 * most clients of a simulator send the same Host.
 */
const readPlainHostname = cacheLastResult((host: string) =>
  plainHost.test(host) ? parseHostname(`http://${host}`) : undefined,
)

function isKnownHost(host: string, incoming: HostRequest, options: HostGuardOptions): boolean {
  const name = readPlainHostname(host)
  return name !== undefined && isKnownHostname(name, incoming, options)
}

/** Returns all values of a header, also the repeated ones that Node drops. */
function listHeaderValues(incoming: Pick<HostRequest, 'rawHeaders'>, name: string): string[] {
  const { rawHeaders } = incoming
  const values: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const written = rawHeaders[at]
    // Comparing the lengths first avoids lower-casing most header names.
    if (written?.length === name.length && written.toLowerCase() === name)
      values.push(rawHeaders[at + 1] ?? '')
  }
  return values
}

function isKnownHostname(
  name: string,
  incoming: Pick<HostRequest, 'socket'>,
  options: HostGuardOptions,
): boolean {
  if (isLoopback(name)) return true
  if (name === removeBrackets(options.host)) return true
  if (options.publicUrl !== undefined && name === parseHostname(options.publicUrl)) return true
  if (options.allowedHosts.some((allowed) => name === parseAllowedHost(allowed))) return true
  // A server that listens on all addresses can be reached at the local address of this connection.
  const isWildcard = options.host === '0.0.0.0' || options.host === '::'
  return isWildcard && name === incoming.socket.localAddress?.replace(/^::ffff:/, '')
}

/** Returns the host name of an allowed host, given with or without a port; undefined if it is invalid. */
export function parseAllowedHost(text: string): string | undefined {
  if (isIP(text) === 6) return parseHostname(`http://[${text}]`)
  return /^(\[[^\]]+\]|[^\s:/\\?#@%*[\]]+)(:\d+)?$/.test(text) ? parseHostname(`http://${text}`) : undefined
}

function isOwnOrigin(origin: string, host: string, { publicUrl }: HostGuardOptions): boolean {
  return origin === parseOrigin(`http://${host}`) || origin === parseOrigin(publicUrl)
}

/** Whether an Origin is that of an allowed host: at the allowed port, or at any port if none was given. */
function isAllowedOrigin(origin: string, { allowedHosts }: HostGuardOptions): boolean {
  const found = parseUrl(origin)
  if (found === undefined || found.origin !== origin) return false
  return allowedHosts.some((allowed) =>
    isIP(allowed) !== 6 && /:\d+$/.test(allowed)
      ? found.host === parseUrl(`${found.protocol}//${allowed}`)?.host
      : removeBrackets(found.hostname) === parseAllowedHost(allowed),
  )
}

function parseOrigin(url: string | undefined): string | undefined {
  return url === undefined ? undefined : parseUrl(url)?.origin
}

/** Returns the host name of a URL in lower case, without port and brackets; undefined for an invalid URL. */
function parseHostname(url: string): string | undefined {
  const parsed = parseUrl(url)
  if (parsed === undefined || parsed.username !== '' || parsed.password !== '') return undefined
  return removeBrackets(parsed.hostname)
}

function removeBrackets(hostname: string): string {
  return hostname.toLowerCase().replace(/^\[(.*)\]$/, '$1')
}

function parseUrl(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined
}
