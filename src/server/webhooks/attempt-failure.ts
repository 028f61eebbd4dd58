import { readErrorCode } from '../../simulator/storage/data-file/data-file-error.ts'

/** The reasons why an attempt got no response. The delivery log shows these words, never a text of the receiver. */
export type AttemptFailure = 'refused' | 'dns' | 'tls' | 'reset' | 'timeout' | 'protocol' | 'blocked'

/** Thrown if the name of a webhook receiver resolves to a forbidden address. */
export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError'
}

/** Thrown if a webhook receiver was reached, but the TLS handshake failed. */
export class TlsHandshakeError extends Error {
  override readonly name = 'TlsHandshakeError'
}

/** Thrown if a webhook receiver sends too many interim (1xx) responses. */
export class TooManyHintsError extends Error {
  override readonly name = 'TooManyHintsError'
}

/** Thrown if a webhook receiver switches to a protocol other than HTTP. */
export class SwitchedProtocolsError extends Error {
  override readonly name = 'SwitchedProtocolsError'
}

/** Returns the reason of a failed attempt for an error of the transport; for an unknown error `reset`. */
export function classifyAttemptFailure(error: unknown): AttemptFailure {
  if (error instanceof BlockedAddressError) return 'blocked'
  if (error instanceof TlsHandshakeError) return 'tls'
  if (error instanceof TooManyHintsError || error instanceof SwitchedProtocolsError) return 'protocol'
  const code = readErrorCode(error)
  if (refusedCodes.has(code)) return 'refused'
  if (timeoutCodes.has(code)) return 'timeout'
  if (code.startsWith('EAI_') || dnsCodes.has(code)) return 'dns'
  if (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) return 'tls'
  // Codes that begin with HPE_ are those of Node's HTTP parser.
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
/** The codes of errors that Node throws if it cannot write a request as HTTP. */
const unsendableCodes: ReadonlySet<string> = new Set([
  'ERR_INVALID_CHAR',
  'ERR_INVALID_HTTP_TOKEN',
  'ERR_UNESCAPED_CHARACTERS',
])
