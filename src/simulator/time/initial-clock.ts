/** How an account's clock starts. */
export interface InitialClock {
  readonly mode: 'realtime' | 'frozen'
  readonly rate: number
  /** The start time; null for the machine's time when the account is created. */
  readonly nowMs: number | null
}
