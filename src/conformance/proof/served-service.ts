/** A good service that is started for the proof. */
export interface ServedService {
  readonly url: string
  /** The keys of its default account, for cases in which the control protocol makes none. */
  readonly keys: { readonly test: string; readonly live: string }
  close(): Promise<void>
}
