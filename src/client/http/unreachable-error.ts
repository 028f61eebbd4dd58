/** No simulator responds at a URL: nothing listens there, it took too long, or it does not speak the control protocol. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
  /** The URL that was tried. */
  readonly url: string

  constructor(url: string, reason: string, options?: ErrorOptions) {
    super(`No simulator answers at ${url}: ${reason}.`, options)
    this.url = url
  }
}

/** Returns the error for a server whose responses are not those of the control protocol. */
export function protocolMissingError(url: string, detail: string): UnreachableError {
  return new UnreachableError(url, `what is there does not speak the control protocol (${detail})`)
}
