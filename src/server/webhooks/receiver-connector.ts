import { lookup as systemLookup } from 'node:dns'
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { explainForbiddenAddress } from '../../simulator/webhooks/forbidden-address.ts'
import { BlockedAddressError, TlsHandshakeError } from './attempt-failure.ts'

/**
 * Returns a function that connects to a receiver. It passes the socket to `onSocketOpened` before the connection is
 * made, so that an attempt that is given up can close it. It resolves the host name for each connection and never
 * connects to a forbidden address.
 */
export function createReceiverConnector(options: {
  readonly lookup: LookupFunction | undefined
  readonly onSocketOpened: (socket: Socket) => void
}): (target: URL, callback: (error: Error | null, socket?: Socket) => void) => void {
  const lookup = guardLookup(options.lookup ?? systemLookup)
  return (target, callback) => {
    const socket = target.protocol === 'https:' ? openTls(target, lookup) : openTcp(target, lookup)
    socket.setNoDelay(true)
    options.onSocketOpened(socket)
    let handshaking = false
    let settled = false
    const failOnce = (error: Error) => {
      if (settled) return
      settled = true
      callback(handshaking ? new TlsHandshakeError('the TLS handshake failed', { cause: error }) : error)
    }
    socket.once('error', failOnce)
    socket.once('close', () => failOnce(new Error('closed while connecting')))
    socket.once('connect', () => {
      handshaking = target.protocol === 'https:'
    })
    socket.once(target.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
      settled = true
      callback(null, socket)
    })
  }
}

function openTcp(target: URL, lookup: LookupFunction): Socket {
  return connectTcp({ host: readHost(target), port: Number(target.port || 80), lookup })
}

function openTls(target: URL, lookup: LookupFunction): Socket {
  const host = readHost(target)
  return connectTls({
    host,
    port: Number(target.port || 443),
    lookup,
    ALPNProtocols: ['http/1.1'],
    ...(isIP(host) === 0 && { servername: host }),
  })
}

/** Returns the host of a URL; an IPv6 address without its brackets. */
function readHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

/** Returns a lookup of host names that fails with `BlockedAddressError` if any found address is forbidden. */
function guardLookup(lookup: LookupFunction): LookupFunction {
  return (hostname, lookupOptions, callback) => {
    lookup(hostname, lookupOptions, (error, found, family) => {
      if (error !== null) return callback(error, found, family)
      const addresses = typeof found === 'string' ? [found] : found.map((entry) => entry.address)
      const reason = addresses.map(explainForbiddenAddress).find((each) => each !== undefined)
      if (reason === undefined) return callback(null, found, family)
      callback(new BlockedAddressError(`${hostname} ${reason}`), found, family)
    })
  }
}
