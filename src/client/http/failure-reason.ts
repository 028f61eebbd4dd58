/** The code of a port that `fetch` refuses to use; its error has only a message. */
export const badPort = 'BAD_PORT'

const untrusted =
  'Node does not trust its certificate; if it is your own, start the command with NODE_EXTRA_CA_CERTS and its file'

/** The codes of Node that users meet most, in words. Others are shown as they are. */
const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed before a response came',
  ENOTFOUND: 'no host has this name',
  EHOSTUNREACH: 'no way leads to this host',
  EAI_AGAIN: 'the name of the host could not be looked up',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  [badPort]: 'fetch sends nothing to this port',
}

/** Returns the code of a failed request; undefined if it has none. `fetch` has the error with the code as its cause. */
export function failureCode(error: unknown): string | undefined {
  const { code, message } = rootOf(error)
  if (message === 'bad port') return badPort
  return typeof code === 'string' ? code : undefined
}

/** Returns why a request failed, as the end of a sentence. */
export function failureReason(error: unknown): string {
  const code = failureCode(error)
  const { name, message = String(error) } = rootOf(error)
  // The error of AbortSignal.timeout.
  if (name === 'TimeoutError') return 'no response came in time'
  return code === undefined ? message : (words[code] ?? code)
}

function rootOf(error: unknown): {
  readonly code?: unknown
  readonly name?: string
  readonly message?: string
} {
  return Object(Object(error).cause ?? error)
}
