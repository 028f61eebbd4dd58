/** Why an attempt got no response: what the delivery log may say, and never the receiver's own words. */
export type AttemptFailure = 'refused' | 'dns' | 'tls' | 'reset' | 'timeout' | 'protocol' | 'blocked'

/** The receiver's name leads to an address that webhooks may not reach. */
export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError'
}

/** The receiver was reached, but no TLS connection came about. */
export class TlsHandshakeError extends Error {
  override readonly name = 'TlsHandshakeError'
}

/** The receiver sends informational responses, and goes on with them. */
export class TooManyHintsError extends Error {
  override readonly name = 'TooManyHintsError'
}

/** The receiver goes on in another protocol than HTTP. */
export class SwitchedProtocolsError extends Error {
  override readonly name = 'SwitchedProtocolsError'
}

/** The class of a transport error. What is not known for anything else is a connection that went away: `reset`. */
export function failureOf(error: unknown): AttemptFailure {
  if (error instanceof BlockedAddressError) return 'blocked'
  if (error instanceof TlsHandshakeError) return 'tls'
  if (error instanceof TooManyHintsError || error instanceof SwitchedProtocolsError) return 'protocol'
  const code = codeOf(error)
  if (refusedCodes.has(code)) return 'refused'
  if (timeoutCodes.has(code)) return 'timeout'
  if (code.startsWith('EAI_') || dnsCodes.has(code)) return 'dns'
  if (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) return 'tls'
  // What the parser of HTTP says.
  if (code.startsWith('HPE_') || unsendableCodes.has(code)) return 'protocol'
  return 'reset'
}

const refusedCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'EACCES',
  'EPERM',
])
const timeoutCodes: ReadonlySet<string> = new Set(['ETIMEDOUT'])
const dnsCodes: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA', 'ESERVFAIL'])
/** Of a request that HTTP has no way to say. */
const unsendableCodes: ReadonlySet<string> = new Set([
  'ERR_INVALID_CHAR',
  'ERR_INVALID_HTTP_TOKEN',
  'ERR_UNESCAPED_CHARACTERS',
])

function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}
