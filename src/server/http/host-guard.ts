import { isIP } from 'node:net'
import { isLoopback } from '../../local-address.ts'
import { cacheLastResult } from '../../remember-last.ts'

/** The host names that a request from a browser, or to a path outside /v1, must use. */
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
  /** The number of bytes of the body that have arrived and were not read; absent if it is unknown. */
  readonly readableLength?: number
  readonly socket: { readonly localAddress?: string | undefined; readonly destroyed?: boolean }
}

/**
 * Whether a request may use paths outside /v1. Its Host must be loopback, the bound address, the host of the public
 * URL, or an allowed host. If the request target is a full URL, its host must be one of these, too. Its Origin, if
 * present, must be the simulator's own. Sec-Fetch-Site must not say that a page of another origin sent the request.
 * These checks keep pages of other sites from controlling the simulator, even a page whose host name resolves to this
 * machine (DNS rebinding). Never throws.
 */
export function isAdmittedOutsideService(incoming: HostRequest, options: HostGuardOptions): boolean {
  const asked = findHostIfAllKnown(incoming, options)
  if (asked === undefined) return false
  const origins = listHeaderValues(incoming, 'origin')
  return origins.every((origin) => isOwnOrigin(origin, asked, options)) && !isFromForeignPage(incoming)
}

/**
 * Returns the host that a request names. Returns undefined unless the request has exactly one Host header and every host
 * that it names is known. Does not check which page sent the request. Never throws.
 */
export function findHostIfAllKnown(incoming: HostRequest, options: HostGuardOptions): string | undefined {
  const hosts = listHeaderValues(incoming, 'host')
  const [host] = hosts
  if (host === undefined || hosts.length !== 1) return undefined
  const asked = findTargetHost(incoming.url ?? '') ?? host
  return [host, asked].every((each) => isKnownHost(each, incoming, options)) ? asked : undefined
}

/**
 * Whether a request may use the service. A request from a browser must pass the checks of `isAdmittedOutsideService`, but
 * its Origin may also be that of an allowed host. Other clients may use any Host, because the simulator cannot know names
 * such as those of Docker Compose. If the server listens only on loopback, every client must use a known Host: the simulator
 * cannot recognize every request of a browser page whose host name resolves to this machine. Never throws.
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
 * Whether the browser says that a page of another origin sent the request. Returns false for a followed link or a
 * frame, because the page cannot read their response.
 */
function isFromForeignPage(incoming: HostRequest): boolean {
  const sites = listHeaderValues(incoming, 'sec-fetch-site')
  if (sites.every((site) => site === 'same-origin' || site === 'none')) return false
  const isReading = incoming.method === 'GET' || incoming.method === 'HEAD'
  return !(isReading && listHeaderValues(incoming, 'sec-fetch-mode').includes('navigate'))
}

/**
 * Whether a browser sent the request: it has Sec-Fetch-Site, or both Accept-Language and a User-Agent of Mozilla. Other
 * headers prove less: Node's fetch sends Sec-Fetch-Mode and Accept-Language, and PowerShell a User-Agent of Mozilla.
 */
function isFromBrowser(incoming: HostRequest): boolean {
  if (listHeaderValues(incoming, 'sec-fetch-site').length > 0) return true
  const isNamedSo = listHeaderValues(incoming, 'user-agent').some((agent) => agent.startsWith('Mozilla/'))
  return isNamedSo && listHeaderValues(incoming, 'accept-language').length > 0
}

/** Returns the host that a request names, as the client wrote it; undefined if it names none or an unknown host. */
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
 * Matches a host name or a bracketed address, with an optional port. A URL parser would also find a known host in other
 * texts, such as one with a user name.
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

/** Returns all values of a header. Node's own `headers` would drop the repeated values. */
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

/** Returns the host name in the text of an allowed host, which may have a port; undefined if the text is invalid. */
export function parseAllowedHost(text: string): string | undefined {
  if (isIP(text) === 6) return parseHostname(`http://[${text}]`)
  return /^(\[[^\]]+\]|[^\s:/\\?#@%*[\]]+)(:\d+)?$/.test(text) ? parseHostname(`http://${text}`) : undefined
}

function isOwnOrigin(origin: string, host: string, { publicUrl }: HostGuardOptions): boolean {
  return origin === parseOrigin(`http://${host}`) || origin === parseOrigin(publicUrl)
}

/** Whether an Origin is that of an allowed host. If the allowed host has a port, the Origin must have the same port. */
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
