/** The error if no simulator responds at a URL: nothing listens, it took too long, or the server has no control protocol. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
  /** The URL that was tried. */
  readonly url: string

  constructor(url: string, reason: string, options?: ErrorOptions) {
    super(`No simulator responds at ${url}: ${reason}.`, options)
    this.url = url
  }
}

/** Returns the error for a server whose responses do not follow the control protocol. */
export function buildNoProtocolError(url: string, detail: string): UnreachableError {
  return new UnreachableError(
    url,
    `the server at this URL does not implement the control protocol (${detail})`,
  )
}
