/** Drydock's own error code for a port that `fetch` refuses to use; the error of `fetch` has only a message. */
export const badPort = 'BAD_PORT'

const untrustedCertificate =
  'Node does not trust the certificate of the server; if you issued it, set NODE_EXTRA_CA_CERTS to the file of your certificate authority'

/** Maps the error codes of Node that users see most often to explanations. A message shows any other code itself. */
const reasonsByCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed before a response came',
  ENOTFOUND: 'no host has this name',
  EHOSTUNREACH: 'this host cannot be reached from here',
  EAI_AGAIN: 'the name of the host could not be looked up',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrustedCertificate,
  SELF_SIGNED_CERT_IN_CHAIN: untrustedCertificate,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrustedCertificate,
  [badPort]: 'fetch refuses to connect to this port',
}

/** Returns the error code of a failed request; undefined if it has none. An error of `fetch` has the code in its `cause`. */
export function getRequestErrorCode(error: unknown): string | undefined {
  const { code, message } = getRootError(error)
  if (message === 'bad port') return badPort
  return typeof code === 'string' ? code : undefined
}

/** Returns why a request failed, as the end of a sentence. */
export function describeRequestError(error: unknown): string {
  const code = getRequestErrorCode(error)
  const { name, message = String(error) } = getRootError(error)
  // `AbortSignal.timeout` throws an error with this name.
  if (name === 'TimeoutError') return 'no response came in time'
  return code === undefined ? message : (reasonsByCode[code] ?? code)
}

function getRootError(error: unknown): {
  readonly code?: unknown
  readonly name?: string
  readonly message?: string
} {
  return Object(Object(error).cause ?? error)
}
