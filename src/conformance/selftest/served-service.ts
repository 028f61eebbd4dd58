/** A good service, served for the proof. */
export interface ServedService {
  readonly url: string
  /** Its default account's keys, where there is no control protocol that makes others. */
  readonly keys: { readonly test: string; readonly live: string }
  close(): Promise<void>
}
